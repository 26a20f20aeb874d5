"""Open pages that follow play: what is played meanwhile, what they ask for, what they show."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, expect

from tests.processes import Served

LONGER_THAN_A_POLL = 4_500
# A server too busy to open a stream is left alone for up to 75 seconds.
UNTIL_A_STREAM = 120_000
STREAM = re.compile(r"/live/[a-z]+\.[0-9a-f-]{36}/$")
# All tests play in the first encounter, which is long enough, but for those who look how a page moves:
# the second one is far from the end of a match.
BEGIN = """
from tests.factories import NOW, encounters_of, open_tournament, play_hand
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.stages.stage_settings import Length
tournament = open_tournament(pairs=8, groups=Length(5, 11))
draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
played = encounters_of(tournament)
for encounter in (*played[:3], played[0], played[0]):
    play_hand(encounter)
print(tournament.public_id, played[0].public_id, played[1].public_id)
"""
PLAY = """
from tests.factories import play_hand, report
from tournaments.models import Encounter
play_hand(Encounter.objects.select_related("stage__tournament").get(public_id="{}"), report())
"""
AMEND = """
from tests.scoring.officials.domain.amending import FLAT, amend
from tournaments.models import Tournament
amend(Tournament.objects.get(public_id="{}"), **FLAT)
"""

SWEEP = """
from tests.sweeping import sweep
sweep()
"""
HEARD = """() => Object.keys(localStorage).some(
    key => key.startsWith("stream:") && JSON.parse(localStorage.getItem(key)).told
)"""
AT_REST = """() => new Promise(resolve => {
    let place = "", frames = 0;
    const look = () => {
        const boards = [...document.querySelectorAll(".bk")].map(board => board.scrollLeft);
        const now = [window.scrollY, ...boards].join();
        frames = now === place ? frames + 1 : 0;
        place = now;
        if (frames < 30) requestAnimationFrame(look); else resolve();
    };
    look();
})"""


def play_in(address: str) -> str:
    """What plays another hand in the encounter at this address."""
    return PLAY.format(public_id_in(address))


def amend_in(address: str) -> str:
    """What amends the rules of the tournament at this address."""
    return AMEND.format(public_id_in(address))


def public_id_in(address: str) -> str:
    return urlsplit(address).path.removeprefix("/en").split("/")[2]


def at_rest(page: Page) -> None:
    """Wait for half a second of pictures in which neither the page nor a bracket moved."""
    page.evaluate(AT_REST)


def is_question(request: Request) -> bool:
    """Whether a page asks for what is new."""
    return re.search(r"[?&](seen|heard)=", request.url) is not None


def asks_of(page: Page) -> list[str]:
    """Every question of a page for what is new, from now on."""
    return noted(page, is_question)


def streams_of(page: Page) -> list[str]:
    return noted(page, lambda request: STREAM.search(request.url) is not None)


def noted(page: Page, wanted: Callable[[Request], bool]) -> list[str]:
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if wanted(request) else None)
    return found


def counter_of(page: Page) -> int:
    return int(page.locator("#live").get_attribute("data-counter") or 0)


def expect_newer(page: Page, than: int) -> None:
    expect(page.locator(f"#live[data-counter='{than}']")).to_have_count(0)


def follow(page: Page, path: str) -> int:
    """Open a page and wait until a stream of its browser told it where things stand; its counter."""
    page.goto(path)
    expect(page.locator("#connection")).to_contain_text("Live")
    page.wait_for_function(HEARD, timeout=UNTIL_A_STREAM)
    return counter_of(page)


def make_standings(served: Served) -> None:
    """Make what the worker would some time make of what was written before; it finds nothing to do then."""
    served.tell(SWEEP)
