from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from rules.validation import ERROR_CODES
from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.lost_answers import forward_without_answer, lose
from tests.browser.scenes.script_modules import MODULE
from tests.browser.scenes.stored_hands import entries, hands_of, racks, tables_of
from tests.browser.scenes.table_page import (
    TablePage,
    await_tray,
    become_keeper_by_http,
    middle,
    phone,
    stop_clock,
    tap_twice,
    wait_while_forwarding,
)
from tests.processes import ServerProcess, free_port, serve_process

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OUTBOX = "**/hand/outbox/"
ONE_LINE = 60
TOO_MANY_OKEYS = ERROR_CODES["too_many_okeys"]
PATIENCE = 4_000
"""Milliseconds a phone waits for an answer before it goes on."""


class OutboxTable:
    def __init__(self, served: ServerProcess, windows: Windows, **settings: Any) -> None:
        self.served = served
        self.windows = windows
        self.about = tables_of(served, **settings)[0]
        self.table = self.take_over("Nermin")
        self.context: BrowserContext = self.page.context

    def take_over(self, name: str) -> TablePage:
        page = phone(self.windows)
        become_keeper_by_http(page.context, self.served.url, self.about, name, host=HOST)
        return self.opened(page)

    def opened(self, page: Page) -> TablePage:
        table = TablePage(page)
        page.goto(f"http://{HOST}:{self.served.port}/table/{self.about['table']}/hand/")
        expect(table.form).to_be_visible()
        return table

    @property
    def page(self) -> Page:
        return self.table.page

    @property
    def stored_points(self) -> list[int | None]:
        return racks(self.served.database, self.about["encounter"])

    def signal_online(self) -> None:
        self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def expect_stored(self, hands: list[int | None]) -> None:
        wait_while_forwarding(self.page, lambda: self.stored_points == hands, f"the ledger never had {hands}")

    def fill(self, points: int, table: TablePage | None = None) -> None:
        table = table or self.table
        table.finish("A1")
        table.fill_opponent_sheet("series", points)
        table.fill_opponent_sheet("none")

    def save(self, points: int, table: TablePage | None = None) -> None:
        table = table or self.table
        self.fill(points, table)
        table.page.locator("[data-save]").click()
        expect(table.form).to_have_attribute("data-step", "end")

    def fill_three_okeys(self, points: int) -> None:
        self.table.finish("A1")
        self.table.fill_opponent_sheet("series", points, okeys=2)
        self.table.fill_opponent_sheet("series", 5, okeys=1)

    def save_with_three_okeys(self, points: int) -> None:
        self.fill_three_okeys(points)
        self.page.locator("[data-save]").click()
        expect(self.table.form).to_have_attribute("data-step", "end")

    def expect_unsent(self, count: int) -> None:
        await_tray(self.page, count)


@pytest.fixture
def outbox_table(server_process: ServerProcess, windows: Windows) -> OutboxTable:
    return OutboxTable(server_process, windows, groups_best_of=5)


def lose_answers(page: Page, times: int = 1) -> list[int]:
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        if len(lost) < times:
            lost.append(forward_without_answer(route))
            lose(route)
        else:
            route.fallback()

    page.route(OUTBOX, lose_first)
    return lost


def hold(page: Page, address: str | re.Pattern[str]) -> Callable[[], Route]:
    """Hold the next request to this address until released; later ones pass.

    The returned function waits for and returns that request.
    """
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.fallback()
        else:
            held.append(route)

    # `times=1` would release both of two held requests.
    page.route(address, hold_first)

    def come() -> Route:
        wait_while_forwarding(page, lambda: bool(held), f"nobody asked for {address}")
        return held[0]

    return come


def release_request(page: Page, held: Route) -> None:
    """Release a held request and wait until the page has processed the answer."""
    with page.expect_request_finished(lambda request: request == held.request):
        held.continue_()
    page.evaluate("'its turn is over'")


def test_club_has_no_secure_context(outbox_table):
    assert outbox_table.page.evaluate("isSecureContext") is False
    assert outbox_table.page.evaluate("typeof crypto.randomUUID") == "undefined"


def test_stream_that_is_back_hides_that_the_server_is_out_of_reach(outbox_table):
    page, note = outbox_table.page, outbox_table.page.locator("#offline")
    page.route("**/follow/**", lambda route: route.abort())
    page.evaluate("htmx.trigger('#follow', 'refresh')")
    expect(note).to_be_visible()
    page.unroute("**/follow/**")
    expect(note).to_be_hidden()


