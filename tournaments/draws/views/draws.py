from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.checkin.domain.presence import count_missing
from tournaments.draws.domain import dependents, draw, rounds
from tournaments.enums import SWISS_KINDS, StageKind, TournamentState
from tournaments.models import Draw, Stage, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.schedule import stage_feeds
from tournaments.stages.stage_names import stage_name, stage_names
from tournaments.stages.stage_settings import stages_of
from tournaments.stages.stage_sizes import most_tables_at_once
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

from .stage_draw import FRAGMENT, PAGE, stage_context


@dataclass(frozen=True)
class StageDraws:
    stage: Stage
    name: str
    draws: list[Draw]
    undoable: bool = False
    next_round: int | None = None
    last_round_undoable: bool = False
    undecided_sources: str = ""
    drawn_rounds: int = 0
    rounds_changeable: bool = False

    @property
    def rounds_text(self) -> str:
        """Return how many rounds are drawn, of how many if set; "" if undrawn or not played in rounds."""
        if self.stage.drawn_at is None or self.stage.kind not in (*SWISS_KINDS, StageKind.GROUPS):
            return ""
        if self.stage.last_round is None:
            number = self.drawn_rounds
            return ngettext("%(count)s round", "%(count)s rounds", number) % {"count": number}
        return _("Round %(drawn)s of %(rounds)s is drawn.") % {
            "drawn": min(self.drawn_rounds, self.stage.last_round),
            "rounds": self.stage.last_round,
        }


@require_safe
def show_draws(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show choices, for htmx as a fragment, before the first draw; then every stage's draw."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if tournament.state == TournamentState.OPEN:
        stage = draw.first_stage_of(tournament)
        stage.tournament = tournament
        context = stage_context(request, stage, request.GET)
        context["absent_count"] = count_missing(tournament)
        context |= _spare_tables(tournament, context.get("entrant_count", 0))
        return render(request, FRAGMENT if request.htmx else PAGE, context)
    context = organizer_context(request, tournament, "draw", stages=_list_stage_draws(tournament))
    return render(request, "tournaments/draws/draws.html", context)


def _spare_tables(tournament: Tournament, entrants: int) -> dict[str, int]:
    needed = most_tables_at_once(stages_of(tournament), entrants)
    return {"tables_at_once": needed, "spare_tables": max(0, tournament.tables.open().count() - needed)}


@require_http_methods(["GET", "HEAD", "POST"])
def revoke_draw(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    """Ask on GET, listing what is removed; revoke on POST, 422 with all draws if refused.

    Redirects to the draws afterwards, without a draw, and on GET if it can't be revoked.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stage = get_object_or_404(tournament.stages, position=stage_number)
    stage.tournament = tournament
    if stage.drawn_at is None:
        return see_other("tournaments:draw", tournament.public_id)
    names = stage_names(stages_of(tournament))
    name = names[stage_number - 1]
    if request.method != "POST":
        if not dependents.can_revoke_draw(stage):
            return see_other("tournaments:draw", tournament.public_id)
        removals = [(names[removal.stage.position - 1], removal) for removal in dependents.removals_of(stage)]
        context = organizer_context(
            request, tournament, "undo_draw", stage=stage, stage_name=name, removals=removals
        )
        return render(request, "tournaments/draws/undo.html", context)
    try:
        draw.revoke_draw(stage=stage, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return _refuse(request, tournament, refusal)
    reopened = _("The draw is undone. Entries are open again.") if stage_number == 1 else ""
    messages.success(request, reopened or _("The draw of “%(stage)s” is undone.") % {"stage": name})
    return see_other("tournaments:draw", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def revoke_round(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    """Undo the last round on POST, 422 with all draws if refused; redirect to the draws, also on GET."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stage = get_object_or_404(tournament.stages, position=stage_number)
    if request.method == "POST":
        stage.tournament = tournament
        try:
            rounds.revoke_round(stage=stage, by=actor_of(request), at=timezone.now())
        except Refused as refusal:
            return _refuse(request, tournament, refusal)
        messages.success(request, _("The round is undone."))
    return see_other("tournaments:draw", tournament.public_id)


def _refuse(request: PageRequest, tournament: Tournament, refusal: Refused) -> HttpResponse:
    context = organizer_context(
        request, tournament, "draw", stages=_list_stage_draws(tournament), refusal=refusal
    )
    return render_refusal(request, "tournaments/draws/draws.html", context)


def _list_stage_draws(tournament: Tournament) -> list[StageDraws]:
    """Return all stages, without revoked draws; `inputs` and `drawn` are deferred."""
    names = stage_names(stages_of(tournament))
    stages = list(tournament.stages.prefetch_related("feeds_in__source").order_by("position"))
    active = list(
        Draw.objects.filter(stage__in=stages, undone_at=None)
        .defer("inputs", "drawn")
        .select_related("user")
        .order_by("round")
    )
    for stage in stages:
        stage.tournament = tournament
    return [
        _stage_draws(stage, name, [active_draw for active_draw in active if active_draw.stage_id == stage.pk])
        for stage, name in zip(stages, names, strict=True)
    ]


def _stage_draws(stage: Stage, name: str, draws: list[Draw]) -> StageDraws:
    """Say what can be drawn, changed or revoked, and how many rounds are drawn.

    Of an undrawn stage say only which sources aren't decided.
    """
    if stage.drawn_at is None:
        return StageDraws(stage, name, draws, undecided_sources=_undecided_sources(stage))
    return StageDraws(
        stage,
        name,
        draws,
        undoable=dependents.can_revoke_draw(stage),
        next_round=rounds.round_to_draw(stage),
        last_round_undoable=rounds.can_revoke_round(stage),
        drawn_rounds=rounds.last_round(stage),
        rounds_changeable=stage.last_round is not None
        or (stage.kind == StageKind.GROUPS and stage.encounters.undecided().exists()),
    )


def _undecided_sources(stage: Stage) -> str:
    sources = {feed.source.pk: feed.source for feed in stage.feeds_in.all()}
    return ", ".join(stage_name(source) for source in sources.values() if not stage_feeds.is_decided(source))
