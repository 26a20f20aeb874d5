"""Double elimination: a second loss eliminates.

With 2^k slots, round j of the losers' bracket is round j + 1, the winners' rounds are 1, 2, 4, 6… and the
final is round 2k. If side B wins it, a second final decides (`reset_final`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .elimination_places import EliminationRound, encounter_losers, shared_places
from .encounter_plan import (
    EncounterKey,
    FormatSettings,
    FromEncounter,
    Part,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    StageField,
)
from .seeding import bracket_size
from .single_elimination import first_meetings


class DoubleElimination:
    fewest = 2
    seats = 2

    def plan(self, field: StageField, settings: FormatSettings) -> list[PlannedEncounter]:
        """Plan all but a second final."""
        rounds = _winners_round_count(field)
        final = EncounterKey(Part.FINAL, 2 * rounds, 0)
        last_loser = (
            FromEncounter(_losers_key(2 * rounds - 2, 0), 1)
            if rounds > 1
            else FromEncounter(_winners_key(1, 0), 2)
        )
        return [
            *_winners_bracket(field.entrants, rounds),
            *_losers_bracket(rounds),
            PlannedEncounter(final, (FromEncounter(_winners_key(rounds, 0), 1), last_loser)),
        ]

    def next_round(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[PlannedEncounter] | None:
        """The second final if side B won the first."""
        final = _last_final(played)
        if final is None or not _needs_second_final(field, settings, final):
            return None
        key = EncounterKey(Part.FINAL, final.key.round + 1, 0)
        return [PlannedEncounter(key, tuple(Seed(seed) for seed in final.seeds if seed is not None))]

    def ranking(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[list[int]]:
        """Return seeds by place; those eliminated in the same losers' round share one.

        The champion comes first only once all is over, as an empty list if the final has no winner.
        """
        final = _last_final(played)
        over = final is not None and final.decided and not _needs_second_final(field, settings, final)
        ranking = shared_places(_elimination_rounds(played, final if over else None))
        champion = final.seed_at_place(1) if final else None
        return [[] if champion is None else [champion], *ranking] if over else ranking


def _winners_round_count(field: StageField) -> int:
    return bracket_size(field.entrants).bit_length() - 1


def _winners_key(number: int, position: int) -> EncounterKey:
    return EncounterKey(Part.MAIN, max(2 * number - 2, 1), position)


def _losers_key(number: int, position: int) -> EncounterKey:
    return EncounterKey(Part.LOSERS, number + 1, position)


def _winners_bracket(entrants: int, rounds: int) -> Iterator[PlannedEncounter]:
    for position, sides in enumerate(first_meetings(entrants)):
        yield PlannedEncounter(_winners_key(1, position), sides)
    for number in range(2, rounds + 1):
        for position in range(1 << (rounds - number)):
            feeds = (_winners_key(number - 1, 2 * position), _winners_key(number - 1, 2 * position + 1))
            yield PlannedEncounter(
                _winners_key(number, position), (FromEncounter(feeds[0], 1), FromEncounter(feeds[1], 1))
            )


def _losers_bracket(rounds: int) -> Iterator[PlannedEncounter]:
    """Yield its encounters; in even rounds, losers from the winners' bracket, of `rounds`, join."""
    for number in range(1, rounds):
        size = 1 << (rounds - number - 1)
        before, place = (_winners_key(1, 0), 2) if number == 1 else (_losers_key(2 * number - 2, 0), 1)
        for position in range(size):
            yield PlannedEncounter(
                _losers_key(2 * number - 1, position),
                (
                    FromEncounter(_key_at_position(before, 2 * position), place),
                    FromEncounter(_key_at_position(before, 2 * position + 1), place),
                ),
            )
        for position in range(size):
            comes_down = FromEncounter(
                _winners_key(number + 1, _dropping_position(number, position, size)), 2
            )
            yield PlannedEncounter(
                _losers_key(2 * number, position),
                (comes_down, FromEncounter(_losers_key(2 * number - 1, position), 1)),
            )


def _key_at_position(key: EncounterKey, position: int) -> EncounterKey:
    return EncounterKey(key.part, key.round, position)


def _dropping_position(number: int, position: int, size: int) -> int:
    """Whose loser drops to this position.

    Up to 64 slots, no two entrants meet again in a losers' round of four encounters or more.
    """
    whole, half = size - 1, size // 2
    return position ^ (0, whole, whole ^ half, half)[number % 4]


def _last_final(played: Sequence[PlayedEncounter]) -> PlayedEncounter | None:
    finals = [encounter for encounter in played if encounter.key.part is Part.FINAL]
    return max(finals, key=lambda encounter: encounter.key.round, default=None)


def _needs_second_final(field: StageField, settings: FormatSettings, final: PlayedEncounter) -> bool:
    first = final.key.round == 2 * _winners_round_count(field)
    return settings.reset_final and first and None not in final.seeds and final.places == (2, 1)


def _elimination_rounds(
    played: Sequence[PlayedEncounter], decisive: PlayedEncounter | None
) -> dict[int, EliminationRound]:
    """Return each eliminated seed's losers' round; of finals only `decisive` counts.

    Both losers of a winners' encounter count for the next round.
    """
    reached: dict[int, EliminationRound] = {}
    for encounter in played:
        key, losers = encounter.key, encounter_losers(encounter)
        if key.part is Part.LOSERS or encounter is decisive:
            reached |= dict.fromkeys(losers, (key.round,))
        elif key.part is Part.MAIN and len(losers) > 1:
            reached |= dict.fromkeys(losers, (key.round + 1,))
    return reached


DOUBLE_ELIMINATION = DoubleElimination()