def test_six_offline_hands_are_sent_in_order_once_online(outbox_table):
    outbox_table.save(10)
    outbox_table.expect_stored([10])
    outbox_table.expect_unsent(0)
    outbox_table.context.set_offline(True)
    expect(outbox_table.page.locator("#offline")).to_be_visible()
    for points in (11, 12, 13, 14, 15, 16):
        outbox_table.save(points)
    outbox_table.expect_unsent(6)
    assert outbox_table.stored_points == [10]
    offline = outbox_table.page.locator("#offline")
    expect(offline.locator("[data-kept]")).to_be_hidden()  # the tray shows it now
    expect(offline.locator("b")).to_be_visible()
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([10, 11, 12, 13, 14, 15, 16])
    outbox_table.expect_unsent(0)
    expect(outbox_table.page.locator("#saved")).to_be_visible()


@pytest.mark.release
def test_server_decides_whether_a_match_is_over(outbox_table):
    """Three hands per match: the one entered as the fourth is the first of the second match."""
    outbox_table.context.set_offline(True)
    for points in (21, 22, 23, 24, 25):
        outbox_table.save(points)
    expect(outbox_table.page.locator("#hand-number")).to_have_text("sonraki el")
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([21, 22, 23, 24, 25])
    outbox_table.expect_unsent(0)
    placed = [
        (hand["match"], hand["deal"])
        for hand in hands_of(outbox_table.served.database, outbox_table.about["encounter"])
    ]
    assert placed == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]
    assert outbox_table.stored_points == [21, 22, 23, 24, 25]


@pytest.mark.release
def test_offline_the_deal_passes_on(outbox_table):
    outbox_table.page.goto(f"http://{HOST}:{outbox_table.served.port}/table/{outbox_table.about['table']}/")
    with outbox_table.page.expect_response("**/dealer/"):
        outbox_table.page.locator(".dealers button").nth(1).click()
    outbox_table.table = outbox_table.opened(outbox_table.page)
    marks = outbox_table.page.locator(".round .deals")
    expect(marks.nth(1)).to_be_visible()
    outbox_table.context.set_offline(True)
    outbox_table.table.tap_empty_place()  # where the seat is was the dealer button: no double tap
    for points, deals in ((26, 2), (27, 3), (28, 0)):
        outbox_table.save(points)
        expect(marks.nth(deals)).to_be_visible()
        expect(marks.locator("visible=true")).to_have_count(1)


def test_lost_answer_is_retried_and_the_hand_stored_once(outbox_table):
    lost = lose_answers(outbox_table.page)
    outbox_table.save(31)
    outbox_table.expect_unsent(0)
    assert lost == [200]
    assert outbox_table.stored_points == [31]


def test_interrupted_save_loses_nothing(outbox_table):
    outbox_table.page.route(OUTBOX, lambda route: route.abort("internetdisconnected"), times=2)
    outbox_table.save(32)
    outbox_table.save(33)
    outbox_table.expect_stored([32, 33])
    outbox_table.expect_unsent(0)


def test_slow_answer_does_not_block_and_removes_the_hand_when_it_arrives(outbox_table):
    held = hold(outbox_table.page, OUTBOX)
    outbox_table.fill(34)
    stop_clock(outbox_table.page)
    outbox_table.page.locator("[data-save]").click()
    expect(outbox_table.page.locator("[data-save]")).to_have_attribute("aria-busy", "true")
    late = held()
    outbox_table.page.clock.run_for(PATIENCE)
    expect(outbox_table.table.form).to_have_attribute("data-step", "end")
    outbox_table.expect_unsent(1)
    assert (outbox_table.table.hand_number, outbox_table.stored_points) == (2, [])
    outbox_table.table.finish("A1")
    late.continue_()
    outbox_table.expect_unsent(0)
    assert (outbox_table.table.step, outbox_table.stored_points) == ("B1", [34])


def test_refused_hand_is_returned_and_the_next_takes_its_place_once_discarded(outbox_table):
    outbox_table.context.set_offline(True)
    outbox_table.save_with_three_okeys(35)
    outbox_table.save(36)
    outbox_table.context.set_offline(False)
    expect(outbox_table.page.locator("#tray.bad")).to_be_visible()
    assert outbox_table.stored_points == []
    outbox_table.expect_unsent(2)
    outbox_table.page.locator("#tray > details > summary").click()
    # it waits for its keeper, not for the network
    expect(outbox_table.page.locator("#tray details > p >> nth=0")).to_be_hidden()
    expect(outbox_table.page.locator("#head .pending")).to_contain_text("+1 ")
    outbox_table.page.once("dialog", lambda dialog: dialog.dismiss())
    outbox_table.page.locator("[data-discard]").first.click()
    outbox_table.expect_unsent(2)
    outbox_table.page.once("dialog", lambda dialog: dialog.accept())
    outbox_table.page.locator("[data-discard]").first.click()
    outbox_table.expect_unsent(0)
    assert outbox_table.stored_points == [36]


