from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.measures.letters import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.ledger import tables_of
from tests.browser.scenes.table_page import await_tray, keep_quietly, phone, tap_twice
from tests.browser.scenes.windows import Windows
from tests.browser.table.whole_form import WholeTable
from tests.browser.test_accessibility import ONCE, OTHERWISE, grave_faults
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

TOUCH = 48
OTHERS = ("B1", "A2", "B2")


class TaskTable(WholeTable):
    def key(self, seat: str) -> Locator:
        return self.page.locator(f".part[data-seat={seat}] [data-tiles]")

    def taps(self, *codes: str) -> None:
        for code in codes:
            self.page.locator(f"[data-tile='{code}']:visible").click(force=True)

    def tells(self, end: str, *points: int, seats: tuple[str, ...] = OTHERS) -> None:
        self.tap("end", end)
        for seat, left in zip(seats, points, strict=True):
            self.points(seat, left)

    @property
    def task(self) -> str:
        return self.page.locator("[name=task]:checked").input_value()

    def has_task(self, task: str) -> None:
        expect(self.page.locator("[name=task]:checked")).to_have_value(task)

    def is_asked_anew(self) -> None:
        super().is_asked_anew()
        expect(self.page.locator("[name=B1-points]")).to_have_value("")


@pytest.fixture
def okey(served: Served, windows: Windows) -> TaskTable:
    table_ids = tables_of(served, rule_set_id="okey-task", length=[1, 3])[0]
    page = phone(windows)
    keep_quietly(page.context, served.url, table_ids, "Nermin")
    return TaskTable(served, table_ids, page)


def test_each_rack_is_scored_at_once_and_the_hand_saved_once(okey):
    task = okey.task
    expect(okey.page.locator(".tasks .opt:visible")).to_have_count(1)
    okey.tap("end", "A1")
    expect(okey.preview.locator(".p")).to_have_count(4)
    expect(okey.preview).to_contain_text("henüz girilmedi")
    expect(okey.page.locator("[name=A1-points]")).to_be_hidden()
    okey.tap("B1-opened")
    for seat, left in zip(OTHERS, (34, 12, 71), strict=True):
        okey.points(seat, left)
    expect(okey.page.locator("[data-brief]")).to_contain_text(": +105.")
    okey.page.get_by_text("Joker kaptıran oldu mu?").click()
    okey.tap("B1-jokers", "1")
    expect(okey.preview).to_contain_text("Joker kaptırma: 50")
    expect(okey.page.locator("[data-brief]")).to_contain_text(": +155.")
    tap_twice(okey.page.locator("[data-save]"))
    expect(okey.page.locator("#saved")).to_be_visible()
    okey.has_stored("A1")
    (stored,) = okey.reports
    assert stored["task"] == task
    assert stored["seats"]["B1"]["infractions"] == [{"code": "joker_exchanged", "count": 1}]
    okey.is_asked_anew()
    expect(okey.page.locator(".totals .num")).to_have_text(["+12", "+155"])


def test_missing_rack_is_asked_for_before_saving(okey):
    okey.tells("B2", 40, 7, seats=("A1", "B1"))
    expect(okey.preview).to_contain_text("Elinde kalan: 40")
    okey.save()
    expect(okey.page.locator("[name=A2-points]")).to_be_focused()
    expect(okey.page.locator("#hindered")).to_contain_text(": henüz girilmedi.")
    okey.rest()
    okey.points("A2", 401)
    okey.save()
    expect(okey.page.locator("#refused")).to_be_visible()
    expect(okey.page.locator("#tray")).to_be_visible()
    expect(okey.page.locator("#tray.bad, #head .pending:visible")).to_have_count(0)
    okey.rest()
    okey.points("A2", 0)
    expect(okey.page.locator("[data-brief]")).not_to_be_empty()
    okey.save()
    okey.has_stored("B2")


