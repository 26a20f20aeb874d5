from __future__ import annotations

import re
from dataclasses import dataclass, field
from http import HTTPStatus

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.officials.tournament_setup import SetUp
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import TablePage, phone
from tests.browser.table.whole_form import WholeForm
from tests.keeper_phone import Keeper
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.release, pytest.mark.slow]

DESK: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PAIRS, TABLES = 8, 2
IN_A_GROUP = 6
"""Encounters of a group of four, played at one table."""
MARK = "window.istakaMark = 'never reloaded'"
SEATS = ("A1", "B1", "A2", "B2")


@dataclass(frozen=True)
class Game:
    """A game's choice, match length, and taps for a hand besides the finisher. `preset` needs no tap."""

    card: str
    rules: str
    length: str
    hand_answers: dict[str, str] = field(default_factory=dict)
    preset: dict[str, str] = field(default_factory=dict)
    racks: bool = False

    def hand_won_by(self, side: str) -> dict[str, str]:
        racks = {f"{seat}-points": "20" for seat in SEATS if self.racks and seat != f"{side}1"}
        return {"end": f"{side}1", **self.hand_answers, **racks}


COUNTDOWN = Game(
    "okey_points",
    "okey-countdown",
    "birinin 20 puanı bitene kadar",
    hand_answers={"hand": "one_colour_run", "okey": "on"},
)
STANDARD = Game("okey_points", "okey-standard", "en çok 5 el", hand_answers={"hand": "pairs", "okey": "on"})
TASK = Game("okey_task", "okey-task", "3", preset={"task": "seri_3"}, racks=True)


def winner(totals: str) -> str:
    """Return the winner of everything: the side that entered earlier, A first."""
    first, second = re.findall(r"Takım (\d)", totals)[:2]
    return "A" if first < second else "B"


class Phone:
    def __init__(self, page: Page, link: str, game: Game) -> None:
        self.page, self.game = page, game
        self.table, self.form = TablePage(page), WholeForm(page)
        self.table.open(link)

    def play(self) -> None:
        over = self.page.locator(".crown")
        if over.count():
            self.table.next_encounter()
        start = self.page.locator("a.go")
        expect(start).to_be_visible()
        self.form.tap_empty_place()
        start.click()
        expect(self.table.form).to_be_visible()
        self.form.wait_for_script()
        hand = self.game.hand_won_by(winner(self.page.locator(".totals").inner_text()))
        while not over.count():
            self.form.tell(hand)
            self.table.save()


def play_elsewhere(served: ServerProcess, link: str, game: Game) -> None:
    keeper = Keeper.of_link(served.url, link)
    for _encounter in range(IN_A_GROUP):
        report = game.hand_won_by(
            winner(keeper.get(f"{keeper.table}hand/").html.partition('class="totals')[2])
        )
        while hand := keeper.next_hand(report | game.preset):
            assert keeper.save(hand).status == HTTPStatus.OK
        keeper.call_next()


@pytest.mark.parametrize(
    "game",
    [COUNTDOWN, STANDARD, TASK],
    ids=lambda game: game.rules,
)
def test_eight_pairs_play_from_the_set_up_form_to_the_champion(
    server_process: ServerProcess, windows: Windows, game: Game
):
    office = SetUp(server_process, windows.page(base_url=server_process.url, viewport=DESK, locale="tr-TR"))
    office.choose_game(game.card, game.rules)
    office.create("Cuma okeyi", pairs=PAIRS, tables=TABLES, length=game.length)
    office.enter(PAIRS)
    office.draw()
    public = office.publish()
    links = office.codes()

    watching = windows.page(base_url=server_process.url, viewport=TABLET, locale="tr-TR")
    watching.goto(public)
    watching.evaluate(MARK)
    expect(watching.locator(".bk")).to_have_count(0)
    play_elsewhere(server_process, links[1], game)
    first = Phone(phone(windows), links[0], game)
    for _encounter in range(IN_A_GROUP):
        first.play()
    # The worker computes the standings.
    for group in watching.locator(".group").all():
        expect(group.locator("tbody tr")).to_contain_text(["3/3", "2/3", "1/3", "0/3"])
        names = group.locator("tbody .name").all_inner_texts()
        assert names == sorted(names)
    expect(watching.locator(".bk").first).to_be_visible()

    second = Phone(phone(windows), links[1], game)
    for keeper in (first, second, first):
        keeper.play()
    expect(watching.locator(".champion")).to_contain_text("Takım 1")
    assert watching.evaluate("window.istakaMark") == "never reloaded"
    watching.goto(f"{public}bracket/")
    expect(watching.locator(".bk .tie").last.locator(".slot.win")).to_contain_text("Takım 1")
    watching.goto(f"{public}tv/")
    expect(watching.locator(".tv-champion .tv-big")).to_have_text("Takım 1")