def test_impossible_offline_hand_is_explained_corrected_and_stored_before_the_next(outbox_table):
    page, table = outbox_table.page, outbox_table.table
    outbox_table.context.set_offline(True)
    outbox_table.save_with_three_okeys(37)
    outbox_table.save(38)
    outbox_table.expect_unsent(2)
    outbox_table.context.set_offline(False)
    expect(page.locator("#tray.bad")).to_be_visible()
    page.locator("#tray > details > summary").click()
    reason = page.locator("#tray .reasons").first
    expect(reason).to_contain_text(TOO_MANY_OKEYS.tr)
    expect(reason.locator("a")).to_have_attribute("href", re.compile(r"/rules/#m[\d-]+$"))
    page.locator("[data-review]").first.click()
    expect(page.locator("#hand-problems")).to_contain_text(TOO_MANY_OKEYS.tr)
    assert [page.locator(f"#{seat}-points").input_value() for seat in ("B1", "B2")] == ["37", "5"]
    table.edit("B2")
    table.tap_empty_place()
    page.locator("label", has=page.locator("[name=B2-okeys][value='0']")).click()
    table.go_to_next_step()
    table.expect_points("−101", "+239", "0", "+5")
    table.tap_empty_place()
    page.locator("[data-save]").click()
    outbox_table.expect_stored([37, 38])
    outbox_table.expect_unsent(0)


@pytest.mark.release
def test_unusual_offline_hand_is_confirmed_once_the_server_asks(outbox_table):
    outbox_table.context.set_offline(True)
    outbox_table.save(0)
    outbox_table.expect_unsent(1)
    outbox_table.context.set_offline(False)
    expect(outbox_table.page.locator("#tray.bad")).to_be_visible()
    outbox_table.page.locator("#tray > details > summary").click()
    outbox_table.page.locator("[data-review]").click()
    expect(outbox_table.page.locator("#doubted")).to_be_visible()
    outbox_table.page.locator("[name=accepted]").check()
    outbox_table.page.locator("[data-save]").click()
    outbox_table.expect_stored([None])  # an empty rack
    outbox_table.expect_unsent(0)


@pytest.mark.release
def test_hand_saved_before_its_score_came_is_judged_by_the_server(outbox_table):
    page = outbox_table.page
    page.route("**/preview/", lambda route: route.abort())
    outbox_table.fill_three_okeys(39)
    page.locator("[data-save]").click()
    expect(page.locator("#refused")).to_be_visible()
    expect(page.locator("#hand-problems")).to_contain_text(TOO_MANY_OKEYS.tr)
    assert outbox_table.stored_points == []


def test_reload_with_waiting_hands_continues_after_them(outbox_table):
    outbox_table.page.route(OUTBOX, lambda route: route.abort())
    for points in (41, 42):
        outbox_table.save(points)
    outbox_table.page.reload()
    outbox_table.expect_unsent(2)
    expect(outbox_table.page.locator("#hand-number")).to_have_attribute("data-number", "3")
    outbox_table.save(43)
    outbox_table.expect_unsent(3)
    outbox_table.page.unroute(OUTBOX)
    outbox_table.signal_online()
    outbox_table.expect_stored([41, 42, 43])
    outbox_table.expect_unsent(0)


def test_hand_begun_before_storage_is_read_follows_the_waiting_ones(outbox_table):
    outbox_table.page.route(OUTBOX, lambda route: route.abort())
    outbox_table.save(44)
    forbid_reuse(outbox_table.context)
    outbox_table.page.route(STORAGE, slow_storage)
    outbox_table.page.reload()
    outbox_table.fill(45)
    outbox_table.page.evaluate("window.answerFromStorage()")
    expect(outbox_table.page.locator("#hand-number")).to_have_attribute("data-number", "2")
    outbox_table.page.locator("[data-save]").click()
    expect(outbox_table.table.form).to_have_attribute("data-step", "end")
    outbox_table.page.unroute(OUTBOX)
    outbox_table.signal_online()
    outbox_table.expect_stored([44, 45])
    outbox_table.expect_unsent(0)


STORAGE = re.compile(r"/js/table/storage(\.[0-9a-f]{12})?\.js$")
SLOW_STORAGE = """
    export * from "{here}?really";
    import {{ readAll as read }} from "{here}?really";
    const answered = new Promise((answer) => {{ window.answerFromStorage = answer; }});
    export const readAll = () => answered.then(read);
"""


def slow_storage(route: Route) -> None:
    body = SLOW_STORAGE.format(here=route.request.url)
    route.fulfill(body=body, content_type="text/javascript")


