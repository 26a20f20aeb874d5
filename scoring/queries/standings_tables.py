from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import get_language

from rules.standings.statements import Statement, word
from rules.standings.steps import Step, steps_by_ids
from scoring.enums import Outlook
from scoring.models import Standing
from scoring.queries.play_progress import GroupProgress
from scoring.queries.tournament_context import StageContext
from tournaments.enums import StageKind
from tournaments.live.fragment_store import stored_values
from tournaments.models import Entrant, Feed, Group
from tournaments.sentences import Sentence, fill_names

MAX_PLACES_SHOWN = 14
"""Longer tables are cut unless they are alone on the page."""
LEADING_PLACES = 10
MAX_GROUPS_SHOWN = 2
UNKNOWN_NAME = "?"
UNCOMPARED_FIELDS = frozenset({"id"})
"""A standings row gets a new key whenever it is rewritten."""


@dataclass(frozen=True)
class Place:
    """Rank and standing are None before the first refresh.

    `outlook` is an `Outlook`; a next stage has certainly been reached.
    """

    entrant: Entrant
    rank: int | None = None
    standing: Standing | None = None
    outlook: str = ""
    next_stage: StageContext | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """Of entrants that reasons and needs mention, by public id."""

    @property
    def cache_value(self) -> tuple[object, ...]:
        entrant = (self.entrant.public_id, self.entrant.name, self.entrant.state)
        to = self.next_stage and (self.next_stage.name, self.next_stage.drawn)
        row = self.standing and stored_values(self.standing, exclude=UNCOMPARED_FIELDS)
        return *entrant, self.rank, self.outlook, to, row, *self.names.values()

    @property
    def through(self) -> bool:
        return self.outlook == Outlook.THROUGH

    @property
    def out(self) -> bool:
        return self.outlook == Outlook.OUT

    @property
    def estimated(self) -> bool:
        """Whether the outlook rests on wins alone."""
        return bool(self.standing and self.outlook == self.standing.outlook and not self.standing.exact)

    @property
    def sign(self) -> str:
        if self.entrant.has_left:
            return "left"
        if self.through:
            return "through"
        if self.next_stage:
            return "goes to"
        return "out" if self.out else "open" if self.outlook else ""

    @property
    def reasons(self) -> list[Sentence]:
        return [self._word(reason) for reason in self.standing.reasons] if self.standing else []

    @property
    def across_reasons(self) -> list[Sentence]:
        return [self._word(reason) for reason in self.standing.across_reasons] if self.standing else []

    @property
    def needs(self) -> Sentence | None:
        return self._word(self.standing.needs) if self.standing and self.standing.needs else None

    def _word(self, stored: Mapping[str, Any]) -> Sentence:
        statement = Statement.from_json(stored)
        template = word(statement, "%({})s".format, get_language() or "tr")
        return fill_names(template, {entrant: self.names[entrant] for entrant in statement.mentioned})


@dataclass(frozen=True)
class GroupTable:
    """In order; `advance` certainly qualify.

    A long table of `size` places may have only those after `first`.
    """

    group: Group
    places: Sequence[Place]
    advance: int
    rounds_left: int
    waits_for_lot: bool
    is_superseded: bool
    playing: int
    left: int
    size: int
    first: int = 0

    @property
    def cache_value(self) -> tuple[object, ...]:
        head = (self.group.pk, self.group.name, self.advance, self.waits_for_lot, self.is_superseded)
        progress = (self.playing, self.left, self.rounds_left, self.size, self.first)
        return *head, *progress, *(place.cache_value for place in self.places)

    @property
    def open(self) -> bool:
        return bool(self.left or self.rounds_left)

    @property
    def leading(self) -> Sequence[Place]:
        return self.places if self.size <= MAX_PLACES_SHOWN else self.places[:LEADING_PLACES]

    @property
    def cut(self) -> bool:
        return len(self.places) < self.size

    @property
    def needs(self) -> list[tuple[Entrant, Sentence]]:
        return [(place.entrant, place.needs) for place in self.places if place.needs]


