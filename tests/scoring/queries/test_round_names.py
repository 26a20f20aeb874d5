from __future__ import annotations

import pytest
from django.template import Context
from django.utils.translation import override

from scoring.queries.round_names import which_group, which_round
from tests.factories import drawn_tournament, encounters_of
from tests.scoring.stage_flows import drawn_flow
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db


def labels(tournament) -> list[tuple[str, str]]:
    context = Context()
    with override("en"):
        return [
            (which_group(context, encounter), which_round(context, encounter))
            for encounter in encounters_of(tournament)
        ]


def test_each_of_several_groups_is_named():
    assert labels(drawn_tournament(groups=2))[0] == ("Group A", "Group A, round 1")


def test_single_group_is_not_named():
    assert labels(drawn_tournament(pairs=4, groups=1))[0] == ("", "Round 1")


def test_bracket_rounds_are_named():
    elimination = drawn_flow(StageSettings("knockout", best_of=1, hands=3), pairs=4)
    assert {round_ for _group, round_ in labels(elimination)} == {"Semi-finals", "Final"}


def test_names_of_a_stage_take_one_query(django_assert_num_queries):
    tournament, context = drawn_tournament(groups=2), Context()
    listed = list(
        tournament.stages.get(position=1).encounters.select_related("stage", "group").order_by("pk")
    )
    with django_assert_num_queries(1):
        assert len({which_round(context, encounter) for encounter in listed}) > 1