@pytest.mark.release
def test_hands_of_a_closed_tab_are_sent_by_another(outbox_table):
    outbox_table.context.set_offline(True)
    outbox_table.save(51)
    outbox_table.page.close()
    outbox_table.context.set_offline(False)
    outbox_table.table = outbox_table.opened(outbox_table.context.new_page())
    outbox_table.expect_stored([51])
    outbox_table.expect_unsent(0)


def test_undo_restores_the_hand_and_a_double_tap_undoes_one(outbox_table):
    for points in (62, 63):
        outbox_table.save(points)
    expect(outbox_table.page.locator("[data-undo]")).to_be_visible()
    outbox_table.table.tap_empty_place()
    outbox_table.page.locator("[data-undo]").dblclick()
    expect(outbox_table.table.form).to_have_attribute("data-step", "review")
    expect(outbox_table.page.locator("#hand-number")).to_have_attribute("data-number", "2")
    assert outbox_table.page.locator("#B1-points").input_value() == "63"
    assert outbox_table.stored_points == [62, 63]  # taken back: its last entry has the restored values
    outbox_table.table.edit("B1")
    for digit in "64":
        outbox_table.page.locator(f".keys [data-key='{digit}']").click()
    outbox_table.table.go_to_next_step()
    outbox_table.page.locator("[data-save]").click()
    expect(outbox_table.page.locator("#hand-number")).to_have_attribute("data-number", "3")
    outbox_table.expect_unsent(0)
    assert outbox_table.stored_points == [62, 64]
    assert not outbox_table.page.locator("[name=reason]").count()


RESTORED = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
"""The event a page gets when it is restored from the back/forward cache."""


@pytest.mark.release
@pytest.mark.parametrize("end", ["A1", "all_opened_pairs"])
def test_copy_from_before_an_undo_asks_nothing_until_updated(outbox_table, end):
    outbox_table.save(65)
    outbox_table.table.finish(end)
    if end == "A1":
        outbox_table.table.fill_opponent_sheet("none")
        outbox_table.table.fill_opponent_sheet("none")
    outbox_table.page.locator("[data-save]").click()
    expect(outbox_table.page.locator("[data-undo]")).to_be_visible()
    outbox_table.expect_unsent(0)
    come = hold(outbox_table.page, "**/follow/**")
    other = outbox_table.opened(outbox_table.context.new_page())
    other.page.locator("[data-undo]").click()
    expect(other.form).to_have_attribute("data-step", "review")
    outbox_table.page.bring_to_front()
    outbox_table.page.evaluate(RESTORED)
    held = come()
    outbox_table.page.mouse.click(*middle(outbox_table.page.locator(".seat.opt").first))
    expect(outbox_table.table.form).to_have_attribute("data-step", "end")
    held.continue_()
    expect(outbox_table.table.form).to_have_attribute("data-step", "review")
    expect(outbox_table.page.locator("#hand-number")).to_have_attribute("data-number", "2")


@pytest.mark.release
def test_page_from_the_back_button_asks_nothing_until_updated(outbox_table):
    page = outbox_table.page
    outbox_table.save(69)
    outbox_table.expect_unsent(0)
    page.goto(
        f"http://{HOST}:{outbox_table.served.port}/table/{outbox_table.about['table']}/e/{outbox_table.about['encounter']}/"
    )
    come = hold(page, "**/follow/**")
    page.go_back()
    held = come()
    expect(page.locator("#screen[inert]")).to_have_count(1)
    held.continue_()
    expect(page.locator("#screen[inert]")).to_have_count(0)
    expect(page.locator("#hand-number")).to_have_attribute("data-number", "2")


@pytest.mark.release
def test_copy_of_a_page_continues_once_updated(outbox_table):
    outbox_table.save(66)
    outbox_table.expect_unsent(0)
    come = hold(outbox_table.page, "**/follow/**")
    outbox_table.page.evaluate(RESTORED)
    held = come()
    outbox_table.page.route("**/follow/**", lambda _who_asks_again: None)
    held.continue_(url=re.sub(r"counter=\d+", "counter=0", held.request.url))
    expect(outbox_table.page.locator("#screen[inert]")).to_have_count(0)


@pytest.mark.release
def test_copy_of_a_page_is_usable_offline(outbox_table):
    outbox_table.context.set_offline(True)
    outbox_table.page.evaluate(RESTORED)
    outbox_table.save(68)
    outbox_table.expect_unsent(1)


def test_two_tabs_send_the_same_hands_once(outbox_table):
    other = outbox_table.opened(outbox_table.context.new_page())
    outbox_table.page.bring_to_front()
    outbox_table.context.set_offline(True)
    for points in (52, 53):
        outbox_table.save(points)
    outbox_table.context.set_offline(False)
    other.page.evaluate("dispatchEvent(new Event('online'))")
    outbox_table.expect_stored([52, 53])
    outbox_table.expect_unsent(0)
    expect(other.page.locator("#tray")).to_be_hidden()