@dataclass(frozen=True)
class BestTable:
    """Best first."""

    feed: Feed
    rows: Sequence[tuple[Group, Place]]

    @property
    def best(self) -> int:
        return self.feed.best or 0

    @property
    def has_tie_at_cut(self) -> bool:
        ranks = [place.standing.across_rank for _group, place in self.rows if place.standing]
        return len(ranks) > self.best > 0 and ranks[self.best - 1] == ranks[self.best]


@dataclass(frozen=True)
class StageStandings:
    """If stale, `as_of_hands` counts the hands behind the rows."""

    stage: StageContext
    groups: Sequence[GroupTable]
    best: BestTable | None
    as_of_hands: int | None
    continues_previous_page: bool = False

    @property
    def cache_value(self) -> tuple[object, ...]:
        stage = (self.stage.name, self.stage.last, self.stage.advance, self.stage.only_group)
        return *stage, self.shows_outlook, self.by_opponents_strength, self.at_tables, self.best is None

    @property
    def decided(self) -> bool:
        return not any(table.open for table in self.groups)

    @property
    def best_table_waits_for_lot(self) -> bool:
        all_ranked = self.decided and not any(table.waits_for_lot for table in self.groups)
        return all_ranked and self.best is not None and self.best.has_tie_at_cut

    @property
    def shows_outlook(self) -> bool:
        if self.stage.stage.tournament.cancelled:
            return False
        return any(place.through or place.out for table in self.groups for place in table.places)

    @property
    def signs(self) -> set[str]:
        places = [place for table in self.groups for place in table.places]
        best_places = [place for _group, place in self.best.rows] if self.best else []
        return {place.sign for place in (*places, *best_places)}

    @property
    def cut_short(self) -> bool:
        return any(len(table.leading) < table.size for table in self.groups)

    @property
    def has_many_groups(self) -> bool:
        """Whether phones show only leaders of groups."""
        return self.stage.groups > MAX_GROUPS_SHOWN

    @property
    def leaders(self) -> list[tuple[GroupTable, Place]]:
        return [
            (table, table.places[0])
            for table in self.groups
            if table.places and (row := table.places[0].standing) and (row.encounters_played or row.average)
        ]

    @property
    def estimated(self) -> bool:
        return any(table.open and place.estimated for table in self.groups for place in table.places)

    @property
    def waits_for_lot(self) -> bool:
        return any(table.waits_for_lot for table in self.groups)

    @property
    def steps(self) -> tuple[Step, ...]:
        return steps_by_ids(self.stage.stage.tie_breaks)

    @property
    def at_tables(self) -> bool:
        return self.stage.stage.kind == StageKind.FOURS

    @property
    def by_opponents_strength(self) -> bool:
        return "opponents_strength" in self.stage.stage.tie_breaks


@dataclass(frozen=True)
class Standings:
    stages: Sequence[StageStandings]
    groups_needing_lot: Sequence[Group]
    groups: Sequence[GroupProgress]


def read_mentioned_names(rows: Sequence[Standing]) -> dict[int, Mapping[str, str]]:
    """Return for each row, by its key, the names of entrants that it mentions, by public id.

    One query if any mentions an entrant without a row here.
    """
    mentioned = {row.pk: _mentioned(row) for row in rows}
    names = {str(row.entrant.public_id): row.entrant.name for row in rows}
    absent = {entrant for entrants in mentioned.values() for entrant in entrants} - names.keys()
    if absent:
        entrants = Entrant.objects.filter(public_id__in=absent).order_by("pk")
        names |= {str(key): name for key, name in entrants.values_list("public_id", "name")}
    return {
        pk: {entrant: names.get(entrant, UNKNOWN_NAME) for entrant in entrants}
        for pk, entrants in mentioned.items()
    }


def _mentioned(row: Standing) -> list[str]:
    stored = [*row.reasons, *row.across_reasons, *([row.needs] if row.needs else [])]
    return [entrant for statement in map(Statement.from_json, stored) for entrant in statement.mentioned]
