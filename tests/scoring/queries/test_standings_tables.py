from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import conditional_escape
from django.utils.translation import override

from rules.standings.statements import Code, Statement
from scoring.models import Standing
from scoring.queries.play_progress import GroupProgress
from scoring.queries.standings_reader import Portion, read_standings
from scoring.queries.standings_tables import UNKNOWN_NAME, Place
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import drawn_tournament, play_encounter
from tests.module_fixtures import module_fixture
from tests.scoring.stage_flows import earlier_entered_side, of_group, refresh_standings
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db

NAME = "100% <Okey> {0}"
ESCAPED = "100% &lt;Okey&gt; {0}"


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=6, groups=2)
    for encounter in of_group(tournament):
        play_encounter(encounter, earlier_entered_side(encounter))
    refresh_standings(tournament)
    return tournament


def first_only(groups: Sequence[GroupProgress]) -> Iterable[Portion]:
    return [Portion(groups[0], last=1)]


def whole_group(groups: Sequence[GroupProgress]) -> Iterable[Portion]:
    return [Portion(groups[0])]


def read_leader(tournament: Tournament, portions=first_only) -> Place:
    context = read_tournament_context(tournament.public_id)
    return read_standings(context, select_portions=portions).stages[0].groups[0].places[0]


def rename_second(tournament: Tournament) -> Entrant:
    second = tournament.entrants.get(standings__group__position=0, standings__place=2)
    Entrant.objects.filter(pk=second.pk).update(name=NAME)
    return second


@pytest.mark.release
@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("tr", "", " karşısında kazanılan karşılaşmayla önde: 2 / 1"),
        ("en", "Above ", " by encounters won: 2 against 1"),
    ],
)
def test_reason_has_the_current_name_which_browsers_must_not_translate(tournament, language, before, after):
    rename_second(tournament)
    with override(language):
        (reason,) = read_leader(tournament).reasons
    assert reason == f"{before}{NAME}{after}"
    assert conditional_escape(reason) == f'{before}<span translate="no">{ESCAPED}</span>{after}'


def test_needs_and_reasons_across_groups_have_names_too(tournament):
    second = rename_second(tournament)
    key = str(second.public_id)
    needs = Statement(Code.NEEDS, (Statement(Code.LEVEL, entrants=(key,)),)).to_json()
    above = Statement(Code.ABOVE, step="average", entrants=(key,), figures=(3, 1), scale=2).to_json()
    Standing.objects.filter(group__position=0, place=1).update(needs=needs, across_reasons=[above])
    place = read_leader(tournament)
    with override("en"):
        assert place.needs == f"Level with {NAME}"
        assert place.across_reasons == [f"Above {NAME} by average per encounter: 1.50 against 0.50"]


def test_only_names_outside_the_table_take_a_query(tournament):
    counts = []
    for portions in (first_only, whole_group):
        with CaptureQueriesContext(connection) as queries:
            read_leader(tournament, portions)
        counts.append(len(queries))
    assert counts[0] == counts[1] + 1


def test_new_name_in_a_reason_changes_what_is_cached(tournament):
    before = read_leader(tournament).cache_value
    assert read_leader(tournament).cache_value == before
    rename_second(tournament)
    assert read_leader(tournament).cache_value != before


def test_entrant_who_is_no_longer_there_has_no_name(tournament):
    (reason,) = Standing.objects.get(group__position=0, place=1).reasons
    reason["entrants"] = ["0b8f8f4e-1f57-4c6b-8f52-0d0d2c3c9f10"]
    Standing.objects.filter(group__position=0, place=1).update(reasons=[reason])
    with override("en"):
        (sentence,) = read_leader(tournament).reasons
    assert sentence.startswith(f"Above {UNKNOWN_NAME} by")
