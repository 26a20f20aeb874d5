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


def hands_of_match(hands: int | None, usual_hands: Range | None = None) -> Range:
    """Return exactly `hands`, or where points end the match `usual_hands`, at most `hands`.

    Raises ValueError if both are None.
    """
    if usual_hands is None:
        if hands is None:
            raise ValueError("nothing ends this match")
        return Range(hands, hands)
    most = usual_hands.most if hands is None else min(hands, usual_hands.most)
    return Range(min(usual_hands.fewest, most), most)


def hands_of_encounter(best_of: int, hands: int | None, usual_hands: Range | None = None) -> Range:
    """Return the fewest hands (no match lost) and the most (full length)."""
    return Range(best_of // 2 + 1, best_of).times(hands_of_match(hands, usual_hands))


@dataclass(frozen=True)
class Rounds:
    """Encounters by round, and how many (`own`) an entrant plays up to the end."""

    encounters: tuple[int, ...]
    own: Range
    extra: int = 0


@dataclass(frozen=True)
class StageEstimate:
    """`hands` counts those of an entrant who reaches the end; `minutes` are at five a hand."""

    entrants: int
    rounds: int
    encounters: Range
    hands: Range
    all_hands: Range
    minutes: Range


def hours_of(minutes: Range) -> list[tuple[int, int]]:
    return [divmod(total, MINUTES_AN_HOUR) for total in (minutes.fewest, minutes.most)]


def estimate(*, entrants: int, rounds: Rounds, each: Range, tables: int) -> StageEstimate:
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
    own = Range((min(sizes) - 1) * meetings, (max(sizes) - 1) * meetings)
    return Rounds(_by_round([encounter.key for encounter in planned]), own)


def swiss_rounds(entrants: int, rounds: int) -> Rounds:
    return Rounds((entrants // 2,) * rounds, Range(rounds - entrants % 2, rounds))


def fours_rounds(entrants: int, rounds: int) -> Rounds:
    """Return the rounds; byes rotate, so that they stay even."""
    byes = entrants % TABLE * rounds
    own = Range(rounds - ceil(byes / entrants), rounds - byes // entrants)
    return Rounds((entrants // TABLE,) * rounds, own)


def table_rounds(entrants: int) -> Rounds:
    sizes = round_sizes(entrants)
    byes = sum(1 for size in sizes if size % 4)
    return Rounds(tuple(size // 4 for size in sizes), Range(len(sizes) - byes, len(sizes)))


def bracket_rounds(planned: Sequence[Planned], *, may_need_second_final: bool = False) -> Rounds:
    encounters_before: dict[tuple[Key, int], Range | None] = {}
    played = []
    for encounter in sorted(planned, key=lambda one: one.key.round):
        reached = [
            before
            for before in (_encounters_before(source, encounters_before) for source in encounter.sides)
            if before
        ]
        if len(reached) == len(encounter.sides):
            played.append(encounter.key)
            with_this = Range(
                min(before.fewest for before in reached) + 1, max(before.most for before in reached) + 1
            )
            encounters_before[encounter.key, 1] = encounters_before[encounter.key, 2] = with_this
        else:
            encounters_before[encounter.key, 1], encounters_before[encounter.key, 2] = (
                (reached[0] if reached else None),
                None,
            )
    final = max((key for key in played if key.part is not Part.THIRD), key=lambda key: key.round)
    extra = int(may_need_second_final)
    return Rounds(_by_round(played), (encounters_before[final, 1] or NONE) + Range(0, extra), extra)


def _encounters_before(
    source: Source, encounters_before: Mapping[tuple[Key, int], Range | None]
) -> Range | None:
    if isinstance(source, Seed):
        return NONE
    return encounters_before.get((source.key, source.place)) if isinstance(source, From) else None


def _by_round(keys: Sequence[Key]) -> tuple[int, ...]:
    counts = Counter(key.round for key in keys)
    return tuple(counts[number] for number in sorted(counts))
