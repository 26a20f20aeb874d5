"""Copy the hands of one encounter to others.

The copies' seals are invalid, which neither pages nor standings check. Needs a PostgreSQL superuser, to skip
foreign keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.db import connection, transaction
from django.db.models import Model

from scoring.models import Entry, EntrySeat, EntrySeatEvent, Hand, Match
from tournaments.models import Encounter, EncounterSide

PROGRESS_COLUMNS: Final = (
    *("state", "winner", "decided_by", "first_dealer"),
    *("started_at", "decided_at", "left_table_at"),
)
"""Columns of an encounter that describe its progress."""
LEVELS: Final[Sequence[tuple[type[Model], str, str]]] = (
    (Match, "encounter_id", "number"),
    (Hand, "match_id", "deal"),
    (Entry, "hand_id", "version"),
    (EntrySeat, "entry_id", "seat"),
    (EntrySeatEvent, "seat_id", "what"),
)
"""From the encounter down: each row's parent, and what identifies it among its siblings."""
NEW_VALUES: Final = {
    "public_id": "gen_random_uuid()",
    "entry_key": "gen_random_uuid()::text",
    "current_id": "NULL",
    "player_id": "roster.player_id",
}
PLAYERS_JOIN: Final = """
    JOIN tournaments_encounterside side ON side.encounter_id = above.encounter AND side.letter = old.side
    JOIN tournaments_entrantplayer roster
        ON roster.entrant_id = side.entrant_id AND roster.place::text = substr(old.seat, 2)"""


@transaction.atomic
def copy_play(played: Encounter, others: Sequence[Encounter]) -> None:
    played.refresh_from_db()
    keys = [encounter.pk for encounter in others]
    Encounter.objects.filter(pk__in=keys).update(**{name: getattr(played, name) for name in PROGRESS_COLUMNS})
    for side in played.sides.all():
        EncounterSide.objects.filter(encounter__in=keys, letter=side.letter).update(place=side.place)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "CREATE TEMP TABLE copied_0 ON COMMIT DROP AS "
            "SELECT %s::bigint AS old, pk AS new, pk AS encounter FROM unnest(%s::bigint[]) AS pk",
            [played.pk, keys],
        )
        for number, level in enumerate(LEVELS):
            for statement in _copy_statements(number, *level):
                cursor.execute(statement)
        cursor.execute(
            "UPDATE scoring_hand SET current_id = entry.id FROM scoring_entry entry "
            "WHERE entry.hand_id = scoring_hand.id AND current_id IS NULL"
        )


def _copy_statements(number: int, model: type[Model], above: str, key_column: str) -> Iterator[str]:
    """Map originals to copies for the next level."""
    table, columns = _table_and_columns(model)
    new = NEW_VALUES | {above: "above.new"}
    values = ", ".join(new.get(column, f"old.{column}") for column in columns)
    joined = f"{table} old JOIN copied_{number} above ON old.{above} = above.old"
    players = PLAYERS_JOIN if model is EntrySeat else ""
    yield f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {joined}{players}"  # noqa: S608
    if model is LEVELS[-1][0]:
        return
    yield (
        f"CREATE TEMP TABLE copied_{number + 1} ON COMMIT DROP AS "  # noqa: S608
        f"SELECT old.id AS old, copy.id AS new, above.encounter FROM {joined} "
        f"JOIN {table} copy ON copy.{above} = above.new AND copy.{key_column} = old.{key_column}"
    )
    yield f"ANALYZE copied_{number + 1}"


def _table_and_columns(model: type[Model]) -> tuple[str, Sequence[str]]:
    meta = model._meta  # noqa: SLF001
    return meta.db_table, [str(field.column) for field in meta.concrete_fields if not field.primary_key]
