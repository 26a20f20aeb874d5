"""Swiss rounds at tables of four, in singles, near opponents of similar rank.

One to three entrants left over have a bye, as low as possible, and nobody a second one while somebody had
fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.formats.fours.near_seating import seat_near
from tournaments.formats.fours.seating import TABLE, seat
from tournaments.formats.fours.tables_of_four import byes_in, meetings_of
from tournaments.formats.plan import Field, Key, Nobody, Part, Planned, Played, Seed, Settings, Source
from tournaments.formats.swiss import default_rounds


def rounds_of(field: Field, settings: Settings) -> int:
    return settings.rounds or default_rounds(field.entrants)


class SwissInFours:
    fewest = TABLE
    seats = TABLE

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        meetings = {seed: dict.fromkeys(avoided, 1) for seed, avoided in enumerate(field.apart, start=1)}
        order = list(range(1, field.entrants + 1))
        playing, resting = _playing_and_resting(order, Counter())
        return _planned(1, seat(playing, meetings).tables, resting)

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        done = max(encounter.key.round for encounter in played)
        if done >= rounds_of(field, settings) or len(field.standing) < TABLE:
            return None
        playing, resting = _playing_and_resting(field.standing, byes_in(played))
        return _planned(done + 1, seat_near(playing, meetings_of(played)), resting)

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        return []


def _playing_and_resting(order: Sequence[int], byes: Counter[int]) -> tuple[list[int], list[int]]:
    from_below = list(order)[::-1]
    by_byes = sorted(from_below, key=lambda seed: byes[seed])
    resting = set(by_byes[: len(order) % TABLE])
    return [seed for seed in order if seed not in resting], [seed for seed in order if seed in resting]


def _planned(number: int, tables: Sequence[Sequence[int]], resting: Sequence[int]) -> list[Planned]:
    sides: list[tuple[Source, ...]] = [tuple(map(Seed, table)) for table in tables]
    sides += [(Seed(seed), Nobody(), Nobody(), Nobody()) for seed in resting]
    return [Planned(Key(Part.MAIN, number, position), chairs) for position, chairs in enumerate(sides)]


ROUNDS_AT_TABLES = SwissInFours()
