"""`rebuild_standings`: all rows anew, or what in them differs from the ledger."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from scoring.models import Standing
from tests.factories import drawn_tournament, encounters_of, play_encounter
from tests.kept import kept
from tests.scoring.chains import fresh
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=6)
    play_encounter(encounters_of(tournament)[0])
    fresh(tournament)
    return tournament


def rebuild(*arguments: str) -> tuple[int, str]:
    """The exit code and what was printed."""
    out = StringIO()
    try:
        call_command("rebuild_standings", *arguments, stdout=out, stderr=out)
    except SystemExit as stopped:
        return int(str(stopped.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.both_databases
def test_rows_that_follow_from_the_ledger_differ_in_nothing(tournament):
    assert rebuild("--check") == (0, "1 stages compared, 0 differences\n")


def test_a_wrong_figure_is_named_and_nothing_is_written(tournament):
    row = Standing.objects.filter(penalties__gt=0).select_related("entrant").get()
    Standing.objects.filter(pk=row.pk).update(penalties=1)
    code, said = rebuild("--check")
    assert code == 1
    assert f"{row.entrant.name}: penalties is 1, the ledger gives {row.penalties}" in said
    assert Standing.objects.get(pk=row.pk).penalties == 1


def test_a_missing_row_is_named(tournament):
    gone = Standing.objects.select_related("entrant").order_by("pk")[0]
    Standing.objects.filter(pk=gone.pk).delete()
    code, said = rebuild("--check")
    assert code == 1
    assert f"{gone.entrant.name}: row is None" in said


def test_rebuilding_puts_right_what_differs(tournament):
    Standing.objects.update(penalties=1, outlook="")
    assert rebuild() == (0, "1 stages rebuilt\n")
    assert rebuild("--check")[0] == 0


def test_only_the_tournaments_that_are_named_are_looked_at(tournament):
    other = drawn_tournament(pairs=6)
    play_encounter(encounters_of(other)[0])
    assert rebuild("--check")[0] == 1  # the other has no rows yet
    assert rebuild("--check", str(tournament.public_id))[0] == 0
    assert rebuild(str(other.public_id))[1] == "1 stages rebuilt\n"
    assert rebuild("--check")[0] == 0


def test_a_stage_that_is_drawn_and_not_played_yet_differs_in_nothing(tournament):
    drawn_tournament(pairs=6)
    assert rebuild("--check") == (0, "2 stages compared, 0 differences\n")


@pytest.mark.parametrize("named", ["x", "00000000-0000-0000-0000-000000000000"])
def test_a_tournament_that_is_not_there_is_a_wrong_call(named):
    code, said = rebuild("--check", named)
    assert code == 2
    assert named in said
