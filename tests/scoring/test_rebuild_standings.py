from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from scoring.models import Standing
from tests.factories import drawn_tournament, encounters_of, play_encounter
from tests.module_fixtures import module_fixture
from tests.scoring.stage_flows import refresh_standings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=6)
    play_encounter(encounters_of(tournament)[0])
    refresh_standings(tournament)
    return tournament


def rebuild(*arguments: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("rebuild_standings", *arguments, stdout=out, stderr=out)
    except SystemExit as stopped:
        return int(str(stopped.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.postgres
def test_check_of_correct_rows_finds_no_difference(tournament):
    assert rebuild("--check") == (0, "1 stages compared, 0 differences\n")


def test_wrong_figure_is_reported_and_nothing_is_written(tournament):
    row = Standing.objects.filter(penalties__gt=0).select_related("entrant").get()
    Standing.objects.filter(pk=row.pk).update(penalties=1)
    code, output = rebuild("--check")
    assert code == 1
    assert f"{row.entrant.name}: penalties is 1, the ledger gives {row.penalties}" in output
    assert Standing.objects.get(pk=row.pk).penalties == 1


def test_missing_row_is_reported(tournament):
    removed = Standing.objects.select_related("entrant").order_by("pk")[0]
    Standing.objects.filter(pk=removed.pk).delete()
    code, output = rebuild("--check")
    assert code == 1
    assert f"{removed.entrant.name}: row is None" in output


def test_rebuild_repairs_differences(tournament):
    Standing.objects.update(penalties=1, outlook="")
    assert rebuild() == (0, "1 stages rebuilt\n")
    assert rebuild("--check")[0] == 0


def test_only_named_tournaments_are_compared_or_rebuilt(tournament):
    other = drawn_tournament(pairs=6)
    play_encounter(encounters_of(other)[0])
    assert rebuild("--check")[0] == 1  # The other tournament has no rows yet.
    assert rebuild("--check", str(tournament.public_id))[0] == 0
    assert rebuild(str(other.public_id))[1] == "1 stages rebuilt\n"
    assert rebuild("--check")[0] == 0


def test_drawn_stage_without_hands_has_no_difference(tournament):
    drawn_tournament(pairs=6)
    assert rebuild("--check") == (0, "2 stages compared, 0 differences\n")


@pytest.mark.parametrize("named", ["x", "00000000-0000-0000-0000-000000000000"])
def test_unknown_tournament_exits_with_2(named):
    code, output = rebuild("--check", named)
    assert code == 2
    assert named in output
