from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.stored_hands import tables_of
from tests.browser.scenes.table_page import await_tray, become_keeper_by_http, phone, tap_twice
from tests.browser.table.whole_form import WholeTable
from tests.browser.test_accessibility import ONCE, OTHERWISE, serious_axe_violations
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOUCH = 48
OTHERS = ("B1", "A2", "B2")


class TaskTable(WholeTable):
    def key(self, seat: str) -> Locator:
        return self.page.locator(f".part[data-seat={seat}] [data-tiles]")

    def taps(self, *codes: str) -> None:
        for code in codes:
            self.page.locator(f"[data-tile='{code}']:visible").click(force=True)

    def enter_hand(self, end: str, *points: int, seats: tuple[str, ...] = OTHERS) -> None:
        self.tap("end", end)
        for seat, left in zip(seats, points, strict=True):
            self.points(seat, left)

    @property
    def task(self) -> str:
        return self.page.locator("[name=task]:checked").input_value()

    def expect_task(self, task: str) -> None:
        expect(self.page.locator("[name=task]:checked")).to_have_value(task)

    def expect_blank_form(self) -> None:
        super().expect_blank_form()
        expect(self.page.locator("[name=B1-points]")).to_have_value("")


@pytest.fixture
def task_table(server_process: ServerProcess, windows: Windows) -> TaskTable:
    table_ids = tables_of(server_process, rule_set_id="okey-task", length=[1, 3])[0]
    page = phone(windows)
    become_keeper_by_http(page.context, server_process.url, table_ids, "Nermin")
    return TaskTable(server_process, table_ids, page)


def test_each_rack_is_scored_at_once_and_the_hand_saved_once(task_table):
    task = task_table.task
    expect(task_table.page.locator(".tasks .opt:visible")).to_have_count(1)
    task_table.tap("end", "A1")
    expect(task_table.preview.locator(".p")).to_have_count(4)
    expect(task_table.preview).to_contain_text("henüz girilmedi")
    expect(task_table.page.locator("[name=A1-points]")).to_be_hidden()
    task_table.tap("B1-opened")
    for seat, left in zip(OTHERS, (34, 12, 71), strict=True):
        task_table.points(seat, left)
    expect(task_table.page.locator("[data-brief]")).to_contain_text("+105")
    task_table.page.get_by_text("Joker kaptıran oldu mu?").click()
    task_table.tap("B1-jokers", "1")
    expect(task_table.preview).to_contain_text("Joker kaptırma: 50")
    expect(task_table.page.locator("[data-brief]")).to_contain_text("+155")
    tap_twice(task_table.page.locator("[data-save]"))
    expect(task_table.page.locator("#saved")).to_be_visible()
    task_table.expect_stored("A1")
    (stored,) = task_table.reports
    assert stored["task"] == task
    assert stored["seats"]["B1"]["infractions"] == [{"code": "joker_exchanged", "count": 1}]
    task_table.expect_blank_form()
    expect(task_table.page.locator(".totals .num")).to_have_text(["+12", "+155"])


@pytest.mark.release
def test_missing_rack_is_asked_for_before_saving(task_table):
    task_table.enter_hand("B2", 40, 7, seats=("A1", "B1"))
    expect(task_table.preview).to_contain_text("Elinde kalan: 40")
    task_table.save()
    expect(task_table.page.locator("[name=A2-points]")).to_be_focused()
    expect(task_table.page.locator("#save-blocker")).not_to_be_empty()
    task_table.tap_empty_place()
    task_table.points("A2", 0)
    task_table.page.get_by_text("Joker kaptıran oldu mu?").click()
    task_table.tap("A2-jokers", "1")  # by a player who has not opened
    task_table.save()
    expect(task_table.page.locator("#refused")).to_be_visible()
    expect(task_table.page.locator("#tray")).to_be_visible()
    expect(task_table.page.locator("#tray.bad, #head .pending:visible")).to_have_count(0)
    task_table.tap_empty_place()
    task_table.tap("A2-jokers", "0")
    expect(task_table.page.locator("[data-brief] .result")).to_be_visible()
    task_table.save()
    task_table.expect_stored("B2")


