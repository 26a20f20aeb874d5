"""Random actions of several phones on a failing network, against a model of what must be stored.

The seed is printed and can be set: `PHONES_SEED=… PHONES_STEPS=…`.
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.conftest import HOST
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.lost_answers import forward_without_answer, lose
from tests.browser.scenes.script_modules import MODULE
from tests.browser.scenes.stored_hands import entries, racks, tables_of
from tests.browser.scenes.table_page import TablePage, phone, tap_twice, wait_while_forwarding
from tests.processes import ServerProcess, free_port, serve_process

# No rerun: one lost hand among many seeds is what this test looks for.
pytestmark = [
    pytest.mark.browser,
    pytest.mark.release,
    pytest.mark.flaky(reruns=0),
]

PHONES = 3
STEPS = int(os.environ.get("PHONES_STEPS", "25"))
MOST_HANDS = 8  # the ninth would decide the encounter
OUTBOX = "**/hand/outbox/"


class RandomPhone:
    """A keeper at their table. `saved` is the model: points that identify hands, in order."""

    def __init__(self, windows: Windows, served: ServerProcess, about: dict[str, str], number: int) -> None:
        self.about = about
        self.home = f"http://{HOST}:{served.port}/table/{about['table']}/"
        self.saved: list[int] = []
        self.number = number
        self.offline = False
        self.lost: list[int] = []
        self.loses: list[Callable[[Route], None]] = []
        self.page = phone(windows, keeps_pages=True)
        self.context = self.page.context
        forbid_reuse(self.context)
        self.context.route(OUTBOX, self.handle_request)
        self.table = TablePage(self.page)
        self.table.open(f"http://{HOST}:{served.port}/m/{about['token']}/")
        self.open_form()

    def open_form(self) -> None:
        self.page.goto(self.home + "hand/")
        expect(self.table.form).to_have_attribute("data-step", re.compile("."))
        # Once the database of waiting hands has loaded, the form is after them.
        self.page.evaluate(f"{MODULE}('table/outbox').then(outbox => outbox.loadHands()).then(() => null)")

    def hand(self) -> None:
        if len(self.saved) == MOST_HANDS:
            return
        points = 10 + len(self.saved)
        self.go_to_first_step()
        self.table.tap_empty_place()
        self.table.finish("A1")
        self.table.tap_empty_place()
        self.table.fill_opponent_sheet("series", points)
        self.table.tap_empty_place()
        self.table.fill_opponent_sheet("none")
        save = self.page.locator("[data-save]")
        tap_twice(save) if points % 3 == 0 else save.click()
        expect(self.table.form).to_have_attribute("data-step", "end")
        self.saved.append(points)

    def go_to_first_step(self) -> None:
        if self.table.step != "end":
            self.page.locator(".mini-table:visible").click()

    def go_offline(self) -> None:
        self.offline = True
        self.context.set_offline(True)

    def go_online(self) -> None:
        self.offline = False
        self.context.set_offline(False)

    def handle_request(self, route: Route) -> None:
        if self.loses:
            self.loses.pop()(route)
            return
        with suppress(Error):  # its tab may have been closed
            route.continue_()

    def drop_next_request(self) -> None:
        self.loses.append(lose)

    def drop_next_answer(self) -> None:
        """The server processes the next request, unless the power fails; the phone gets no answer."""

        def take(route: Route) -> None:
            with suppress(Error):
                self.lost.append(forward_without_answer(route))
            lose(route)

        self.loses.append(take)

    def reload(self) -> None:
        if not self.offline:
            self.open_form()

    def close(self) -> None:
        if self.offline:
            return
        self.page.close()
        self.page = self.context.new_page()
        self.table = TablePage(self.page)
        self.open_form()

    def has_stored_all(self, database: Path) -> bool:
        return racks(database, self.about["encounter"]) == self.saved

    def back(self) -> None:
        self.go_to_first_step()
        self.table.finish("B2")
        self.page.go_back()
        expect(self.table.form).to_have_attribute("data-step", "end")


class RestartingServer:
    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.running = folder, free_port(), ExitStack()
        self.served = self.start_server()

    def start_server(self) -> ServerProcess:
        return self.running.enter_context(serve_process(self.folder, port=self.port, ALLOWED_HOSTS=HOST))

    def cut_power(self) -> None:
        self.served.kill()
        self.served = self.start_server()


@pytest.fixture
def restarting_server(tmp_path: Path) -> Iterator[RestartingServer]:
    club = RestartingServer(tmp_path)
    with club.running:
        yield club


def test_phones_on_a_failing_network_store_exactly_what_was_saved(restarting_server, windows):
    seed = int(os.environ.get("PHONES_SEED") or random.SystemRandom().randrange(10**6))
    sys.stdout.write(f"PHONES_SEED={seed}\n")
    chance = random.Random(seed)
    tables = tables_of(restarting_server.served, groups_best_of=5, pairs=8, groups=2)
    phones = [
        RandomPhone(windows, restarting_server.served, tables[number], number) for number in range(PHONES)
    ]
    steps = (
        "hand",
        "hand",
        "hand",
        "go_offline",
        "go_online",
        "go_online",
        "drop_next_request",
        "drop_next_answer",
        "reload",
        "close",
        "back",
    )
    power_cut = chance.randrange(STEPS)
    for number in range(STEPS):
        if number == power_cut:
            sys.stdout.write("power cut\n")
            restarting_server.cut_power()
        keeper_phone = chance.choice(phones)
        step = chance.choice(steps)
        sys.stdout.write(f"phone {keeper_phone.number}: {step}\n")
        getattr(keeper_phone, step)()
    for keeper_phone in phones:
        keeper_phone.loses.clear()
        keeper_phone.go_online()
    for keeper_phone in phones:
        model = f"phone {keeper_phone.number} saved {keeper_phone.saved}, PHONES_SEED={seed}"
        # Playwright forwards pending requests while the page is polled.
        wait_while_forwarding(
            keeper_phone.page, partial(keeper_phone.has_stored_all, restarting_server.served.database), model
        )
        expect(keeper_phone.page.locator("#tray")).to_be_hidden()
    for keeper_phone in phones:
        assert (
            racks(restarting_server.served.database, keeper_phone.about["encounter"]) == keeper_phone.saved
        ), f"PHONES_SEED={seed}"
    assert {status for keeper_phone in phones for status in keeper_phone.lost} <= {200}, (
        "the server did not take what was lost"
    )
    assert entries(restarting_server.served.database) == sum(
        len(keeper_phone.saved) for keeper_phone in phones
    )
