from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from tournaments.formats.fours.seating import SEATS_PER_TABLE
from tournaments.formats.fours.tables_of_four import round_sizes

from .encounter_plan import EncounterKey, FromEncounter, Part, PlannedEncounter, Seed, Source

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

    def multiplied_by(self, each: Range) -> Range:
        return Range(self.fewest * each.fewest, self.most * each.most)


ZERO_RANGE = Range(0, 0)


def hands_of_match(hands: int | None, usual_hands: Range | None = None) -> Range:
    """`usual_hands` where points end the match, at most `hands`. Raises ValueError if both are None."""
    if usual_hands is None:
        if hands is None:
            raise ValueError("nothing ends this match")
        return Range(hands, hands)
    most = usual_hands.most if hands is None else min(hands, usual_hands.most)
    return Range(min(usual_hands.fewest, most), most)


def hands_of_encounter(best_of: int, hands: int | None, usual_hands: Range | None = None) -> Range:
    """From no match lost to full length."""
    return Range(best_of // 2 + 1, best_of).multiplied_by(hands_of_match(hands, usual_hands))


@dataclass(frozen=True)
class Rounds:
    """`entrant_encounters`: of one entrant up to the end."""

    encounters: tuple[int, ...]
    entrant_encounters: Range
    extra_encounters: int = 0


@dataclass(frozen=True)
class StageEstimate:
    """`hands` of an entrant who reaches the end; `minutes` at five a hand."""

    entrants: int
    rounds: int
    encounters: Range
    hands: Range
    all_hands: Range
    minutes: Range


def hours_and_minutes(minutes: Range) -> list[tuple[int, int]]:
    return [divmod(total, MINUTES_AN_HOUR) for total in (minutes.fewest, minutes.most)]


def estimate_stage(*, entrants: int, rounds: Rounds, each: Range, tables: int) -> StageEstimate:
    """Estimate one entrant's and all hands, and minutes; `each` is an encounter's hands.

    `tables` are played at once.
    """
    turns = sum(ceil(count / tables) for count in rounds.encounters)
    encounters = Range(sum(rounds.encounters), sum(rounds.encounters) + rounds.extra_encounters)
    return StageEstimate(
        entrants=entrants,
        rounds=len(rounds.encounters),
        encounters=encounters,
        hands=rounds.entrant_encounters.multiplied_by(each),
        all_hands=encounters.multiplied_by(each),
        minutes=Range(
            MINUTES_A_HAND * turns * each.fewest,
            MINUTES_A_HAND * (turns + rounds.extra_encounters) * each.most,
        ),
    )


def group_rounds(planned: Sequence[PlannedEncounter], sizes: Sequence[int], meetings: int) -> Rounds:
    own = Range((min(sizes) - 1) * meetings, (max(sizes) - 1) * meetings)
    return Rounds(_count_by_round([encounter.key for encounter in planned]), own)


def swiss_rounds(entrants: int, rounds: int) -> Rounds:
    return Rounds((entrants // 2,) * rounds, Range(rounds - entrants % 2, rounds))


def fours_rounds(entrants: int, rounds: int) -> Rounds:
    """Byes rotate, so that they stay even."""
    byes = entrants % SEATS_PER_TABLE * rounds
    own = Range(rounds - ceil(byes / entrants), rounds - byes // entrants)
    return Rounds((entrants // SEATS_PER_TABLE,) * rounds, own)


def table_rounds(entrants: int) -> Rounds:
    sizes = round_sizes(entrants)
    byes = sum(1 for size in sizes if size % 4)
    return Rounds(tuple(size // 4 for size in sizes), Range(len(sizes) - byes, len(sizes)))


def bracket_rounds(planned: Sequence[PlannedEncounter], *, may_need_second_final: bool = False) -> Rounds:
    """Count each round's encounters, without byes; `entrant_encounters` are a finalist's."""
    encounters_before: dict[tuple[EncounterKey, int], Range | None] = {}
    played = []
    for encounter in sorted(planned, key=lambda encounter: encounter.key.round):
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
    return Rounds(
        _count_by_round(played), (encounters_before[final, 1] or ZERO_RANGE) + Range(0, extra), extra
    )


def _encounters_before(
    source: Source, encounters_before: Mapping[tuple[EncounterKey, int], Range | None]
) -> Range | None:
    if isinstance(source, Seed):
        return ZERO_RANGE
    return encounters_before.get((source.key, source.place)) if isinstance(source, FromEncounter) else None


def _count_by_round(keys: Sequence[EncounterKey]) -> tuple[int, ...]:
    counts = Counter(key.round for key in keys)
    return tuple(counts[number] for number in sorted(counts))
