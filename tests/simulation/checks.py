from __future__ import annotations

import json
from io import StringIO

from django.core.management import call_command

from scoring.archive.verify import find_problems
from scoring.archive.writer import archive_as_text
from scoring.enums import SlideKind
from scoring.queries.tournament_context import read_tournament_context
from scoring.screen.queries.slides import read_slide_show
from tests.factories import NOW
from tests.simulation.random_evening import SimulatedEvening
from tournaments.enums import TournamentState
from tournaments.models import Encounter, Tournament


def check(evening: SimulatedEvening) -> Tournament:
    """Play it; fail with its history if an invariant is violated."""
    tournament = evening.play()
    history = f"{evening.rule_set} {evening.format} {evening.seed}: " + "; ".join(evening.history)
    assert tournament.champion is not None, history
    assert tournament.state == TournamentState.FINISHED, history
    assert not Encounter.objects.undecided().filter(stage__tournament=tournament).exists(), history
    slides = read_slide_show(
        read_tournament_context(tournament.public_id), kinds=SlideKind.values, pinned="", clock=False, at=NOW
    ).slides
    assert "champion" in [slide.kind for slide in slides], history
    annulled = Encounter.objects.filter(stage__tournament=tournament).exclude(annulled_at=None)
    evening.incident_counts["annulled encounters"] += annulled.count()
    quiet = StringIO()
    try:
        call_command("verify_ledger", stdout=quiet)
        call_command("redraw", check=True, stdout=quiet)
        call_command("rebuild_standings", check=True, stdout=quiet)
    except SystemExit as difference:
        raise AssertionError(f"{difference} {history} {quiet.getvalue()}") from difference
    assert list(find_problems(json.loads(archive_as_text(tournament.public_id)))) == [], history
    return tournament
