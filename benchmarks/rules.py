"""Hands and openings per second; the floor is parsing the same entries as JSON."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, report
from rules.games.okey101.opening_reports import parse_opening
from rules.games.okey101.openings import judge_opening
from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.score import score_hand
from rules.judge import judge_line, judge_opening_line
from rules.tiles import NUMBERED_TILES, okey_of, parse_tile
from tests.rules.games.okey101.random_hands import possible_hands

SECONDS = 0.5

Work = Callable[[], object]


def measure() -> Iterator[Line]:
    hands = [(hand, rules) for hand, rules in possible_hands(7, 400) if rules == PRESETS[rules.id]]
    openings = [opening_with_two_okeys(random.Random(seed)) for seed in range(200)]
    entries = [json.dumps(hand).encode() for hand, _ in hands]
    opening_entries = [json.dumps(opening).encode() for opening in openings]
    reports = [(parse_report(hand), rules) for hand, rules in hands]
    parsed = [(parse_opening(opening), PRESETS[opening["rule_set"]]) for opening in openings]
    yield from compare_with_parsing(
        entries,
        {
            "hand: scored, every line explained": [partial(score_hand, *arguments) for arguments in reports],
            "hand: refusals, doubts, score": [partial(judge_report, *arguments) for arguments in reports],
            "hand: JSON to JSON, as the command": [
                partial(run_as_command, judge_line, entry) for entry in entries
            ],
        },
    )
    yield from compare_with_parsing(
        opening_entries,
        {
            "opening with two okeys: judged": [partial(judge_opening, *arguments) for arguments in parsed],
            "opening: JSON to JSON, as the command": [
                partial(run_as_command, judge_opening_line, entry) for entry in opening_entries
            ],
        },
    )


def compare_with_parsing(entries: Sequence[bytes], works: Mapping[str, Sequence[Work]]) -> Iterator[Line]:
    """Measure each work per second on one core."""
    parsing: Sequence[Work] = [partial(json.loads, entry) for entry in entries]
    floor, *ours = alternate_rounds(*(partial(rate_of, work) for work in (parsing, *works.values())))
    for name, rates in zip(works, ours, strict=True):
        yield Line(name, "/s", rates, floor)


def rate_of(work: Sequence[Work]) -> float:
    done, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        for call in work:
            call()
        done += len(work)
    return done / (time.process_time() - began)


def judge_report(report: Any, rules: Any) -> object:
    return find_errors(report, rules) or (find_warnings(report, rules), score_hand(report, rules))


def run_as_command(judge: Callable[[bytes], dict[str, Any]], line: bytes) -> object:
    return json.dumps(judge(line), ensure_ascii=False)


def opening_with_two_okeys(chance: random.Random) -> dict[str, Any]:
    """Return melds of about 18 tiles in random order."""
    indicator = chance.choice([tile.code for tile in NUMBERED_TILES])
    melds = [list(random_meld(chance)) for _ in range(5)]
    for meld in chance.sample(melds, 2):
        meld[chance.randrange(len(meld))] = okey_of(parse_tile(indicator)).code
        chance.shuffle(meld)
    return {"rule_set": chance.choice(list(PRESETS)), "indicator": indicator, "melds": melds}


def random_meld(chance: random.Random) -> Iterable[str]:
    if chance.choice([True, False]):
        first, length, colour = chance.randint(1, 9), chance.randint(3, 5), chance.choice("rbyk")
        return [f"{colour}{number}" for number in range(first, first + length)]
    number = chance.randint(1, 13)
    return [f"{colour}{number}" for colour in chance.sample("rbyk", chance.randint(3, 4))]


if __name__ == "__main__":
    report("rules", measure())