def test_task_chosen_at_the_table_replaces_the_drawn_one(task_table):
    other = "seri_5" if task_table.task != "seri_5" else "kut_4"
    task_table.page.locator("[data-others] summary").click()
    expect(task_table.page.locator(".tasks .opt:visible")).to_have_count(12)
    task_table.tap("task", other)
    expect(task_table.page.locator(".tasks .opt:visible")).to_have_count(1)
    expect(task_table.page.locator(f"[name=task][value={other}]")).to_be_checked()
    task_table.tap_empty_place()  # a seat may have moved to where the task was tapped
    task_table.enter_hand("A1", 1, 2, 3)
    expect(task_table.preview).to_contain_text("Elinde kalan: 3")
    task_table.page.reload()
    task_table.wait_for_script()
    task_table.expect_task(other)
    expect(task_table.page.locator("[name=B2-points]")).to_have_value("3")
    expect(task_table.preview).to_contain_text("Elinde kalan: 3")
    task_table.save()
    task_table.expect_stored("A1")
    assert task_table.reports[0]["task"] == other


@pytest.mark.release
def test_reload_keeps_the_task_and_the_input(task_table):
    task = task_table.task
    task_table.enter_hand("A2", 5, 6, 7, seats=("A1", "B1", "B2"))
    task_table.tap("B1-opened")
    task_table.page.reload()
    task_table.wait_for_script()
    task_table.expect_task(task)
    expect(task_table.page.locator("[name=B1-opened]")).to_be_checked()
    expect(task_table.page.locator("[name=B2-points]")).to_have_value("7")
    expect(task_table.preview).to_contain_text("Elinde kalan: 7")


def test_offline_hands_have_the_servers_tasks(task_table):
    drawn = str(task_table.page.locator("[data-drawn]").get_attribute("data-drawn")).split()
    task_table.page.context.set_offline(True)
    task_table.enter_hand("A1", 34, 12, 71)
    task_table.tap("B1-opened")
    task_table.save()
    expect(task_table.page.locator("#hand-number")).to_have_text("2. el")
    task_table.expect_blank_form()
    task_table.expect_task(drawn[1])
    expect(task_table.page.locator("[data-seed]")).to_contain_text("/1/2 ")
    task_table.enter_hand("deck_exhausted", 1, 2, 3, 4, seats=("A1", *OTHERS))
    task_table.save()
    await_tray(task_table.page, 2)
    task_table.expect_task(drawn[2])
    task_table.page.locator("#tray > details > summary").click()
    lines = task_table.page.locator("#tray .lines")
    expect(lines.first).to_contain_text(" bitti · Görev: ")
    expect(lines.first).to_contain_text(": açtı, 34 · ")
    expect(lines.last).to_contain_text("Deste bitti · Görev: ")
    task_table.enter_hand("B1", 1, 2, 3, seats=("A1", "A2", "B2"))
    task_table.save()
    await_tray(task_table.page, 3)
    expect(task_table.page.locator("#hand-number")).to_have_text("sonraki el")
    expect(task_table.page.locator("[name=task]:checked")).to_have_count(0)
    expect(task_table.page.locator(".tasks .opt:visible")).to_have_count(12)
    expect(task_table.page.locator("[data-seed]")).to_be_hidden()
    expect(task_table.page.locator("[data-seed] + span")).to_be_visible()
    task_table.tap("end", "A1")
    expect(task_table.page.locator("#preview [role=alert]")).to_be_visible()
    task_table.page.context.set_offline(False)
    task_table.expect_stored("A1", None, "B1")
    assert [report["task"] for report in task_table.reports] == drawn[:3]
    expect(task_table.preview).to_be_visible()
    over = task_table.page.locator("#follow.sticky-top summary")
    expect(over).to_contain_text("Karşılaşma bitti: eksik el yok")
    expect(over).to_be_in_viewport()


