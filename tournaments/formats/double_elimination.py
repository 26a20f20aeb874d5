"""Double elimination: a second loss eliminates.

With 2^k slots, round j of the losers' bracket is round j + 1, the winners' rounds are 1, 2, 4, 6… and the
final is round 2k. If side B wins it, a second final decides (`reset_final`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .elimination_places import Reached, beaten, shared_places
from .plan import Field, From, Key, Part, Planned, Played, Seed, Settings
from .seeding import bracket_size
from .single_elimination import first_meetings


class DoubleElimination:
    fewest = 2
    seats = 2

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        rounds = _rounds(field)
        final = Key(Part.FINAL, 2 * rounds, 0)
        last_loser = From(_down(2 * rounds - 2, 0), 1) if rounds > 1 else From(_up(1, 0), 2)
        return [
            *_winners_bracket(field.entrants, rounds),
            *_losers_bracket(rounds),
            Planned(final, (From(_up(rounds, 0), 1), last_loser)),
        ]

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        """Return the second final if side B won the first one; else None."""
        final = _last_final(played)
        if final is None or not _is_reset(field, settings, final):
            return None
        key = Key(Part.FINAL, final.key.round + 1, 0)
        return [Planned(key, tuple(Seed(seed) for seed in final.seeds if seed is not None))]

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """Return winner, runner-up, third, fourth; then those eliminated in the same losers' round together.

        After a final without a winner the first list is empty.
        """
        final = _last_final(played)
        over = final is not None and final.decided and not _is_reset(field, settings, final)
        ranking = shared_places(_reached(played, final if over else None))
        champion = final.at(1) if final else None
        return [[] if champion is None else [champion], *ranking] if over else ranking


def _rounds(field: Field) -> int:
    return bracket_size(field.entrants).bit_length() - 1


def _up(number: int, position: int) -> Key:
    return Key(Part.MAIN, max(2 * number - 2, 1), position)


def _down(number: int, position: int) -> Key:
    return Key(Part.LOSERS, number + 1, position)


def _winners_bracket(entrants: int, rounds: int) -> Iterator[Planned]:
    for position, sides in enumerate(first_meetings(entrants)):
        yield Planned(_up(1, position), sides)
    for number in range(2, rounds + 1):
        for position in range(1 << (rounds - number)):
            feeds = (_up(number - 1, 2 * position), _up(number - 1, 2 * position + 1))
            yield Planned(_up(number, position), (From(feeds[0], 1), From(feeds[1], 1)))


def _losers_bracket(rounds: int) -> Iterator[Planned]:
    for number in range(1, rounds):
        size = 1 << (rounds - number - 1)
        before, place = (_up(1, 0), 2) if number == 1 else (_down(2 * number - 2, 0), 1)
        for position in range(size):
            yield Planned(
                _down(2 * number - 1, position),
                (From(_beside(before, 2 * position), place), From(_beside(before, 2 * position + 1), place)),
            )
        for position in range(size):
            comes_down = From(_up(number + 1, _crossed(number, position, size)), 2)
            yield Planned(_down(2 * number, position), (comes_down, From(_down(2 * number - 1, position), 1)))


def _beside(key: Key, position: int) -> Key:
    return Key(key.part, key.round, position)


def _crossed(number: int, position: int, size: int) -> int:
    """Return the position whose loser drops to this position.

    Up to 64 slots, no two entrants meet again in a losers' round of four encounters or more.
    """
    whole, half = size - 1, size // 2
    return position ^ (0, whole, whole ^ half, half)[number % 4]


def _last_final(played: Sequence[Played]) -> Played | None:
    finals = [encounter for encounter in played if encounter.key.part is Part.FINAL]
    return max(finals, key=lambda one: one.key.round, default=None)


def _is_reset(field: Field, settings: Settings, final: Played) -> bool:
    first = final.key.round == 2 * _rounds(field)
    return settings.reset_final and first and None not in final.seeds and final.places == (2, 1)


def _reached(played: Sequence[Played], decisive: Played | None) -> dict[int, Reached]:
    reached: dict[int, Reached] = {}
    for encounter in played:
        key, losers = encounter.key, beaten(encounter)
        if key.part is Part.LOSERS or encounter is decisive:
            reached |= dict.fromkeys(losers, (key.round,))
        elif key.part is Part.MAIN and len(losers) > 1:
            reached |= dict.fromkeys(losers, (key.round + 1,))
    return reached


DOUBLE_ELIMINATION = DoubleElimination()
