from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from tournaments.formats.fours.seating import TABLE
from tournaments.formats.fours.tables_of_four import round_sizes

from .plan import From, Key, Part, Planned, Seed, Source

MINUTES_A_HAND = 5
MINUTES_AN_HOUR = 60


@dataclass(frozen=True)
class Range:
    fewest: int
    most: int

    def __str__(self) -> str:
        return str(self.most) if self.fewest == self.most else f"{self.fewest}–{self.most}"

    def __add__(self, other: Range) -> Range:
        return Range(self.fewest + other.fewest, self.most + other.most)

    def times(self, each: Range) -> Range:
        return Range(self.fewest * each.fewest, self.most * each.most)


NONE = Range(0, 0)


def hands_of_match(hands: int | None, as_a_rule: Range | None = None) -> Range:
    """Return the hands of a match, without extra hands: exactly `hands`, all of them played.

    Where points end the match, it has `as_a_rule` hands, and `hands` at most, if that is not None. Raises
    ValueError for a match that neither a number of hands nor points end.
    """
    if as_a_rule is None:
        if hands is None:
            raise ValueError("nothing ends this match")
        return Range(hands, hands)
    most = as_a_rule.most if hands is None else min(hands, as_a_rule.most)
    return Range(min(as_a_rule.fewest, most), most)


def hands_of_encounter(best_of: int, hands: int | None, as_a_rule: Range | None = None) -> Range:
    """Return the fewest hands (no match lost) and the most (full length); see `hands_of_match`."""
    return Range(best_of // 2 + 1, best_of).times(hands_of_match(hands, as_a_rule))


@dataclass(frozen=True)
class Rounds:
    """Encounters of a stage by round, and how many of them (`own`) an entrant who plays it to its end has.

    `extra` is one more encounter, a second final, that may be needed.
    """

    encounters: tuple[int, ...]
    own: Range
    extra: int = 0


@dataclass(frozen=True)
class StageEstimate:
    """`hands` counts those of an entrant who plays the stage to its end, `all_hands` those of all tables.

    `minutes` are at five minutes a hand.
    """

    entrants: int
    rounds: int
    encounters: Range
    hands: Range
    all_hands: Range
    minutes: Range


def hours_of(minutes: Range) -> list[tuple[int, int]]:
    """Return the fewest and most time as (hours, minutes)."""
    return [divmod(total, MINUTES_AN_HOUR) for total in (minutes.fewest, minutes.most)]


def estimate(*, entrants: int, rounds: Rounds, each: Range, tables: int) -> StageEstimate:
    """Estimate rounds of encounters with `each` hands on so many tables, at least one."""
    turns = sum(ceil(count / tables) for count in rounds.encounters)
    encounters = Range(sum(rounds.encounters), sum(rounds.encounters) + rounds.extra)
    return StageEstimate(
        entrants=entrants,
        rounds=len(rounds.encounters),
        encounters=encounters,
        hands=rounds.own.times(each),
        all_hands=encounters.times(each),
        minutes=Range(
            MINUTES_A_HAND * turns * each.fewest, MINUTES_A_HAND * (turns + rounds.extra) * each.most
        ),
    )


def group_rounds(planned: Sequence[Planned], sizes: Sequence[int], meetings: int) -> Rounds:
    """Return the rounds of planned groups in which everyone meets the others `meetings` times."""
    own = Range((min(sizes) - 1) * meetings, (max(sizes) - 1) * meetings)
    return Rounds(_by_round([encounter.key for encounter in planned]), own)


def swiss_rounds(entrants: int, rounds: int) -> Rounds:
    """Return the rounds of a Swiss stage; with an odd number one entrant has a bye each round."""
    return Rounds((entrants // 2,) * rounds, Range(rounds - entrants % 2, rounds))


def fours_rounds(entrants: int, rounds: int) -> Rounds:
    """Return the Swiss rounds at tables of four; byes rotate, so that they stay even."""
    byes = entrants % TABLE * rounds
    own = Range(rounds - ceil(byes / entrants), rounds - byes // entrants)
    return Rounds((entrants // TABLE,) * rounds, own)


def table_rounds(entrants: int) -> Rounds:
    """Return the rounds of tables of four for at least four entrants; those left over have a bye."""
    sizes = round_sizes(entrants)
    byes = sum(1 for size in sizes if size % 4)
    return Rounds(tuple(size // 4 for size in sizes), Range(len(sizes) - byes, len(sizes)))


def bracket_rounds(planned: Sequence[Planned], *, may_need_second_final: bool = False) -> Rounds:
    known: dict[tuple[Key, int], Range | None] = {}
    played = []
    for encounter in sorted(planned, key=lambda one: one.key.round):
        reached = [
            before for before in (_encounters_before(source, known) for source in encounter.sides) if before
        ]
        if len(reached) == len(encounter.sides):
            played.append(encounter.key)
            with_this = Range(
                min(before.fewest for before in reached) + 1, max(before.most for before in reached) + 1
            )
            known[encounter.key, 1] = known[encounter.key, 2] = with_this
        else:
            known[encounter.key, 1], known[encounter.key, 2] = (reached[0] if reached else None), None
    final = max((key for key in played if key.part is not Part.THIRD), key=lambda key: key.round)
    extra = int(may_need_second_final)
    return Rounds(_by_round(played), (known[final, 1] or NONE) + Range(0, extra), extra)


def _encounters_before(source: Source, known: Mapping[tuple[Key, int], Range | None]) -> Range | None:
    """Return the encounters played by an entrant from this source; None for an empty chair."""
    if isinstance(source, Seed):
        return NONE
    return known.get((source.key, source.place)) if isinstance(source, From) else None


def _by_round(keys: Sequence[Key]) -> tuple[int, ...]:
    counts = Counter(key.round for key in keys)
    return tuple(counts[number] for number in sorted(counts))