@pytest.mark.release
def test_hand_after_one_removed_in_another_tab_follows_the_stored_one(outbox_table):
    """Both tabs hold the same hand; the first shows its next one as following the other's."""
    other = outbox_table.opened(outbox_table.context.new_page())
    outbox_table.fill(55, other)
    outbox_table.page.bring_to_front()
    outbox_table.fill(55)
    shows = hold(outbox_table.page, re.compile(r"/(table|masa)/[0-9a-f-]+/$"))
    outbox_table.page.locator("[data-save]").click()
    page = shows()
    sends = hold(other.page, OUTBOX)
    other.page.locator("[data-save]").click()
    sent = sends()
    release_request(outbox_table.page, page)
    outbox_table.expect_unsent(1)
    outbox_table.table.finish("A1")
    release_request(other.page, sent)
    outbox_table.expect_unsent(0)
    outbox_table.table.fill_opponent_sheet("series", 56)
    outbox_table.table.fill_opponent_sheet("none")
    outbox_table.page.locator("[data-save]").click()
    outbox_table.expect_stored([55, 56])
    outbox_table.expect_unsent(0)


def test_hand_without_a_known_place_is_opened_as_the_next_one(outbox_table):
    outbox_table.save(57)
    outbox_table.expect_unsent(0)
    outbox_table.fill(58)
    outbox_table.page.evaluate(AFTER_NOTHING)
    outbox_table.page.locator("[data-save]").click()
    expect(outbox_table.page.locator("#as-next")).to_contain_text("2. el")
    outbox_table.expect_unsent(1)
    outbox_table.table.tap_empty_place()
    outbox_table.page.locator("[data-save]").click()
    outbox_table.expect_stored([57, 58])
    outbox_table.expect_unsent(0)


def test_table_is_reachable_from_a_lasting_refusal(outbox_table):
    other = outbox_table.opened(outbox_table.context.new_page())
    outbox_table.page.bring_to_front()
    outbox_table.fill(59)
    other.page.goto(f"http://{HOST}:{outbox_table.served.port}/table/{outbox_table.about['table']}/")
    with other.page.expect_response("**/swap/"):
        other.page.locator("form[action$='/swap/'] button").first.click()
    outbox_table.page.locator("[data-save]").click()
    expect(outbox_table.page.locator("[role=alert]")).to_contain_text("yer değiştirmiş")
    outbox_table.page.locator(".entry-body a.go").click()
    outbox_table.page.locator("a[href$='/hand/']").click()
    expect(outbox_table.table.form).to_have_attribute("data-step", "end")
    outbox_table.expect_unsent(1)


AFTER_NOTHING = """() => {
    const fields = {after: "00000000-0000-4000-8000-000000000000", match: "", deal: ""}
    const {elements} = document.getElementById("hand")
    for (const [name, value] of Object.entries(fields)) elements[name].value = value
}"""


def test_phone_with_two_tables_shows_waiting_hands_of_the_other(outbox_table):
    outbox_table.page.route(OUTBOX, lambda route: route.abort())
    outbox_table.save(54)
    outbox_table.expect_unsent(1)
    first = outbox_table.about["table"]
    second = tables_of(outbox_table.served)[0]
    outbox_table.page.goto(f"http://{HOST}:{outbox_table.served.port}/m/{second['token']}/")
    tray = outbox_table.page.locator("#tray")
    expect(tray.locator("[data-count]")).to_have_text("1")
    tray.locator("> details > summary").click()
    tray.locator(".elsewhere a").click()
    outbox_table.page.wait_for_url(f"**/table/{first}/")
    outbox_table.page.unroute(OUTBOX)
    outbox_table.expect_stored([54])
    outbox_table.expect_unsent(0)


def test_back_button_neither_repeats_nor_loses_a_hand(outbox_table):
    outbox_table.save(61)
    outbox_table.expect_unsent(0)
    outbox_table.page.go_back()
    outbox_table.page.go_forward()
    outbox_table.page.goto(outbox_table.page.url)
    outbox_table.table = outbox_table.opened(outbox_table.context.new_page())
    outbox_table.save(62)
    outbox_table.expect_stored([61, 62])
    outbox_table.expect_unsent(0)


def test_offline_double_tap_saves_one_hand(outbox_table):
    outbox_table.context.set_offline(True)
    outbox_table.fill(71)
    tap_twice(outbox_table.page.locator("[data-save]"))
    expect(outbox_table.table.form).to_have_attribute("data-step", "end")
    outbox_table.expect_unsent(1)
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([71])
    outbox_table.expect_unsent(0)