def test_task_chosen_at_the_table_replaces_the_drawn_one(okey):
    other = "seri_5" if okey.task != "seri_5" else "kut_4"
    okey.page.locator("[data-others] summary").click()
    expect(okey.page.locator(".tasks .opt:visible")).to_have_count(12)
    okey.tap("task", other)
    expect(okey.page.locator(".tasks .opt:visible")).to_have_count(1)
    expect(okey.page.locator(f"[name=task][value={other}]")).to_be_checked()
    okey.tells("A1", 1, 2, 3)
    expect(okey.preview).to_contain_text("Elinde kalan: 3")
    okey.page.reload()
    okey.has_begun()
    okey.has_task(other)
    expect(okey.page.locator("[name=B2-points]")).to_have_value("3")
    expect(okey.preview).to_contain_text("Elinde kalan: 3")
    okey.save()
    okey.has_stored("A1")
    assert okey.reports[0]["task"] == other


@pytest.mark.thorough
def test_reload_keeps_the_task_and_the_input(okey):
    task = okey.task
    okey.tells("A2", 5, 6, 7, seats=("A1", "B1", "B2"))
    okey.tap("B1-opened")
    okey.page.reload()
    okey.has_begun()
    okey.has_task(task)
    expect(okey.page.locator("[name=B1-opened]")).to_be_checked()
    expect(okey.page.locator("[name=B2-points]")).to_have_value("7")
    expect(okey.preview).to_contain_text("Elinde kalan: 7")


def test_offline_hands_have_the_servers_tasks(okey):
    drawn = str(okey.page.locator("[data-drawn]").get_attribute("data-drawn")).split()
    okey.page.context.set_offline(True)
    okey.tells("A1", 34, 12, 71)
    okey.tap("B1-opened")
    okey.save()
    expect(okey.page.locator("#hand-number")).to_have_text("2. el")
    okey.is_asked_anew()
    okey.has_task(drawn[1])
    expect(okey.page.locator("[data-seed]")).to_contain_text("/1/2 ")
    okey.tells("deck_exhausted", 1, 2, 3, 4, seats=("A1", *OTHERS))
    okey.save()
    await_tray(okey.page, 2)
    okey.has_task(drawn[2])
    okey.page.locator("#tray > details > summary").click()
    lines = okey.page.locator("#tray .lines")
    expect(lines.first).to_contain_text(" bitti · Görev: ")
    expect(lines.first).to_contain_text(": açtı, 34 · ")
    expect(lines.last).to_contain_text("Deste bitti · Görev: ")
    okey.tells("B1", 1, 2, 3, seats=("A1", "A2", "B2"))
    okey.save()
    await_tray(okey.page, 3)
    expect(okey.page.locator("#hand-number")).to_have_text("sonraki el")
    expect(okey.page.locator("[name=task]:checked")).to_have_count(0)
    expect(okey.page.locator(".tasks .opt:visible")).to_have_count(12)
    expect(okey.page.get_by_text("Çekilen göreve dokunun.")).to_be_visible()
    okey.tap("end", "A1")
    expect(okey.page.locator("#preview")).to_contain_text("Bağlantı yok")
    okey.page.context.set_offline(False)
    okey.has_stored("A1", None, "B1")
    assert [report["task"] for report in okey.reports] == drawn[:3]
    expect(okey.preview).to_be_visible()
    over = okey.page.locator("#follow.stays-up summary")
    expect(over).to_contain_text("Karşılaşma bitti: eksik el yok")
    expect(over).to_be_in_viewport()


