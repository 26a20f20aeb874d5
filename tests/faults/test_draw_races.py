from __future__ import annotations

from functools import partial

import pytest

from tests.factories import NOW, first_stage, open_tournament
from tests.faults.test_races import at_once
from tests.tournaments.draws.domain.playing_rounds import (
    decide_all,
    drawn_stage,
    meetings,
    propose,
    standings,
)
from tournaments.draws.domain import draw, draw_preview, rounds
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.formats.drawing import Method
from tournaments.log.actor import CONSOLE
from tournaments.models import Draw
from tournaments.setup.domain.tournament_settings import AlreadyDrawn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


def test_second_of_two_concurrent_stage_draws_is_refused():
    tournament = open_tournament(pairs=8)
    stage = first_stage(tournament)
    calls = []
    for seed in ("bir", "iki"):
        chosen = DrawChoices(Method.RANDOM, seed, groups=2)
        looked_at = draw_preview.preview_draw(stage, draw_preview.entrants_of_stage(stage), chosen).digest
        calls.append(
            partial(
                draw.draw_stage, stage=stage, choices=chosen, previewed_digest=looked_at, by=CONSOLE, at=NOW
            )
        )
    outcomes = at_once(*calls)
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [AlreadyDrawn]
    assert Draw.objects.count() == 1


def test_second_of_two_concurrent_round_draws_is_refused():
    stage = drawn_stage("swiss", 8)
    decide_all(stage)
    drawing = partial(
        rounds.draw_round,
        stage=stage,
        number=2,
        standings=standings,
        alterations=(),
        previewed_digest=propose(stage).digest,
        by=CONSOLE,
        at=NOW,
    )
    outcomes = at_once(drawing, drawing)
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [rounds.RoundAlreadyDrawn]
    assert len(meetings(stage, 2)) == 4
    assert Draw.objects.filter(round=2).count() == 1


def test_round_is_taken_back_once():
    stage = drawn_stage("swiss", 8)
    decide_all(stage)
    rounds.draw_round(
        stage=stage,
        number=2,
        standings=standings,
        alterations=(),
        previewed_digest=propose(stage).digest,
        by=CONSOLE,
        at=NOW,
    )
    undoing = partial(rounds.revoke_round, stage=stage, by=CONSOLE, at=NOW)
    assert at_once(undoing, undoing) == [None, None]
    assert meetings(stage, 2) == []
    assert len(meetings(stage, 1)) == 4
