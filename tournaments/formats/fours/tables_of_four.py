"""Tables of four, in singles: the best two of each table advance, until one table is left.

Byes go to the best with the fewest byes. Five would send on three, so the best third advances too. The best
third, then fourth, of the previous round replaces an entrant who withdraws between rounds; therefore
`Field.standing` includes eliminated entrants here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.formats.fours.seating import TABLE, Met, seat
from tournaments.formats.plan import Field, Key, Nobody, Part, Planned, Played, Seed, Settings, Source


def count_advancing(entrants: int) -> int:
    """Return how many advance; one from the last round of four."""
    if entrants == TABLE:
        return 1
    tables, byes = divmod(entrants, TABLE)
    return max(2 * tables + byes, TABLE)


def round_sizes(entrants: int) -> list[int]:
    """Return the size of each round, down to the last of four."""
    sizes = [entrants]
    while sizes[-1] > TABLE:
        sizes.append(count_advancing(sizes[-1]))
    return sizes


class TablesOfFour:
    fewest = TABLE
    seats = TABLE

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        meetings = {seed: dict.fromkeys(avoided, 1) for seed, avoided in enumerate(field.apart, start=1)}
        return _planned(1, list(range(1, field.entrants + 1)), meetings, Counter())

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        last = _last_round(played)
        advancing = _advancing(field, last)
        if len(last) == 1 or len(advancing) < TABLE:
            return None
        return _planned(last[0].key.round + 1, advancing, meetings_of(played), byes_in(played))

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """Return the last table from 1 to 4; then, by round, entrants eliminated at the same place.

        Leaves out those who may still be seated.
        """
        last = _last_round(played)
        over = len(last) == 1 or len(_advancing(field, last)) < TABLE
        open_rounds = set() if over and all(map(_finished, last)) else {last[0].key.round}
        placed: set[int] = set()
        shared: list[list[int]] = []
        for number in range(last[0].key.round, 0, -1):
            places = _places(encounter for encounter in played if encounter.key.round == number)
            eliminated = sorted(places.keys() - placed) if number not in open_rounds else []
            shared += [
                [seed for seed in eliminated if places[seed] == place] for place in range(1, TABLE + 1)
            ]
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
    places: dict[int, int] = {}
    for encounter in encounters:
        if len(_present(encounter)) == 1:
            places[_present(encounter)[0]] = 1
            continue
        for seed, place in zip(encounter.seeds, encounter.places, strict=True):
            if seed is not None:
                places[seed] = place or TABLE
    return places


def _advancing(field: Field, last: Sequence[Played]) -> list[int]:
    places = _places(last)
    candidates = [seed for seed in field.standing if seed in places]
    chosen = set(sorted(candidates, key=lambda seed: max(places[seed], 2))[: count_advancing(len(places))])
    return [seed for seed in candidates if seed in chosen]


def meetings_of(played: Sequence[Played]) -> dict[int, Counter[int]]:
    meetings: dict[int, Counter[int]] = {}
    for encounter in played:
        for seed, opponent in permutations(_present(encounter), 2):
            meetings.setdefault(seed, Counter())[opponent] += 1
    return meetings


def byes_in(played: Sequence[Played]) -> Counter[int]:
    return Counter(_present(encounter)[0] for encounter in played if len(_present(encounter)) == 1)


def _planned(number: int, order: list[int], meetings: Met, byes: Counter[int]) -> list[Planned]:
    resting = sorted(order, key=lambda seed: byes[seed])[: len(order) % TABLE]
    seating = seat([seed for seed in order if seed not in resting], meetings)
    sides: list[tuple[Source, ...]] = [tuple(map(Seed, table)) for table in seating.tables]
    sides += [(Seed(seed), Nobody(), Nobody(), Nobody()) for seed in resting]
    return [Planned(Key(Part.MAIN, number, position), chairs) for position, chairs in enumerate(sides)]


TABLES_OF_FOUR = TablesOfFour()
