"""Tables of an archive by column, with reasons for omitted columns.

Writer, reader and schema use these. Rows are identified by public keys, never by primary keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Field, Model

from scoring.archive.columns import to_json
from scoring.models import Bell, Call, Hand, Match, StandingsSnapshot
from tournaments.models import (
    Draw,
    Encounter,
    EncounterSide,
    Entrant,
    Feed,
    Group,
    GroupPlace,
    Player,
    RuleBook,
    Stage,
    Table,
    TieDecision,
    Tournament,
)
from tournaments.models.common_settings import COMMON_SETTINGS

NUMBER: Final = "the number that a database gives"
IS_ACCOUNT: Final = "accounts are nobody's business but the house's"
OWN_NAME: Final = "what everybody may read of a name is in `name`"
OF_LIVE_PAGES: Final = "of live pages, which count anew"
DERIVED: Final = "worked out anew from what the archive holds"
OMITTED_ID: Final[dict[str, str]] = {"id": NUMBER}


def column_of(model: type[Model], name: str) -> Field[Any, Any]:
    field = model._meta.get_field(name)  # noqa: SLF001 - Django documents it
    assert isinstance(field, Field)
    return field


@dataclass(frozen=True)
class ArchivedTable:
    """An array of rows under `name`.

    `typed` columns are without hidden names; `refs` refer to other kinds, `key` identifies a row. The lookup
    path to the tournament is blank if there are several.
    """

    name: str
    model: type[Model]
    columns: tuple[str, ...]
    of: str
    refs: Mapping[str, str] = field(default_factory=dict)
    key: tuple[str, ...] = ()
    typed: frozenset[str] = frozenset()
    left_out: Mapping[str, str] = field(default_factory=dict)
    order: str = "pk"

    def column(self, name: str) -> Field[Any, Any]:
        return column_of(self.model, name)

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.columns, *self.refs)


TOURNAMENT: Final = ArchivedTable(
    "tournament",
    Tournament,
    (
        *("public_id", "name", "kind", "first_day", "last_day", "state", "visibility"),
        *("cancelled_at", "cancelled_because", "created_at"),
        *COMMON_SETTINGS,
    ),
    of="pk",
    refs={"rule_book": "rule_books", "champion": "entrants"},
    typed=frozenset({"cancelled_because"}),
    left_out=OMITTED_ID
    | {"club": "restored under a club that the operator names; its name is under `club`"}
    | {"put_away_at": "of its organizers' desk", "origin": "its club's name is under `club`"}
    | dict.fromkeys(("counter", "hands_told", "standings_told", "stirred_at"), OF_LIVE_PAGES)
    | dict.fromkeys(("codes_address", "codes_kept"), "codes of tables are secrets"),
)
"""One object instead of an array."""
ROSTER: Final = "players"
"""An entrant's players in their order."""
KINDS: Final[tuple[ArchivedTable, ...]] = (
    ArchivedTable(
        "rule_books",
        RuleBook,
        ("digest", "rule_set_id", "content"),
        of="",
        key=("digest",),
        left_out=OMITTED_ID | {"created_at": "when a house froze it first, for whatever tournament"},
        order="digest",
    ),
    ArchivedTable(
        "players",
        Player,
        ("public_id", "name", "anonymous_as"),
        of="",
        key=("public_id",),
        left_out=OMITTED_ID
        | {"club": "that of the tournament"}
        | dict.fromkeys(("full_name", "shown", "own_name", "same_as"), OWN_NAME),
        order="public_id",
    ),
    ArchivedTable(
        "entrants",
        Entrant,
        ("public_id", "name", "number", "club_name", "rating", "seed", "pot", "state", "left_at"),
        of="tournament",
        key=("public_id",),
        left_out=OMITTED_ID
        | {
            "tournament": "that of the archive",
            "full_name": OWN_NAME,
            "here_at": "of the evening, before the draw",
            "here_by_phone": "of the evening, before the draw",
        },
    ),
    ArchivedTable(
        "stages",
        Stage,
        (
            *("position", "name", "kind", "best_of", "hands_per_match", "meetings", "rounds"),
            *("third_place", "reset_final", "tie_breaks", "time_up", "least_hands", "draws_itself"),
            "drawn_at",
        ),
        of="tournament",
        key=("position",),
        left_out=OMITTED_ID | {"tournament": "that of the archive", "ledger_version": OF_LIVE_PAGES},
    ),
    ArchivedTable(
        "feeds",
        Feed,
        ("first_rank", "last_rank", "best"),
        of="stage__tournament",
        refs={"stage": "stages", "source": "stages"},
        left_out=OMITTED_ID,
    ),
    ArchivedTable(
        "groups",
        Group,
        ("name", "position"),
        of="stage__tournament",
        refs={"stage": "stages"},
        key=("stage", "position"),
        left_out=OMITTED_ID,
    ),
    ArchivedTable(
        "group_places",
        GroupPlace,
        ("position", "rank", "gone"),
        of="group__stage__tournament",
        refs={"group": "groups", "entrant": "entrants"},
        left_out=OMITTED_ID,
    ),
    ArchivedTable(
        "draws",
        Draw,
        ("kind", "round", "method", "seed", "inputs", "drawn", "alterations", "drawn_at", "undone_at"),
        of="stage__tournament",
        refs={"stage": "stages"},
        left_out=OMITTED_ID | {"user": IS_ACCOUNT},
    ),
    ArchivedTable(
        "tie_decisions",
        TieDecision,
        ("order", "decided_by", "seed", "reason", "decided_at"),
        of="",
        refs={"group": "groups", "stage": "stages"},
        typed=frozenset({"reason"}),
        left_out=OMITTED_ID | {"user": IS_ACCOUNT, "witness": "a name that is for the staff"},
    ),
    ArchivedTable(
        "tables",
        Table,
        ("public_id", "number", "closed_at"),
        of="tournament",
        key=("number",),
        left_out=OMITTED_ID | {"tournament": "that of the archive"},
    ),
    ArchivedTable(
        "encounters",
        Encounter,
        (
            *("public_id", "part", "round", "position", "queue_place", "state", "winner", "decided_by"),
            *("started_at", "decided_at", "left_table_at", "first_dealer", "annulled_at", "reopened_at"),
            *("stopped_at", "last_match", "last_deal"),
        ),
        of="stage__tournament",
        refs={"stage": "stages", "group": "groups", "table": "tables"},
        key=("public_id",),
        left_out=OMITTED_ID | {"hands_told": OF_LIVE_PAGES},
    ),
    ArchivedTable(
        "sides",
        EncounterSide,
        ("letter", "from_rank", "from_place", "seed", "vacant", "place", "swapped", "wins"),
        of="encounter__stage__tournament",
        refs={
            "encounter": "encounters",
            "entrant": "entrants",
            "from_group": "groups",
            "from_encounter": "encounters",
        },
        left_out=OMITTED_ID,
    ),
    ArchivedTable(
        "bells",
        Bell,
        ("public_id", "part", "round", "key", "rung_at", "taken_back_at"),
        of="stage__tournament",
        refs={"stage": "stages"},
        left_out=OMITTED_ID | dict.fromkeys(("rung_by", "taken_back_by"), IS_ACCOUNT),
    ),
    ArchivedTable(
        "matches",
        Match,
        ("public_id", "number", "winner", "counts"),
        of="encounter__stage__tournament",
        refs={"encounter": "encounters"},
        key=("public_id",),
        left_out=OMITTED_ID,
    ),
    ArchivedTable(
        "hands",
        Hand,
        ("deal", "counts"),
        of="match__encounter__stage__tournament",
        refs={"match": "matches"},
        key=("match", "deal"),
        left_out=OMITTED_ID | {"current": DERIVED},
    ),
    ArchivedTable(
        "snapshots",
        StandingsSnapshot,
        ("drawn_at", "content"),
        of="stage__tournament",
        refs={"stage": "stages"},
        left_out=OMITTED_ID,
    ),
    ArchivedTable(
        "protests",
        Call,
        ("public_id", "side", "state", "asked_at", "taken_at", "closed_at", "answer"),
        of="table__tournament",
        refs={"table": "tables", "encounter": "encounters", "hand": "hands", "ruling": "entries"},
        typed=frozenset({"answer"}),
        left_out=OMITTED_ID
        | dict.fromkeys(("asked_by_user", "taken_by", "closed_by"), IS_ACCOUNT)
        | {"keeper": "a name that is for the staff", "device_id": "the name of a phone is its secret"}
        | {"player": "a protest is its side's", "question": "between the table and the referee"},
    ),
)
"""In the order of restoring: a row comes after those it refers to, except `entries`."""
BY_NAME: Final[Mapping[str, ArchivedTable]] = {kind.name: kind for kind in KINDS}


def refers_to_many(kind: ArchivedTable) -> bool:
    """Return whether several columns identify a row, so that arrays refer to it."""
    return len(kind.key) > 1


def key_of(kind: ArchivedTable, row: Model) -> Any:
    """Return the key of a row; its referenced rows are loaded."""
    parts = [
        key_of(BY_NAME[kind.refs[name]], getattr(row, name))
        if name in kind.refs
        else to_json(kind.column(name), getattr(row, name))
        for name in kind.key
    ]
    return parts if refers_to_many(kind) else parts[0]
