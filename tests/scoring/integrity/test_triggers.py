from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from scoring import triggers
from scoring.integrity.integrity_checks import database_breaks
from scoring.models import EntrySeat
from tests.factories import drawn_tournament, encounters_of, play_hand
from tournaments.models import LogRow

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

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


def test_no_guard_lacks_after_install_and_all_lack_after_remove():
    assert triggers.missing_guards(connection) == []
    triggers.remove(connection)
    lacking = triggers.missing_guards(connection)
    per_table = 3 if connection.vendor == "sqlite" else 2
    assert len(lacking) == per_table * len(triggers.APPEND_ONLY)
    output = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_ledger", stdout=output)
    assert stopped.value.code == 1
    assert all(f"{name}: does not guard its table" in output.getvalue() for name in lacking)


def test_disabled_or_ineffective_guard_is_reported():
    for name, statements in ALTERED[connection.vendor].items():
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
        assert triggers.missing_guards(connection) == [name]
        triggers.install(connection)


def test_orphaned_row_is_reported_in_sqlite():
    play_hand(encounters_of(drawn_tournament())[0])
    seats = EntrySeat.objects.filter(seat="A1")
    connection.check_constraints()
    triggers.remove(connection)
    player = seats.get().player_id
    seats.update(player=player + 1000)
    reasons = [problem.problem for problem in database_breaks() if problem.location == "database"]
    assert ["scoring_entryseat" in reason for reason in reasons] == [True] * (connection.vendor == "sqlite")
    seats.update(player=player)


@pytest.mark.parametrize("removed", [1, 5])
def test_log_rows_cut_off_at_the_end_are_reported_in_sqlite(removed: int):
    """The seals of the rows before them still form a chain."""
    play_hand(encounters_of(drawn_tournament())[0])
    assert not database_breaks()
    triggers.remove(connection)
    newest = LogRow.objects.order_by("-pk")[:removed]
    LogRow.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).delete()
    reasons = [problem.problem for problem in database_breaks() if problem.location == "tournaments_logrow"]
    assert ["newest rows are gone" in reason for reason in reasons] == [True] * (
        connection.vendor == "sqlite"
    )
