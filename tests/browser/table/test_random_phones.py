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
from tests.browser.scenes.ledger import entries, racks, tables_of
from tests.browser.scenes.modules import MODULE
from tests.browser.scenes.network import lose, taken
from tests.browser.scenes.table_page import TablePage, heard_until, phone, tap_twice
from tests.browser.scenes.windows import Windows, spoil
from tests.processes import Served, free_port, serve_process

# No rerun: one lost hand among many seeds is what this test looks for.
pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.merging, pytest.mark.flaky(reruns=0)]

PHONES = 3
STEPS = int(os.environ.get("PHONES_STEPS", "25"))
MOST_HANDS = 8  # the ninth would decide the encounter
OUTBOX = "**/hand/outbox/"


class RandomPhone:
    """A keeper at their table. `saved` is the model: points that identify hands, in order."""

    def __init__(self, windows: Windows, served: Served, about: dict[str, str], number: int) -> None:
        self.about = about
        self.home = f"http://{HOST}:{served.port}/table/{about['table']}/"
        self.saved: list[int] = []
        self.number = number
        self.offline = False
        self.lost: list[int] = []
        self.loses: list[Callable[[Route], None]] = []
        self.page = phone(windows, keeps_pages=True)
        self.context = self.page.context
        spoil(self.context)
        self.context.route(OUTBOX, self.carry)
        self.table = TablePage(self.page)
        self.table.open(f"http://{HOST}:{served.port}/m/{about['token']}/")
        self.open_form()

    def open_form(self) -> None:
        self.page.goto(self.home + "hand/")
        expect(self.table.form).to_have_attribute("data-step", re.compile("."))
        # Once the database of waiting hands has loaded, the form is after them.
        self.page.evaluate(f"{MODULE}('table/outbox').then(outbox => outbox.load()).then(() => null)")

    def hand(self) -> None:
        if len(self.saved) == MOST_HANDS:
            return
        points = 10 + len(self.saved)
        self.to_the_first_step()
        self.table.rest()
        self.table.finish("A1")
        self.table.rest()
        self.table.opponent("series", points)
        self.table.rest()
        self.table.opponent("none")
        save = self.page.locator("[data-save]")
        tap_twice(save) if points % 3 == 0 else save.click()
        expect(self.table.form).to_have_attribute("data-step", "end")
        self.saved.append(points)

    def to_the_first_step(self) -> None:
        if self.table.step != "end":
            self.page.locator(".mini:visible").click()

    def cut(self) -> None:
        self.offline = True
        self.context.set_offline(True)

    def mend(self) -> None:
        self.offline = False
        self.context.set_offline(False)

    def carry(self, route: Route) -> None:
        if self.loses:
            self.loses.pop()(route)
            return
        with suppress(Error):  # its tab may have been closed
            route.continue_()

    def lose_request(self) -> None:
        self.loses.append(lose)

    def lose_answer(self) -> None:
        """The server processes the next request, unless the power fails; the phone gets no answer."""

        def take(route: Route) -> None:
            with suppress(Error):
                self.lost.append(taken(route))
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

    def is_done(self, database: Path) -> bool:
        return racks(database, self.about["encounter"]) == self.saved

    def back(self) -> None:
        self.to_the_first_step()
        self.table.finish("B2")
        self.page.go_back()
        expect(self.table.form).to_have_attribute("data-step", "end")


class Club:
    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.running = folder, free_port(), ExitStack()
        self.served = self.started()

    def started(self) -> Served:
        return self.running.enter_context(serve_process(self.folder, port=self.port, ALLOWED_HOSTS=HOST))

    def power_cut(self) -> None:
        self.served.kill()
        self.served = self.started()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path)
    with club.running:
        yield club


def test_phones_on_a_failing_network_store_exactly_what_was_saved(club, windows):
    seed = int(os.environ.get("PHONES_SEED") or random.SystemRandom().randrange(10**6))
    sys.stdout.write(f"PHONES_SEED={seed}\n")
    chance = random.Random(seed)
    tables = tables_of(club.served, groups_best_of=5, pairs=8, groups=2)
    phones = [RandomPhone(windows, club.served, tables[number], number) for number in range(PHONES)]
    steps = (
        "hand",
        "hand",
        "hand",
        "cut",
        "mend",
        "mend",
        "lose_request",
        "lose_answer",
        "reload",
        "close",
        "back",
    )
    power_cut = chance.randrange(STEPS)
    for number in range(STEPS):
        if number == power_cut:
            sys.stdout.write("power cut\n")
            club.power_cut()
        keeper_phone = chance.choice(phones)
        step = chance.choice(steps)
        sys.stdout.write(f"phone {keeper_phone.number}: {step}\n")
        getattr(keeper_phone, step)()
    for keeper_phone in phones:
        keeper_phone.loses.clear()
        keeper_phone.mend()
    for keeper_phone in phones:
        model = f"phone {keeper_phone.number} saved {keeper_phone.saved}, PHONES_SEED={seed}"
        # Playwright forwards pending requests while the page is polled.
        heard_until(keeper_phone.page, partial(keeper_phone.is_done, club.served.database), model)
        expect(keeper_phone.page.locator("#tray")).to_be_hidden()
    for keeper_phone in phones:
        assert racks(club.served.database, keeper_phone.about["encounter"]) == keeper_phone.saved, (
            f"PHONES_SEED={seed}"
        )
    assert {status for keeper_phone in phones for status in keeper_phone.lost} <= {200}, (
        "the server did not take what was lost"
    )
    assert entries(club.served.database) == sum(len(keeper_phone.saved) for keeper_phone in phones)
