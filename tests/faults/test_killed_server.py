"""The laptop's power fails again and again while four tables enter hands."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.keeper import NO_ANSWER, Keeper
from tests.processes import Served, free_port, serve_process, wait_for

pytestmark = pytest.mark.processes

KILLS = 2
MANY_KILLS = 20
PAIRS, GROUPS, TABLES = 32, 8, 4
SECONDS_BETWEEN_TRIES = 0.05


@dataclass
class Phone:
    """A keeper who sends each hand until it is answered, and remembers what was answered with success."""

    keeper: Keeper
    saved: list[str] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    odd: list[str] = field(default_factory=list)
    keeps: bool = False

    def enter_hands(self, stop: threading.Event) -> None:
        waiting: dict[str, str] | None = None
        while not stop.is_set():
            try:
                waiting = waiting or self._next_hand()
                if waiting is not None and self._save(waiting):
                    waiting = None
            except NO_ANSWER:
                stop.wait(SECONDS_BETWEEN_TRIES)

    def _next_hand(self) -> dict[str, str] | None:
        if not self.keeps:
            self.keeper.open_link()
            self.keeps = True
        hand = self.keeper.next_hand()
        if hand is None:
            self.keeper.call_next()
        return hand

    def _save(self, hand: dict[str, str]) -> bool:
        self.sent.add(hand["entry_key"])
        answer = self.keeper.save(hand)
        if answer.status == 200:
            self.saved.append(hand["entry_key"])
        else:
            self.odd.append(f"{answer.status} {words_of(answer.html)}")
        return True


@pytest.mark.parametrize("kills", [KILLS, pytest.param(MANY_KILLS, marks=pytest.mark.thorough)])
def test_kills_lose_no_hand_and_double_none(tmp_path, kills):
    port, stop, chance = free_port(), threading.Event(), random.Random(101)
    phones: list[Phone] = []
    with ThreadPoolExecutor(TABLES) as pool, stopping(stop):
        for kill in range(kills + 1):
            with serve_process(tmp_path, port=port) as served:
                if not phones:
                    phones = phones_of(served)
                    entering = [pool.submit(phone.enter_hands, stop) for phone in phones]
                wait_for_a_hand_of_each(phones)
                if kill == kills:
                    stop.set()
                    wait(entering)
                    break
                time.sleep(chance.uniform(0, 0.4))
                served.kill()
    for done in entering:
        done.result()
    check(served.database, phones, kills)


@contextmanager
def stopping(stop: threading.Event) -> Iterator[None]:
    """Send the phones home, whatever happens."""
    try:
        yield
    finally:
        stop.set()


def wait_for_a_hand_of_each(phones: list[Phone]) -> None:
    before = [len(phone.saved) for phone in phones]

    def all_saved() -> bool:
        return all(len(phone.saved) > count for phone, count in zip(phones, before, strict=True))

    wait_for(all_saved, "no hand is answered")


def phones_of(served: Served) -> list[Phone]:
    evening = json.loads(served.run("tests.faults.evening", str(PAIRS), str(GROUPS)))
    return [Phone(Keeper(served.url, link["table"], link["token"])) for link in evening["links"]]


def words_of(html: str) -> str:
    """What a page says below its head, without the tags."""
    body = html.partition("<main")[2] or html
    return " ".join(re.sub("<[^>]*>", " ", body).split())[:600]


def check(database: Path, phones: list[Phone], kills: int) -> None:
    saved = [key for phone in phones for key in phone.saved]
    sent = {key for phone in phones for key in phone.sent}
    assert [odd for phone in phones for odd in phone.odd] == []
    assert len(saved) > kills * len(phones), "too few hands were entered to prove anything"
    with sqlite3.connect(database) as connection:
        stored = [key for (key,) in connection.execute("SELECT entry_key FROM scoring_entry")]
        assert len(stored) == len(set(stored))
        assert set(saved) <= set(stored) <= sent
        assert len(saved) == len(set(saved))
        half = connection.execute(
            "SELECT count(*) FROM scoring_hand h LEFT JOIN scoring_entry e ON e.id = h.current_id"
            " WHERE e.id IS NULL OR (SELECT count(*) FROM scoring_entryseat s WHERE s.entry_id = e.id) <> 4"
            " OR (SELECT count(*) FROM tournaments_logrow l WHERE l.after LIKE '%' ||"
            " substr(e.public_id, 1, 8) || '-' || substr(e.public_id, 9, 4) || '-%') <> 1"
        ).fetchone()
        assert half == (0,)
        assert connection.execute("SELECT count(*) FROM scoring_hand").fetchone() == (len(stored),)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
