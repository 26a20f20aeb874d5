"""Tables of four, in singles: the best two of each table go on, until one table is left.

Every table has four players. A round has as many tables as its entrants fill; the one to three who are left
over have a bye, the best by standing, and nobody a second one while somebody had fewer. Two of each table and
the byes go on. Five would send three on, too few for a table: there the best third goes on as well, so that
four play the last. From 7 entrants, say, that makes rounds of 7, 5 and 4; from 32 of 32, 16, 8 and 4.

Whoever withdraws between two rounds, having reached the second of them, is replaced, so that rounds keep
their sizes: by the best third of the round before, then by its best fourth. "Best" is by `Field.standing`,
which here holds all who have not withdrawn, those who are out as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.formats.fours.seating import TABLE, Met, seat
from tournaments.formats.plan import Field, Key, Nobody, Part, Planned, Played, Seed, Settings, Source


def going_on(entrants: int) -> int:
    """How many a round of so many sends on; the last round, of four, sends on its winner."""
    if entrants == TABLE:
        return 1
    tables, byes = divmod(entrants, TABLE)
    return max(2 * tables + byes, TABLE)


def round_sizes(entrants: int) -> list[int]:
    """How many are in each round, the four of the last included; at least four must enter."""
    sizes = [entrants]
    while sizes[-1] > TABLE:
        sizes.append(going_on(sizes[-1]))
    return sizes


class TablesOfFour:
    """A knock-out of tables; see the module for who has a bye and who goes on."""

    fewest = TABLE
    seats = TABLE

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        """The first round by seeds, apart from those who should not meet; the best have the byes."""
        met = {seed: dict.fromkeys(others, 1) for seed, others in enumerate(field.apart, start=1)}
        return _planned(1, list(range(1, field.entrants + 1)), met, Counter())

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        """The round after those played; None after the last, or when fewer than four could be seated."""
        last = _last_round(played)
        through = _through(field, last)
        if len(last) == 1 or len(through) < TABLE:
            return None
        return _planned(last[0].key.round + 1, through, meetings_of(played), byes_in(played))

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """The last table from 1 to 4; then, round by round, those who were out at the same place share one.

        Whoever may still be seated in a round to come is left out.
        """
        last = _last_round(played)
        over = len(last) == 1 or len(_through(field, last)) < TABLE
        open_rounds = set() if over and all(map(_finished, last)) else {last[0].key.round}
        placed: set[int] = set()
        shared: list[list[int]] = []
        for number in range(last[0].key.round, 0, -1):
            places = _places(encounter for encounter in played if encounter.key.round == number)
            out = sorted(places.keys() - placed) if number not in open_rounds else []
            shared += [[seed for seed in out if places[seed] == place] for place in range(1, TABLE + 1)]
            placed |= places.keys()
        return [group for group in shared if group]


def _last_round(played: Sequence[Played]) -> list[Played]:
    number = max(encounter.key.round for encounter in played)
    return [encounter for encounter in played if encounter.key.round == number]


def _finished(encounter: Played) -> bool:
    return encounter.decided or len(_present(encounter)) == 1


def _present(encounter: Played) -> list[int]:
    return [seed for seed in encounter.seeds if seed is not None]


def _places(encounters: Iterable[Played]) -> dict[int, int]:
    """The place of each who sat there: a bye is a first one, no place the last."""
    places: dict[int, int] = {}
    for encounter in encounters:
        if len(_present(encounter)) == 1:
            places[_present(encounter)[0]] = 1
            continue
        for seed, place in zip(encounter.seeds, encounter.places, strict=True):
            if seed is not None:
                places[seed] = place or TABLE
    return places


def _through(field: Field, last: Sequence[Played]) -> list[int]:
    """Who goes on from the last round, best first: the first two of each table, others only to fill up."""
    places = _places(last)
    able = [seed for seed in field.standing if seed in places]
    chosen = set(sorted(able, key=lambda seed: max(places[seed], 2))[: going_on(len(places))])
    return [seed for seed in able if seed in chosen]


def meetings_of(played: Sequence[Played]) -> dict[int, Counter[int]]:
    """How often whom each sat with, as `seat` wants it."""
    met: dict[int, Counter[int]] = {}
    for encounter in played:
        for one, other in permutations(_present(encounter), 2):
            met.setdefault(one, Counter())[other] += 1
    return met


def byes_in(played: Sequence[Played]) -> Counter[int]:
    """How many byes each had."""
    return Counter(_present(encounter)[0] for encounter in played if len(_present(encounter)) == 1)


def _planned(number: int, order: list[int], met: Met, byes: Counter[int]) -> list[Planned]:
    """Byes for the best of those who had fewest, tables for the others."""
    resting = sorted(order, key=lambda seed: byes[seed])[: len(order) % TABLE]
    seating = seat([seed for seed in order if seed not in resting], met)
    sides: list[tuple[Source, ...]] = [tuple(map(Seed, table)) for table in seating.tables]
    sides += [(Seed(seed), Nobody(), Nobody(), Nobody()) for seed in resting]
    return [Planned(Key(Part.MAIN, number, position), chairs) for position, chairs in enumerate(sides)]


TABLES_OF_FOUR = TablesOfFour()
