"""Archived columns, with reasons for omitted columns; public keys identify rows."""

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

NUMBER: Final = "the number assigned by the database"
ACCOUNT_REASON: Final = "accounts belong to the installation alone"
NAME_REASON: Final = "the public name is in `name`"
LIVE_PAGE_REASON: Final = "for live pages, whose counters start over"
DERIVED_REASON: Final = "computed from the content of the archive"
OMITTED_ID: Final[dict[str, str]] = {"id": NUMBER}


def column_of(model: type[Model], name: str) -> Field[Any, Any]:
    field = model._meta.get_field(name)  # noqa: SLF001 - Django documents it
    assert isinstance(field, Field)
    return field


@dataclass(frozen=True)
class ArchivedTable:
    """`free_text_columns` are without hidden names.

    The lookup path to the tournament is blank if there are several.
    """

    name: str
    model: type[Model]
    columns: tuple[str, ...]
    tournament_path: str
    refs: Mapping[str, str] = field(default_factory=dict)
    key: tuple[str, ...] = ()
    free_text_columns: frozenset[str] = frozenset()
    omitted_columns: Mapping[str, str] = field(default_factory=dict)
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
        *("cancelled_at", "cancelled_because", "created_at", "text_version", "revision", "revised_at"),
        *COMMON_SETTINGS,
    ),
    tournament_path="pk",
    refs={"rule_book": "rule_books", "champion": "entrants"},
    free_text_columns=frozenset({"cancelled_because"}),
    omitted_columns=OMITTED_ID
    | {"club": "restored under a club that the operator names; its name is under `club`"}
    | {"archived_at": "of its organizers' dashboard", "origin": "its club's name is under `club`"}
    | dict.fromkeys(("counter", "hand_changes", "standings_changes", "unswept_since"), LIVE_PAGE_REASON)
    | dict.fromkeys(("codes_address", "codes_kept"), "codes of tables are secrets"),
)
"""One object instead of an array."""
ROSTER: Final = "players"
"""An entrant's players in their order."""
ARCHIVED_TABLES: Final[tuple[ArchivedTable, ...]] = (
    ArchivedTable(
        "rule_books",
        RuleBook,
        ("digest", "rule_set_id", "content"),
        tournament_path="",
        key=("digest",),
        omitted_columns=OMITTED_ID | {"created_at": "when a house froze it first, for whatever tournament"},
        order="digest",
    ),
    ArchivedTable(
        "players",
        Player,
        ("public_id", "name", "anonymous_as"),
        tournament_path="",
        key=("public_id",),
        omitted_columns=OMITTED_ID
        | {"club": "that of the tournament"}
        | dict.fromkeys(("full_name", "shown", "own_name", "same_as"), NAME_REASON),
        order="public_id",
    ),
    ArchivedTable(
        "entrants",
        Entrant,
        ("public_id", "name", "number", "club_name", "rating", "seed", "pot", "state", "left_at"),
        tournament_path="tournament",
        key=("public_id",),
        omitted_columns=OMITTED_ID
        | {
            "tournament": "that of the archive",
            "full_name": NAME_REASON,
            "checked_in_at": "of the evening, before the draw",
            "checked_in_by_phone": "of the evening, before the draw",
            "paid_at": "for organizers only",
        },
    ),
    ArchivedTable(
        "stages",
        Stage,
        (
            *("position", "name", "kind", "best_of", "hands_per_match", "meetings", "rounds"),
            *("last_round", "third_place", "reset_final", "tie_breaks", "time_up", "least_hands"),
            *("draws_itself", "drawn_at"),
        ),
        tournament_path="tournament",
        key=("position",),
        omitted_columns=OMITTED_ID
        | {"tournament": "that of the archive", "ledger_version": LIVE_PAGE_REASON},
    ),
    ArchivedTable(
        "feeds",
        Feed,
        ("first_rank", "last_rank", "best"),
        tournament_path="stage__tournament",
        refs={"stage": "stages", "source": "stages"},
        omitted_columns=OMITTED_ID,
    ),
    ArchivedTable(
        "groups",
        Group,
        ("name", "position"),
        tournament_path="stage__tournament",
        refs={"stage": "stages"},
        key=("stage", "position"),
        omitted_columns=OMITTED_ID,
    ),
    ArchivedTable(
        "group_places",
        GroupPlace,
        ("position", "rank", "gone", "passed_on"),
        tournament_path="group__stage__tournament",
        refs={"group": "groups", "entrant": "entrants"},
        omitted_columns=OMITTED_ID,
    ),
    ArchivedTable(
        "draws",
        Draw,
        ("kind", "round", "method", "seed", "inputs", "drawn", "alterations", "drawn_at", "undone_at"),
        tournament_path="stage__tournament",
        refs={"stage": "stages"},
        omitted_columns=OMITTED_ID | {"user": ACCOUNT_REASON},
    ),
    ArchivedTable(
        "tie_decisions",
        TieDecision,
        ("order", "decided_by", "seed", "reason", "decided_at"),
        tournament_path="",
        refs={"group": "groups", "stage": "stages"},
        free_text_columns=frozenset({"reason"}),
        omitted_columns=OMITTED_ID | {"user": ACCOUNT_REASON, "witness": "a name that is for the staff"},
    ),
    ArchivedTable(
        "tables",
        Table,
        ("public_id", "number", "closed_at"),
        tournament_path="tournament",
        key=("number",),
        omitted_columns=OMITTED_ID | {"tournament": "that of the archive"},
    ),
    ArchivedTable(
        "encounters",
        Encounter,
        (
            *("public_id", "part", "round", "position", "queue_place", "state", "winner", "decided_by"),
            *("started_at", "decided_at", "left_table_at", "first_dealer", "annulled_at", "reopened_at"),
            *("stopped_at", "last_match", "last_deal"),
        ),
        tournament_path="stage__tournament",
        refs={"stage": "stages", "group": "groups", "table": "tables"},
        key=("public_id",),
        omitted_columns=OMITTED_ID | {"hand_changes": LIVE_PAGE_REASON},
    ),
    ArchivedTable(
        "sides",
        EncounterSide,
        ("letter", "from_rank", "from_place", "seed", "vacant", "place", "swapped", "wins"),
        tournament_path="encounter__stage__tournament",
        refs={
            "encounter": "encounters",
            "entrant": "entrants",
            "from_group": "groups",
            "from_encounter": "encounters",
        },
        omitted_columns=OMITTED_ID,
    ),
    ArchivedTable(
        "bells",
        Bell,
        ("public_id", "part", "round", "key", "rung_at", "taken_back_at"),
        tournament_path="stage__tournament",
        refs={"stage": "stages"},
        omitted_columns=OMITTED_ID | dict.fromkeys(("rung_by", "taken_back_by"), ACCOUNT_REASON),
    ),
    ArchivedTable(
        "matches",
        Match,
        ("public_id", "number", "winner", "counts"),
        tournament_path="encounter__stage__tournament",
        refs={"encounter": "encounters"},
        key=("public_id",),
        omitted_columns=OMITTED_ID,
    ),
    ArchivedTable(
        "hands",
        Hand,
        ("deal", "counts"),
        tournament_path="match__encounter__stage__tournament",
        refs={"match": "matches"},
        key=("match", "deal"),
        omitted_columns=OMITTED_ID | {"current": DERIVED_REASON},
    ),
    ArchivedTable(
        "snapshots",
        StandingsSnapshot,
        ("drawn_at", "content"),
        tournament_path="stage__tournament",
        refs={"stage": "stages"},
        omitted_columns=OMITTED_ID,
    ),
    ArchivedTable(
        "protests",
        Call,
        ("public_id", "side", "state", "asked_at", "taken_at", "closed_at", "answer_codes", "answer"),
        tournament_path="table__tournament",
        refs={"table": "tables", "encounter": "encounters", "hand": "hands", "ruling": "entries"},
        free_text_columns=frozenset({"answer"}),
        omitted_columns=OMITTED_ID
        | dict.fromkeys(("asked_by_user", "taken_by", "closed_by"), ACCOUNT_REASON)
        | {"keeper": "a name that is for the staff", "device_id": "the name of a phone is its secret"}
        | {"player": "a protest is its side's", "question": "between the table and the referee"},
    ),
)
"""In the order of restoring: a row comes after those it refers to, except `entries`."""
TABLES_BY_NAME: Final[Mapping[str, ArchivedTable]] = {kind.name: kind for kind in ARCHIVED_TABLES}


def has_composite_key(kind: ArchivedTable) -> bool:
    """Whether arrays refer to its rows, by several columns."""
    return len(kind.key) > 1


def archive_row_key(kind: ArchivedTable, row: Model) -> Any:
    """Referenced rows must be loaded."""
    parts = [
        archive_row_key(TABLES_BY_NAME[kind.refs[name]], getattr(row, name))
        if name in kind.refs
        else to_json(kind.column(name), getattr(row, name))
        for name in kind.key
    ]
    return parts if has_composite_key(kind) else parts[0]
