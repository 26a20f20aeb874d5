"""Random valid hands of every game; the same seed gives the same hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.games import game_of
from rules.games.game import Game
from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_task.tasks import Task
from rules.hands import Report
from tests.rules.games.okey101.random_hands import any_hand

Hand = dict[str, Any]


@dataclass(frozen=True)
class RandomPlay:
    """How a rule set is played at random: its game, possible match lengths, and a random hand."""

    rule_set: str
    lengths: tuple[int | None, ...]
    hand: Callable[[random.Random, Sequence[str]], Hand]

    @property
    def game(self) -> Game[Any, Any]:
        return game_of(self.rule_set)

    def report(self, chance: random.Random, seats: Sequence[str]) -> Report:
        rules = self.game.presets[self.rule_set]
        while True:
            parsed = self.game.parse_report(self.hand(chance, seats))
            if not self.game.find_errors(parsed, rules):
                doubts = {doubt.code for doubt in self.game.find_warnings(parsed, rules)}
                return replace(parsed, accepted=tuple(sorted(doubts)))


def random_101_hand(rule_set: str) -> Callable[[random.Random, Sequence[str]], Hand]:
    rules = game_of(rule_set).presets[rule_set]

    def hand(chance: random.Random, seats: Sequence[str]) -> Hand:
        while set((candidate := any_hand(chance, rules))["seats"]) != set(seats):
            pass
        return candidate

    return hand


def random_okey_hand(chance: random.Random, seats: Sequence[str]) -> Hand:
    indicator = {"indicator_shown_by": chance.choice(seats)} if chance.random() < 0.25 else {}
    exhausted: Hand = {"outcome": "deck_exhausted", "seats": {seat: {} for seat in seats}} | indicator
    if chance.random() < 0.1:
        return exhausted
    finish = {
        "hand": chance.choice(list(WinningHand)).value,
        "last_tile": chance.choice(["plain", "plain", "okey"]),
        "one_colour": chance.random() < 0.2,
    }
    return exhausted | {"outcome": "finished", "finisher": chance.choice(seats), "finish": finish}


def random_task_hand(chance: random.Random, seats: Sequence[str]) -> Hand:
    finisher = chance.choice(seats) if chance.random() < 0.85 else None
    end: Hand = {"outcome": "finished", "finisher": finisher} if finisher else {"outcome": "deck_exhausted"}
    entered = {seat: _random_task_seat(chance, finished=seat == finisher) for seat in seats}
    return end | {"task": chance.choice(list(Task)).value, "seats": entered}


def _random_task_seat(chance: random.Random, *, finished: bool) -> Hand:
    opened = finished or chance.random() < 0.6
    rack = {} if finished else {"rack": {"points": chance.randint(0, 160)}}
    exchanged = [{"code": "joker_exchanged", "count": chance.choice([1, 2])}]
    fouls = {"infractions": exchanged} if opened and chance.random() < 0.15 else {}
    return {"opening": "series" if opened else "none"} | rack | fouls


RULE_SETS: Final = {
    play.rule_set: play
    for play in (
        RandomPlay("101-pairs", (3,), random_101_hand("101-pairs")),
        RandomPlay("okey-countdown", (None, 5), random_okey_hand),
        RandomPlay("okey-standard", (None, 5), random_okey_hand),
        RandomPlay("okey-task", (3,), random_task_hand),
    )
}
