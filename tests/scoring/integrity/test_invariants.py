from __future__ import annotations

import pytest

from scoring.integrity.integrity_checks import verify
from tests.factories import drawn_tournament
from tournaments.models import Feed
from tournaments.schedule.stage_feeds import main_stage

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("circle", ["itself", "each other"])
def test_stage_in_a_feed_cycle_is_reported(circle):
    tournament = drawn_tournament()
    groups, knockout = tournament.stages.order_by("position")
    if circle == "itself":
        Feed.objects.filter(stage=knockout).update(source=knockout)
    else:
        Feed.objects.create(stage=groups, source=knockout, first_rank=1, last_rank=2)
    assert main_stage(tournament) in (groups, knockout)
    reasons = [problem.problem for problem in verify(tournament).discrepancies]
    assert "is fed by a stage that is not before it" in reasons
