from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.ledger.standings_requests import count_stage_write
from scoring.play.cross_group_places import store_cross_group_places
from tournaments.enums import STANDINGS_KINDS
from tournaments.log.actor import Actor
from tournaments.models import Tournament
from tournaments.setup.domain import tournament_settings
from tournaments.setup.domain.tournament_settings import TournamentSettings


@transaction.atomic
def change_stages(
    *, tournament: Tournament, settings: TournamentSettings, seen: TournamentSettings, by: Actor, at: datetime
) -> None:
    """Change settings with their stages, and who advances by them. Raises as `change_tournament`."""
    tournament_settings.change_tournament(tournament=tournament, settings=settings, seen=seen, by=by, at=at)
    drawn = tournament.stages.filter(kind__in=STANDINGS_KINDS).exclude(drawn_at=None)
    for stage in drawn.order_by("position"):
        count_stage_write(stage)
        store_cross_group_places(stage)