def test_rack_entered_by_tiles_is_kept_and_shown_in_a_correction(okey):
    page, points = okey.page, okey.page.locator("[name=B1-points]")
    sum_, says = page.locator("[data-part=sum]"), page.locator("[data-says]:visible")
    okey.tells("A1", 5, 12, 71)
    okey.key("B1").dblclick()
    expect(page.locator("[data-save]")).to_be_hidden()
    okey.rest()
    okey.taps("r7", "*", "k13", "*", "b6")
    expect(sum_).to_have_text("Puan: 26")
    okey.taps("*")
    expect(says).to_have_text("joker: ikisi de zaten var")
    page.locator("[data-rack-done]").click()
    expect(points).to_have_value("26")
    expect(points).not_to_be_editable()
    expect(okey.key("B1")).to_have_text("Taşlar: 5")
    okey.key("A2").click()
    okey.taps("*")
    expect(says).to_have_text("joker: ikisi de zaten var")
    okey.taps("y2", "y3")
    page.locator(".tapped [data-take-away]").first.click()
    page.keyboard.press("Escape")
    expect(page.locator("[name=A2-points]")).to_have_value("3")
    page.reload()
    okey.has_begun()
    expect(okey.key("B1")).to_have_text("Taşlar: 5")
    expect(points).not_to_be_editable()
    page.context.set_offline(True)
    okey.save()
    await_tray(page, 1)
    page.locator("#tray > details > summary").click()
    expect(page.locator("#tray .lines")).to_contain_text(": 26 · ")
    expect(okey.key("B1")).to_have_text("Taşlar")
    page.context.set_offline(False)
    okey.has_stored("A1")
    racks = [okey.reports[0]["seats"][seat]["rack"] for seat in OTHERS]
    assert racks[:2] == [{"tiles": ["r7", "*", "k13", "*", "b6"]}, {"tiles": ["y3"]}]

    page.locator(".note.last a").click()
    expect(okey.key("B1")).to_have_text("Taşlar: 5")
    expect(okey.preview.locator(".rack-left").first).to_contain_text("13")
    page.on("dialog", lambda asked: asked.accept())
    okey.key("B1").click()
    expect(page.locator(".tapped .tile")).to_have_count(5)
    page.locator("[data-type-instead]").click()
    expect(points).to_be_editable()
    expect(points).to_be_focused()
    page.keyboard.type("27")
    expect(points).to_have_value("27")
    expect(okey.preview).to_contain_text("Elinde kalan: 27")


@pytest.mark.thorough
def test_correction_shows_its_consequences(okey):
    okey.tells("A1", 34, 12, 71)
    okey.save()
    okey.rest()
    okey.page.locator(".note.last a").click()
    changes = okey.page.locator("#preview:not([data-old]) .changes")
    expect(changes).to_contain_text("Şimdilik hiçbir şey")
    okey.rest()
    okey.points("B1", 43)
    expect(changes.locator("li").first).to_contain_text("+114")
    okey.page.locator("label", has=okey.page.locator("[name=because][value=mistyped]")).click()
    okey.save()
    expect(okey.page.locator(".hands-list .fresh")).to_be_visible()
    assert okey.reports[0]["seats"]["B1"]["rack"] == {"points": 43, "okeys": 0}


@pytest.mark.thorough
def test_touch_targets_are_large_enough_and_the_page_fits_a_phone(okey):
    okey.tap("end", "A1")
    expect(okey.preview).to_be_visible()
    for summary in okey.page.locator("#hand summary:visible").all():
        summary.click()
    for control in okey.page.locator(
        "#hand .opt:visible, #hand summary:visible, #hand button:visible, .left:visible"
    ).all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH
    assert not is_wider_than_the_screen(okey.page)
    with letters_at_200_percent(okey.page):
        assert not is_wider_than_the_screen(okey.page)


@pytest.mark.thorough
def test_axe_finds_nothing_grave_in_both_themes(okey):
    okey.page.locator("[data-others] summary").click()
    okey.tap("end", "A1")
    okey.points("B1", 0)
    for summary in okey.page.locator("#hand .rare summary:visible").all():
        summary.click()
    okey.tap("B1-opened")
    for seat in OTHERS[1:]:
        okey.points(seat, 0)
    expect(okey.preview.locator(".doubtful").first).to_be_visible()
    assert list(grave_faults(okey.page, ONCE + OTHERWISE)) == []


@pytest.mark.thorough
def test_whole_hand_is_entered_without_scripts(served, windows):
    table_ids = tables_of(served, rule_set_id="okey-task", length=[1, 3])[0]
    page = phone(windows, script=False)
    keep_quietly(page.context, served.url, table_ids, "Nermin")
    page.goto(f"{served.url}/table/{table_ids['table']}/hand/")
    page.locator("label.opt", has=page.locator("[name=end][value=A1]")).click()
    page.locator("[name=B1-points]").fill("34")
    page.locator("[data-save]").click()
    expect(page.locator("#refused")).to_be_visible()
    expect(page.locator("#A2-rack-problems")).to_contain_text("kaç puan kaldı")
    for seat, left in (("A2", "12"), ("B2", "71")):
        page.locator(f"[name={seat}-points]").fill(left)
    page.locator("[data-save]").click()
    expect(page.locator("#saved")).to_be_visible()
    assert not is_wider_than_the_screen(page)