def test_wrong_clock_is_reported_and_decides_nothing(outbox_table):
    forbid_reuse(outbox_table.context)
    outbox_table.context.add_init_script("Date.now = () => 1000000000000")  # in the year 2001
    outbox_table.table = outbox_table.opened(outbox_table.context.new_page())
    outbox_table.context.set_offline(True)
    for points in (81, 82):
        outbox_table.save(points)
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([81, 82])
    outbox_table.expect_unsent(0)
    hands = hands_of(outbox_table.served.database, outbox_table.about["encounter"])
    assert all(hand["entered_at"].startswith("2001-09-09") for hand in hands)
    assert all(hand["received_at"] > "2026" for hand in hands)


@pytest.mark.release
def test_line_at_the_top_says_that_a_hand_waits_and_why(outbox_table):
    outbox_table.context.set_offline(True)
    expect(outbox_table.page.locator("#offline")).to_be_visible()
    outbox_table.save(20)
    outbox_table.expect_unsent(1)
    expect(outbox_table.page.locator("#offline [data-kept]")).to_be_hidden()
    beside_the_totals = outbox_table.page.locator("#head .pending")
    expect(beside_the_totals).to_have_text("+1 el bekliyor")
    outbox_table.context.set_offline(False)
    outbox_table.expect_unsent(0)
    expect(beside_the_totals).to_be_hidden()


@pytest.mark.release
def test_offline_the_phone_asks_for_a_possible_answer_of_each_sheet(outbox_table):
    page, table = outbox_table.page, outbox_table.table
    outbox_table.context.set_offline(True)
    table.finish("A1")
    table.fill_impossible_sheet()
    table.fill_opponent_sheet("none")
    page.locator("[data-save]").click()
    expect(table.form).to_have_attribute("data-step", "B1")
    refusal = page.locator(".sheet:visible [data-refusal]")
    expect(refusal).to_contain_text("140")
    page.locator(".sheet:visible [data-kind=series]").click()
    expect(refusal).to_be_empty()
    page.locator(".sheet:visible [data-kind=pairs]").click()
    expect(refusal).to_contain_text("140")
    for _digit in range(3):
        page.locator(".keys [data-key=back]").click()
    page.go_back()
    expect(table.form).to_have_attribute("data-step", "review")
    page.locator("[data-save]").click()
    expect(table.form).to_have_attribute("data-step", "B1")
    expect(refusal).to_be_empty()
    for digit in "409":
        page.locator(f".keys [data-key='{digit}']").click()
    expect(refusal).to_contain_text("140")
    table.go_to_next_step()
    table.tap_empty_place()
    page.locator("[data-save]").click()
    outbox_table.expect_unsent(1)
    expect(page.locator(".sheet[data-seat=B1] [data-refusal]")).to_be_empty()
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([40])


@pytest.mark.release
def test_server_says_which_number_follows_a_hand_that_may_be_void(outbox_table):
    page, number = outbox_table.page, outbox_table.page.locator("#hand-number")
    page.route(OUTBOX, lambda route: route.abort())
    page.locator("label", has=page.locator("[value=all_opened_pairs]")).click()
    expect(page.locator("#preview [data-void]")).to_be_visible()
    page.locator("[data-save]").click()
    outbox_table.expect_unsent(1)
    expect(number).to_have_text("1. el")
    outbox_table.context.set_offline(True)
    page.locator("label", has=page.locator("[value=all_opened_pairs]")).click()
    expect(page.locator("#preview .whole [role=alert]")).to_be_visible()
    page.locator("[data-save]").click()
    outbox_table.expect_unsent(2)
    expect(number).to_have_text("sonraki el")
    outbox_table.save(43)
    expect(number).to_have_text("sonraki el")
    page.unroute(OUTBOX)
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([None, None, 43])
    outbox_table.expect_unsent(0)
    expect(number).to_have_text("2. el")


@pytest.mark.release
def test_presets_and_infractions_are_read_back_and_kept_offline(outbox_table):
    outbox_table.context.set_offline(True)
    table = outbox_table.table
    table.finish("A1")
    table.fill_opponent_sheet("series", 47, okeys=1, fouls={"playable_discard": 2})
    table.fill_opponent_sheet("none")
    rows = outbox_table.page.locator(".typed-row")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("bitti: Düz")
    expect(rows.nth(1)).to_contain_text("Seri 47 + 1 okey, ")
    expect(rows.nth(1)).to_contain_text("× 2")
    rows.first.click()
    expect(table.form).to_have_attribute("data-step", "finish")
    table.tap_empty_place()
    outbox_table.page.locator("input[name=finish][value=okey]").click(force=True)
    table.go_to_next_step()
    expect(rows.first).to_contain_text("bitti: Okey")
    table.tap_empty_place()
    outbox_table.page.locator("[data-save]").click()
    outbox_table.expect_unsent(1)
    lines = outbox_table.page.locator("#tray .lines").text_content() or ""
    assert "bitti: Okey" in lines
    assert "× 2" in lines
    expect(outbox_table.page.locator("#hand-number")).to_have_attribute("data-number", "2")
    expect(outbox_table.page.locator(".review-step h2")).to_have_text("2. el doğru mu?")
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([47])
    outbox_table.expect_unsent(0)


