from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, enter_pairs, first_stage, open_tournament
from tests.statements import count_statements
from tests.tournaments.draws.domain.playing_rounds import draw_next, drawn_stage, propose
from tournaments.draws.domain import draw, draw_preview
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.formats.drawing import Method, Separation
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter
from tournaments.stages.stage_settings import StageSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

CHOSEN = DrawChoices(Method.RANDOM, "kura-7", apart=Separation.CLUB)


def statements_of_a_draw(kind: str, entrants: int) -> int:
    tournament = open_tournament(stages=(StageSettings(kind, 1, 3),))
    enter_pairs(tournament, entrants)
    stage = first_stage(tournament)
    looked_at = draw_preview.preview_draw(stage, draw_preview.entrants_of_stage(stage), CHOSEN).digest
    with CaptureQueriesContext(connection) as captured:
        draw.draw_stage(stage=stage, choices=CHOSEN, previewed_digest=looked_at, by=CONSOLE, at=NOW)
    return count_statements(captured)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [pytest.param("knockout", marks=pytest.mark.release), "swiss"])
def test_draw_of_two_thousand_runs_as_many_queries_as_of_sixteen(kind):
    few = statements_of_a_draw(kind, 16)
    assert statements_of_a_draw(kind, 2048) == few
    encounters = {"knockout": 15 + 2047, "swiss": 8 + 1024}
    assert Encounter.objects.count() == encounters[kind]


def test_later_round_runs_a_constant_number_of_queries():
    counts = set()
    for entrants in (16, 256):
        stage = drawn_stage("swiss", entrants)
        stage.encounters.update(state="decided", winner="A", decided_by="play")
        propose(stage)
        with CaptureQueriesContext(connection) as captured:
            draw_next(stage)
        counts.add(count_statements(captured))
    assert len(counts) == 1
