"""Phones that send each hand until it is answered, through all faults."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

from tests.forked_scripts import Scripts
from tests.keeper_phone import NO_ANSWER, Answer, Keeper
from tests.processes import wait_for

SECONDS_BETWEEN_TRIES = 0.05


@dataclass
class Phone:
    """A scorekeeper: `sent` and `saved` are entry keys; a hand counts as saved once it is answered with 200.

    `refused` counts answers of 500 and above, after which the hand is sent again. Others but 200 are in
    `unexpected_answers`.
    """

    keeper: Keeper
    saved: list[str] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    unexpected_answers: list[str] = field(default_factory=list)
    keeps: bool = False
    refused: int = 0
    waiting: dict[str, str] | None = None

    def enter_hands(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                self.waiting = self.waiting or self._next_hand()
                if self.waiting is not None and self._send_hand(self.waiting):
                    self.waiting = None
            except NO_ANSWER:
                stop.wait(SECONDS_BETWEEN_TRIES)

    def _next_hand(self) -> dict[str, str] | None:
        if not self.keeps:
            self.keeper.open_link()
            self.keeps = self.keeper.get(self.keeper.table).status == HTTPStatus.OK
        hand = self.keeper.next_hand() if self.keeps else None
        if hand is None and self.keeps:
            self._count_refusal(self.keeper.call_next())
        return hand

    def _send_hand(self, hand: dict[str, str]) -> bool:
        self.sent.add(hand["entry_key"])
        answer = self.keeper.save(hand)
        if self._count_refusal(answer):
            return False
        if answer.status == HTTPStatus.OK:
            self.saved.append(hand["entry_key"])
        else:
            self.unexpected_answers.append(f"{answer.status} {words_of(answer.html)}")
        return True

    def _count_refusal(self, answer: Answer) -> bool:
        refused = answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        self.refused += refused
        return refused


def phones_at(url: str, scripts: Scripts, *, pairs: int, groups: int) -> list[Phone]:
    evening = json.loads(scripts.run("tests.faults.drawn_tournament", str(pairs), str(groups)))
    return [Phone(Keeper(url, link["table"], link["token"])) for link in evening["links"]]


@contextmanager
def entering(phones: Sequence[Phone]) -> Iterator[None]:
    stop = threading.Event()
    with ThreadPoolExecutor(len(phones)) as pool:
        entered = [pool.submit(phone.enter_hands, stop) for phone in phones]
        try:
            yield
        finally:
            stop.set()
    for future in entered:
        future.result()


def wait_for_a_hand_of_each(phones: Sequence[Phone]) -> None:
    before = [len(phone.saved) for phone in phones]

    def all_saved() -> bool:
        odd_answers = [odd_answer for phone in phones for odd_answer in phone.unexpected_answers]
        assert odd_answers == []
        return all(len(phone.saved) > count for phone, count in zip(phones, before, strict=True))

    wait_for(all_saved, "no hand is answered")


def words_of(html: str) -> str:
    body = html.partition("<main")[2] or html
    return " ".join(re.sub("<[^>]*>", " ", body).split())[:600]