def test_second_of_two_racing_phones_decides(outbox_table):
    outbox_table.context.set_offline(True)  # before Hasan keeps the table: an untouched page would show that
    other = outbox_table.take_over("Hasan")
    outbox_table.save(91)
    outbox_table.save(93)
    outbox_table.save(92, other)
    outbox_table.expect_stored([92])
    outbox_table.context.set_offline(False)
    expect(outbox_table.page.locator("#tray.bad")).to_be_visible()
    assert outbox_table.stored_points == [92]
    outbox_table.page.locator("#tray > details > summary").click()
    outbox_table.page.locator("[data-review]").first.click()
    expect(outbox_table.page.locator(".versions")).to_contain_text("+91")
    expect(outbox_table.page.locator(".versions")).to_contain_text("+92")
    outbox_table.page.locator("[data-drop]").first.click()
    outbox_table.expect_stored([92, 93])
    outbox_table.expect_unsent(0)


@pytest.fixture
def overtaken_table(outbox_table: OutboxTable) -> OutboxTable:
    outbox_table.context.set_offline(True)
    other = outbox_table.take_over("Hasan")
    outbox_table.save(91)
    outbox_table.save(92, other)
    outbox_table.expect_stored([92])
    return outbox_table


@pytest.mark.release
def test_requested_comparison_shows_despite_an_earlier_page_update(overtaken_table):
    page = overtaken_table.page
    held = hold(page, "**/hand/")
    overtaken_table.context.set_offline(False)
    expect(page.locator("#tray.bad")).to_be_visible()
    page.locator("#tray > details > summary").click()
    page.locator("[data-review]").click()
    comparison = held()
    expect(page.locator("form[action$='/keep/'] input[name=name]")).to_be_visible()
    comparison.continue_()
    expect(page.locator(".versions")).to_contain_text("+91")


@pytest.mark.release
def test_requested_comparison_stays_despite_a_later_page_update(overtaken_table):
    page = overtaken_table.page
    held = hold(page, "**/follow/*")
    overtaken_table.context.set_offline(False)
    follow = held()
    expect(page.locator("#tray.bad")).to_be_visible()
    page.locator("#tray > details > summary").click()
    page.locator("[data-review]").click()
    expect(page.locator(".versions")).to_be_visible()
    release_request(page, follow)
    expect(page.locator(".versions")).to_contain_text("+91")


def test_input_during_a_poll_is_kept(outbox_table):
    held = hold(outbox_table.page, "**/follow/*")
    outbox_table.table.request_update()
    follow = held()
    outbox_table.take_over("Hasan")
    outbox_table.table.finish("A1")
    release_request(outbox_table.page, follow)
    outbox_table.table.request_update()
    expect(outbox_table.page.locator("#follow")).to_contain_text("Hasan")
    assert outbox_table.table.step == "B1"


@pytest.mark.release
def test_unrequested_page_keeps_a_hand_begun_on_the_previous_one(outbox_table):
    outbox_table.page.route(OUTBOX, lambda route: route.abort("internetdisconnected"), times=1)
    outbox_table.save(96)
    waiting = outbox_table.table.form.element_handle()
    news, stored = (
        hold(outbox_table.page, "**/follow/*"),
        hold(outbox_table.page, re.compile(r"/table/[0-9a-f-]+/$")),
    )
    outbox_table.signal_online()
    late = stored()
    news().continue_()
    outbox_table.page.wait_for_function("form => !form.isConnected", arg=waiting)
    outbox_table.table.finish("A1")
    begun = outbox_table.table.form.element_handle()
    release_request(outbox_table.page, late)
    assert begun.evaluate("form => form.isConnected")
    outbox_table.table.fill_opponent_sheet("series", 97)
    assert (outbox_table.table.step, outbox_table.stored_points) == ("B2", [96])


