from __future__ import annotations

from functools import partial
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.setup.domain import stage_flow
from tournaments.access import managed_tournament_or_404
from tournaments.enums import TournamentState
from tournaments.navigation.tournament_context import organizer_context
from tournaments.setup.domain import tournament_settings
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.setup.views.stage_flow_editor import edit_stage_flow
from tournaments.setup.views.stage_flow_owner import StageFlowOwner
from tournaments.web.http import PageRequest, actor_of


@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Edit the stages, of drawn ones only names; 422 if refused."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    present = tournament_settings.settings_of(tournament)

    def save(settings: TournamentSettings) -> None:
        stage_flow.change_stages(
            tournament=tournament,
            settings=settings,
            seen=present,
            by=actor_of(request),
            at=timezone.now(),
        )

    return edit_stage_flow(
        request,
        StageFlowOwner(
            present=present,
            book=tournament.rule_book,
            tables=tournament.tables.open().count,
            address=reverse("scoring:stages", args=[tournament.public_id]),
            page="scoring/setup/stages.html",
            build_context=partial(organizer_context, request, tournament, "stages"),
            save=save,
            entrant_count=tournament.entrants.in_play().count(),
            kind_is_fixed=tournament.entrants.exists(),
            drawn=tournament_settings.drawn_positions(tournament),
            load_previous_stages=partial(tournament_settings.stages_before_switch, tournament),
            finished=tournament.state == TournamentState.FINISHED,
        ),
    )