@pytest.mark.release
def test_rack_entered_by_tiles_is_kept_and_shown_in_a_correction(task_table):
    page, points = task_table.page, task_table.page.locator("[name=B1-points]")
    sum_, message = page.locator("[data-part=sum]"), page.locator("[data-message]:visible")
    task_table.enter_hand("A1", 5, 12, 71)
    task_table.key("B1").dblclick()
    expect(page.locator("[data-save]")).to_be_hidden()
    task_table.tap_empty_place()
    task_table.taps("r7", "*", "k13", "*", "b6")
    expect(sum_).to_have_text("Puan: 26")
    task_table.taps("*")
    expect(message).to_have_text("joker: ikisi de zaten var")
    page.locator("[data-rack-done]").click()
    expect(points).to_have_value("26")
    expect(points).not_to_be_editable()
    expect(task_table.key("B1")).to_have_text("Taşlar: 5")
    task_table.key("A2").click()
    task_table.taps("*")
    expect(message).to_have_text("joker: ikisi de zaten var")
    task_table.taps("y2", "y3")
    page.locator(".tapped [data-take-away]").first.click()
    page.keyboard.press("Escape")
    expect(page.locator("[name=A2-points]")).to_have_value("3")
    page.reload()
    task_table.wait_for_script()
    expect(task_table.key("B1")).to_have_text("Taşlar: 5")
    expect(points).not_to_be_editable()
    page.context.set_offline(True)
    task_table.save()
    await_tray(page, 1)
    page.locator("#tray > details > summary").click()
    expect(page.locator("#tray .lines")).to_contain_text(": 26 · ")
    expect(task_table.key("B1")).to_have_text("Taşlar")
    page.context.set_offline(False)
    task_table.expect_stored("A1")
    racks = [task_table.reports[0]["seats"][seat]["rack"] for seat in OTHERS]
    assert racks[:2] == [{"tiles": ["r7", "*", "k13", "*", "b6"]}, {"tiles": ["y3"]}]

    page.locator(".note.last a").click()
    expect(task_table.key("B1")).to_have_text("Taşlar: 5")
    expect(task_table.preview.locator(".rack-left").first).to_contain_text("13")
    page.on("dialog", lambda asked: asked.accept())
    task_table.key("B1").click()
    expect(page.locator(".tapped .tile")).to_have_count(5)
    page.locator("[data-type-instead]").click()
    expect(points).to_be_editable()
    expect(points).to_be_focused()
    page.keyboard.type("27")
    expect(points).to_have_value("27")
    expect(task_table.preview).to_contain_text("Elinde kalan: 27")


@pytest.mark.release
def test_correction_shows_its_consequences(task_table):
    task_table.enter_hand("A1", 34, 12, 71)
    task_table.save()
    task_table.tap_empty_place()
    task_table.page.locator(".note.last a").click()
    changes = task_table.page.locator("#preview:not([data-old]) .changes")
    expect(changes).to_be_visible()
    expect(changes.locator("li")).to_have_count(0)
    task_table.tap_empty_place()
    task_table.points("B1", 43)
    expect(changes.locator("li").first).to_contain_text("+114")
    task_table.page.locator("label", has=task_table.page.locator("[name=because][value=mistyped]")).click()
    task_table.save()
    expect(task_table.page.locator(".hands-list .fresh")).to_be_visible()
    assert task_table.reports[0]["seats"]["B1"]["rack"] == {"points": 43, "okeys": 0}


@pytest.mark.release
def test_touch_targets_are_large_enough_and_the_page_fits_a_phone(task_table):
    task_table.tap("end", "A1")
    expect(task_table.preview).to_be_visible()
    for summary in task_table.page.locator("#hand summary:visible").all():
        summary.click()
    for control in task_table.page.locator(
        "#hand .opt:visible, #hand summary:visible, #hand button:visible, .left:visible"
    ).all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH
    assert not is_wider_than_the_screen(task_table.page)
    with letters_at_200_percent(task_table.page):
        assert not is_wider_than_the_screen(task_table.page)


@pytest.mark.release
def test_axe_finds_nothing_grave_in_both_themes(task_table):
    task_table.page.locator("[data-others] summary").click()
    task_table.tap("end", "A1")
    task_table.points("B1", 0)
    for summary in task_table.page.locator("#hand .rare summary:visible").all():
        summary.click()
    task_table.tap("B1-opened")
    for seat in OTHERS[1:]:
        task_table.points(seat, 0)
    expect(task_table.preview.locator(".doubtful").first).to_be_visible()
    assert list(serious_axe_violations(task_table.page, ONCE + OTHERWISE)) == []


@pytest.mark.release
def test_whole_hand_is_entered_without_scripts(server_process, windows):
    table_ids = tables_of(server_process, rule_set_id="okey-task", length=[1, 3])[0]
    page = phone(windows, script=False)
    become_keeper_by_http(page.context, server_process.url, table_ids, "Nermin")
    page.goto(f"{server_process.url}/table/{table_ids['table']}/hand/")
    page.locator("label.opt", has=page.locator("[name=end][value=A1]")).click()
    page.locator("[name=B1-points]").fill("34")
    page.locator("[data-save]").click()
    expect(page.locator("#refused")).to_be_visible()
    expect(page.locator("#A2-rack-problems")).not_to_be_empty()
    for seat, left in (("A2", "12"), ("B2", "71")):
        page.locator(f"[name={seat}-points]").fill(left)
    page.locator("[data-save]").click()
    expect(page.locator("#saved")).to_be_visible()
    assert not is_wider_than_the_screen(page)
