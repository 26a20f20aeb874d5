from __future__ import annotations

import pytest
from django.db import Error, connection, transaction

from scoring import triggers
from scoring.models import Confirmation
from tests.factories import NOW, drawn_tournament, encounters_of, play_hand

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]
TABLES = tuple(triggers.APPEND_ONLY)


@pytest.fixture(autouse=True)
def _create_confirmed_hand() -> None:
    entry = play_hand(encounters_of(drawn_tournament())[0]).entry
    side = entry.seats.get(seat="A1")
    Confirmation.objects.create(
        match=entry.hand.match,
        deal=1,
        side="A",
        seal=entry.hash,
        player=side.player,
        at=NOW,
        seal_format=entry.seal_format,
    )


def run(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def rows(table: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id")
        return cursor.fetchall()


def columns(table: str) -> list[str]:
    with connection.cursor() as cursor:
        return [column.name for column in connection.introspection.get_table_description(cursor, table)]


def copy_of_rows(table: str) -> str:
    names = ", ".join(columns(table))
    return f"INTO {table} ({names}) SELECT {names} FROM {table}"


def assert_refused(table: str, sql: str) -> None:
    before = rows(table)
    assert before
    with pytest.raises(Error, match=r"append-only|UNIQUE|unique|duplicate"):
        run(sql)
    assert rows(table) == before


@pytest.mark.parametrize("table", TABLES)
def test_update_is_refused(table):
    assert_refused(table, f"UPDATE {table} SET id = id")


@pytest.mark.parametrize("table", TABLES)
def test_delete_is_refused(table):
    assert_refused(table, f"DELETE FROM {table}")


@pytest.mark.parametrize("table", TABLES)
def test_inserting_over_a_row_is_refused(table):
    names = ", ".join(f"{name} = EXCLUDED.{name}" for name in columns(table) if name != "id")
    where = " WHERE true" if connection.vendor == "sqlite" else ""
    assert_refused(table, f"INSERT {copy_of_rows(table)}{where} ON CONFLICT (id) DO UPDATE SET {names}")


@pytest.mark.parametrize("table", TABLES)
def test_replacing_a_row_is_refused(table):
    """SQLite's OR REPLACE by id; on PostgreSQL a second insert violates the key."""
    replace = " OR REPLACE" if connection.vendor == "sqlite" else ""
    assert_refused(table, f"INSERT{replace} {copy_of_rows(table)}")


@pytest.mark.parametrize("keys", triggers.APPEND_ONLY["scoring_entry"][1:], ids=str)
def test_replacing_an_entry_by_any_other_of_its_keys_is_refused(keys):
    table = "scoring_entry"
    fresh = {
        "id": "id + 1000",
        "public_id": "'0123456789abcdef0123456789abcdef'",
        "entry_key": "'fresh'",
        "version": "version + 1",
    }
    chosen = [fresh[name] if name in fresh and name not in keys else name for name in columns(table)]
    insert = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    if connection.vendor == "postgresql":
        chosen = [value.replace("abcdef'", "abcdef'::uuid") for value in chosen]
    sql = f"{insert} INTO {table} ({', '.join(columns(table))}) SELECT {', '.join(chosen)} FROM {table}"
    assert_refused(table, sql)


@pytest.mark.parametrize("table", TABLES)
def test_truncate_is_refused(table):
    """SQLite truncates by a DELETE without WHERE."""
    sql = f"TRUNCATE {table} CASCADE" if connection.vendor == "postgresql" else f"DELETE FROM {table}"
    assert_refused(table, sql)


def test_removing_the_triggers_allows_a_flush_and_installing_them_refuses_again():
    triggers.remove(connection)
    run("UPDATE tournaments_logrow SET id = id")
    triggers.install(connection)
    assert_refused("tournaments_logrow", "DELETE FROM tournaments_logrow")
