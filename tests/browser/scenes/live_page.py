from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, expect

from tests.processes import ServerProcess

LONGER_THAN_A_POLL = 4_500
# A page whose stream was refused by a busy server retries after up to 75 seconds.
UNTIL_A_STREAM = 120_000
CONNECTED = "#connection.ok:not([hidden])"
DISCONNECTED = "#connection.bad:not([hidden])"
STREAM = re.compile(r"/live/[a-z]+\.[0-9a-f-]{36}/$")
# All tests play in the first encounter, which is long enough, except those that measure movement: the second
# one is far from the end of a match.
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
from tests.scoring.officials.domain.amend_rules import FLAT, amend
from tournaments.models import Tournament
amend(Tournament.objects.get(public_id="{}"), **FLAT)
"""

SWEEP = """
from tests.run_sweeps import sweep
sweep()
"""
HEARD = """() => Object.keys(localStorage).some(
    key => key.startsWith("stream:") && JSON.parse(localStorage.getItem(key)).message
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
    return PLAY.format(public_id_in(address))


def amend_in(address: str) -> str:
    return AMEND.format(public_id_in(address))


def public_id_in(address: str) -> str:
    return urlsplit(address).path.removeprefix("/en").split("/")[2]


def wait_until_idle(page: Page) -> None:
    page.evaluate(AT_REST)


def is_question(request: Request) -> bool:
    return re.search(r"[?&](seen|heard)=", request.url) is not None


def record_polls(page: Page) -> list[str]:
    return record_requests(page, is_question)


def streams_of(page: Page) -> list[str]:
    return record_requests(page, lambda request: STREAM.search(request.url) is not None)


def record_requests(page: Page, wanted: Callable[[Request], bool]) -> list[str]:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if wanted(request) else None)
    return requests


def counter_of(page: Page) -> int:
    return int(page.locator("#live").get_attribute("data-counter") or 0)


def expect_newer(page: Page, than: int) -> None:
    expect(page.locator(f"#live[data-counter='{than}']")).to_have_count(0)


def follow(page: Page, path: str) -> int:
    page.goto(path)
    expect(page.locator(CONNECTED)).to_have_count(1)
    page.wait_for_function(HEARD, timeout=UNTIL_A_STREAM)
    return counter_of(page)


def refresh_all_standings(served: ServerProcess) -> None:
    served.tell(SWEEP)