def test_first_phone_sees_the_takeover_and_its_hand_counts(outbox_table):
    outbox_table.fill(95)
    other = outbox_table.take_over("Hasan")
    outbox_table.table.request_update()
    expect(outbox_table.page.locator("#follow")).to_contain_text("Hasan")
    assert outbox_table.page.locator("#follow").bounding_box()["height"] <= ONE_LINE
    outbox_table.page.locator("[data-save]").click()
    outbox_table.expect_stored([95])
    other.request_update()
    expect(other.page.locator("#saved")).to_be_visible()


def test_renewed_code_is_reported_and_hands_can_be_copied(outbox_table):
    outbox_table.context.set_offline(True)
    outbox_table.save(96)
    outbox_table.save(97)
    renewed = outbox_table.served.run("tests.browser.scenes.renew_link", outbox_table.about["table"]).strip()
    outbox_table.context.set_offline(False)
    text = outbox_table.page.locator("#tray textarea")
    expect(text).to_be_visible()
    assert [points in text.input_value() for points in ("96", "97")] == [True, True]
    assert outbox_table.stored_points == []
    outbox_table.page.goto(f"http://{HOST}:{outbox_table.served.port}/m/{renewed}/")
    outbox_table.expect_stored([96, 97])
    outbox_table.expect_unsent(0)


@pytest.mark.release
def test_phone_without_its_cookies_asks_for_the_code_again(outbox_table):
    outbox_table.context.clear_cookies()
    outbox_table.fill(96)
    outbox_table.page.locator("[data-save]").click()
    text = outbox_table.page.locator("#tray textarea")
    expect(text).to_be_visible()
    assert "96" in text.input_value()
    assert outbox_table.stored_points == []


@pytest.mark.release
def test_server_killed_between_request_and_answer_stores_once(tmp_path, windows):
    port = free_port()
    with serve_process(tmp_path, port=port, ALLOWED_HOSTS=HOST) as served:
        seat = OutboxTable(served, windows, groups_best_of=5)

        def kill(route: Route) -> None:
            assert forward_without_answer(route) == 200
            served.kill()
            lose(route)

        seat.page.route(OUTBOX, kill, times=1)
        seat.save(98)
        seat.save(99)
        seat.expect_unsent(2)
    assert entries(served.database) == 1
    with serve_process(tmp_path, port=port, ALLOWED_HOSTS=HOST):
        seat.signal_online()
        seat.expect_stored([98, 99])
        seat.expect_unsent(0)
        assert seat.stored_points == [98, 99]


def test_phone_with_full_storage_says_so_and_still_sends(outbox_table):
    forbid_reuse(outbox_table.context)
    outbox_table.context.add_init_script(
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    outbox_table.table = outbox_table.opened(outbox_table.context.new_page())
    outbox_table.save(101)
    outbox_table.expect_stored([101])
    outbox_table.expect_unsent(0)
    outbox_table.context.set_offline(True)
    outbox_table.save(102)
    outbox_table.expect_unsent(1)
    outbox_table.page.locator("#tray > details > summary").click()
    expect(outbox_table.page.locator("#tray .volatile")).to_be_visible()
    outbox_table.context.set_offline(False)
    outbox_table.expect_stored([101, 102])
    outbox_table.expect_unsent(0)


@pytest.mark.release
def test_refused_hand_opened_once_valid_is_stored_and_removed(outbox_table):
    refused = '{"state": "refused", "code": "deal_skipped", "reasons": ["Önce 1. el."], "stored": ""}'
    outbox_table.page.route(OUTBOX, lambda route: route.fulfill(status=409, body=refused), times=1)
    outbox_table.fill(103)
    stop_clock(outbox_table.page)
    outbox_table.page.locator("[data-save]").click()
    expect(outbox_table.page.locator("#saved")).to_be_visible()
    outbox_table.expect_unsent(0)
    assert outbox_table.stored_points == [103]


@pytest.mark.release
def test_late_answer_does_not_apply_to_a_changed_hand(outbox_table):
    held = hold(outbox_table.page, OUTBOX)
    outbox_table.fill(104)
    stop_clock(outbox_table.page)
    outbox_table.page.locator("[data-save]").click()
    late = held()
    outbox_table.page.clock.run_for(PATIENCE)
    expect(outbox_table.table.form).to_have_attribute("data-step", "end")
    outbox_table.expect_unsent(1)
    outbox_table.page.evaluate(CHANGED)
    late.continue_()
    expect(outbox_table.page.locator("#tray.bad")).to_be_visible()
    outbox_table.expect_unsent(1)
    assert outbox_table.stored_points == [104]


CHANGED = f"""async () => {{
    const outbox = await {MODULE}("table/outbox")
    const [hand] = outbox.handsOf(document.getElementById("screen").dataset.table)
    const fields = hand.fields.map(([name, value]) => [name, name === "B1-points" ? "105" : value])
    return outbox.putHand({{...hand, fields}})
}}"""
