"""Triggers that are missing, switched off or of another text are told by name."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from scoring import triggers
from scoring.integrity.integrity_checks import unguarded
from scoring.models import EntrySeat
from tests.factories import drawn_tournament, encounters_of, play_hand
from tournaments.models import LogRow

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ALTERED: dict[str, dict[str, tuple[str, ...]]] = {
    "sqlite": {
        "scoring_entry_no_update": (
            "DROP TRIGGER scoring_entry_no_update",
            (
                "CREATE TRIGGER scoring_entry_no_update BEFORE UPDATE ON scoring_entry WHEN false"
                " BEGIN SELECT RAISE(ABORT, 'scoring_entry is append-only'); END"
            ),
        ),
    },
    "postgresql": {
        "scoring_entry_no_change": ("ALTER TABLE scoring_entry DISABLE TRIGGER scoring_entry_no_change",),
        "tournaments_logrow_no_truncate": (
            "DROP TRIGGER tournaments_logrow_no_truncate ON tournaments_logrow",
            (
                "CREATE TRIGGER tournaments_logrow_no_truncate BEFORE TRUNCATE ON tournaments_logrow"
                " FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION refuse_change()"
            ),
        ),
        "refuse_change": (
            (
                "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql"
                " AS 'BEGIN RETURN NEW; END'"
            ),
        ),
    },
}


def test_none_lacks_once_they_are_installed_and_each_is_missed_once_they_are_removed():
    assert triggers.lacking(connection) == []
    triggers.remove(connection)
    lacking = triggers.lacking(connection)
    each = 3 if connection.vendor == "sqlite" else 2
    assert len(lacking) == each * len(triggers.APPEND_ONLY)
    said = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_ledger", stdout=said)
    assert stopped.value.code == 1
    assert all(f"{name}: does not guard its table" in said.getvalue() for name in lacking)


def test_one_that_is_switched_off_or_refuses_nothing_is_missed():
    for name, statements in ALTERED[connection.vendor].items():
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
        assert triggers.lacking(connection) == [name]
        triggers.install(connection)


def test_a_row_that_points_to_one_that_is_gone_is_told_where_a_database_lets_it_be():
    """The player of a seat is another by far."""
    play_hand(encounters_of(drawn_tournament())[0])
    seats = EntrySeat.objects.filter(seat="A1")
    connection.check_constraints()
    triggers.remove(connection)
    player = seats.get().player_id
    seats.update(player=player + 1000)
    told = [one.why for one in unguarded() if one.where == "database"]
    assert ["scoring_entryseat" in why for why in told] == [True] * (connection.vendor == "sqlite")
    seats.update(player=player)


@pytest.mark.parametrize("removed", [1, 5])
def test_rows_that_are_cut_off_from_the_end_of_the_log_are_told_where_rows_are_numbered(removed: int):
    """The seals of those before them still follow each other."""
    play_hand(encounters_of(drawn_tournament())[0])
    assert not unguarded()
    triggers.remove(connection)
    newest = LogRow.objects.order_by("-pk")[:removed]
    LogRow.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).delete()
    told = [one.why for one in unguarded() if one.where == "tournaments_logrow"]
    assert ["newest rows are gone" in why for why in told] == [True] * (connection.vendor == "sqlite")
