from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from scoring import triggers
from scoring.integrity.foreign_schema import foreign_objects
from scoring.integrity.integrity_checks import database_breaks

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

EVIL = "CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
FOREIGN: dict[str, dict[str, tuple[str, ...]]] = {
    "sqlite": {
        "trigger evil on scoring_hand": (
            "CREATE TRIGGER evil AFTER INSERT ON scoring_hand BEGIN DELETE FROM scoring_standing; END",
        ),
        "trigger scoring_entry_no_change on scoring_entry": (
            "CREATE TRIGGER scoring_entry_no_change AFTER INSERT ON scoring_entry BEGIN SELECT 1; END",
        ),
        "view old_entries": ("CREATE VIEW old_entries AS SELECT * FROM scoring_entry",),
        "table everything": ("CREATE VIRTUAL TABLE everything USING fts5(what)",),
        "table hidden_trigger": (
            "PRAGMA writable_schema = ON",
            (
                "INSERT INTO sqlite_master VALUES ('table', 'hidden_trigger', 'scoring_hand', 0,"
                " 'CREATE TRIGGER hidden_trigger AFTER INSERT ON scoring_hand BEGIN SELECT 1; END')"
            ),
            "PRAGMA writable_schema = OFF",
        ),
        "column twice of scoring_hand": ("ALTER TABLE scoring_hand ADD COLUMN twice AS (deal * 2)",),
        "column more of scoring_hand": ("ALTER TABLE scoring_hand ADD COLUMN more integer DEFAULT 7",),
    },
    "postgresql": {
        "trigger evil on scoring_hand": (
            EVIL,
            "CREATE TRIGGER evil BEFORE INSERT ON scoring_hand FOR EACH ROW EXECUTE FUNCTION evil()",
        ),
        "trigger scoring_entry_no_update on scoring_entry": (
            EVIL,
            (
                "CREATE TRIGGER scoring_entry_no_update BEFORE INSERT ON scoring_entry"
                " FOR EACH ROW EXECUTE FUNCTION evil()"
            ),
        ),
        "event trigger evil": (
            "CREATE FUNCTION evil() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'",
            "CREATE EVENT TRIGGER evil ON ddl_command_end EXECUTE FUNCTION evil()",
        ),
        "rule evil on scoring_hand": ("CREATE RULE evil AS ON DELETE TO scoring_hand DO INSTEAD NOTHING",),
        "view old_entries": ("CREATE VIEW old_entries AS SELECT * FROM scoring_entry",),
        "function refuse_change(integer)": (
            "CREATE FUNCTION refuse_change(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        ),
        "row security of scoring_entry": ("ALTER TABLE scoring_entry ENABLE ROW LEVEL SECURITY",),
        "child table more_entries": ("CREATE TABLE more_entries () INHERITS (scoring_entry)",),
        "generated column twice of scoring_hand": (
            "ALTER TABLE scoring_hand ADD COLUMN twice integer GENERATED ALWAYS AS (deal * 2) STORED",
        ),
        "table of the same name shadows.scoring_hand": (
            "CREATE SCHEMA shadows",
            "CREATE TABLE shadows.scoring_hand ()",
            "SET LOCAL search_path = public, shadows",
        ),
        "column deal of scoring_hand": ("ALTER TABLE scoring_hand ALTER COLUMN deal SET DEFAULT 7",),
        "column forget_months of tournaments_club": (
            "ALTER TABLE tournaments_club ALTER COLUMN forget_months SET DEFAULT 120",
        ),
    },
}
PLACES = [(vendor, place) for vendor, places in FOREIGN.items() for place in places]
OWN_ALTERED = {
    "refuse_change": ("ALTER FUNCTION refuse_change() SET search_path = pg_temp",),
    "refuse_change_of_log": ("ALTER FUNCTION refuse_change_of_log() SET search_path = pg_temp",),
}


def execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def places() -> list[str]:
    return [problem.location for problem in foreign_objects(connection)]


def test_migrated_database_has_no_foreign_objects():
    assert foreign_objects(connection) == []
    assert foreign_objects(connection, of_any_release=True) == []


@pytest.mark.parametrize(("vendor", "place"), PLACES, ids=str)
def test_each_foreign_object_is_reported(vendor: str, place: str):
    if vendor == connection.vendor:
        execute(*FOREIGN[vendor][place])
        assert place in places()
        assert place in [problem.location for problem in database_breaks()]
        assert triggers.missing_guards(connection) == []


def test_verify_ledger_reports_a_foreign_trigger():
    place = "trigger evil on scoring_hand"
    execute(*FOREIGN[connection.vendor][place])
    output = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ledger", stdout=output)
    assert f"{place}: is not ours" in output.getvalue()


def test_other_release_may_have_plain_defaults_but_no_expressions():
    if connection.vendor == "postgresql":
        change = "ALTER TABLE tournaments_club ALTER COLUMN {} SET DEFAULT {}"
        execute(change.format("forget_months", "36"))
        assert foreign_objects(connection, of_any_release=True) == []
        execute(change.format("address", "current_user"))
        columns = [problem.location for problem in foreign_objects(connection, of_any_release=True)]
        assert columns == ["column address of tournaments_club"]
    else:
        execute("CREATE TABLE later (plain integer DEFAULT 36, worked_out integer DEFAULT (abs(-36)))")
        columns = [problem.location for problem in foreign_objects(connection, of_any_release=True)]
        assert columns == ["column worked_out of later"]


@pytest.mark.parametrize("function", OWN_ALTERED)
def test_guard_function_with_another_search_path_is_reported_as_lacking(function: str):
    if connection.vendor == "postgresql":
        execute(*OWN_ALTERED[function])
        assert triggers.missing_guards(connection) == [function]


def test_disabled_foreign_key_is_reported():
    if connection.vendor == "postgresql":
        execute("ALTER TABLE scoring_hand DISABLE TRIGGER ALL")
        (place, *_others) = places()
        assert place.startswith("trigger RI_ConstraintTrigger")
