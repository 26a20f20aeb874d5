from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_club_or_404
from tournaments.blueprints.domain import contents, parts
from tournaments.blueprints.forms.blueprint import BlueprintTermsForm
from tournaments.blueprints.lookups import blueprint_or_404
from tournaments.refusals import Refused
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.setup.views.stage_flow_editor import edit_stage_flow
from tournaments.setup.views.stage_flow_owner import StageFlowOwner
from tournaments.signup.domain.terms import default_terms
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

STAGES, TERMS = "tournaments/blueprints/blueprint_stages.html", "tournaments/blueprints/blueprint_terms.html"


@require_http_methods(["GET", "HEAD", "POST"])
def blueprint_stages(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    """Edit the stages; 422 if refused or changed meanwhile."""
    club = managed_club_or_404(request.user, club_id)
    blueprint = blueprint_or_404(club, blueprint_id)
    now = timezone.now()
    present = contents.settings_from_blueprint(blueprint, name="", day=now.date())

    def save(settings: TournamentSettings) -> None:
        parts.change_blueprint_stages(
            blueprint=blueprint,
            settings=settings,
            seen=present,
            by=actor_of(request),
            at=now,
        )

    def page_context() -> dict[str, Any]:
        return {"club": club, "blueprint": blueprint}

    return edit_stage_flow(
        request,
        StageFlowOwner(
            present=present,
            book=blueprint.rule_book,
            tables=lambda: blueprint.tables,
            address=reverse("tournaments:blueprint_stages", args=[club.public_id, blueprint.public_id]),
            page=STAGES,
            build_context=page_context,
            save=save,
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def blueprint_terms(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    """Edit the sign-up terms; 422 if refused or changed meanwhile."""
    club = managed_club_or_404(request.user, club_id)
    blueprint = blueprint_or_404(club, blueprint_id)
    present = contents.terms_of_blueprint(blueprint) or default_terms(club.pk)
    form = BlueprintTermsForm(request.POST if request.method == "POST" else None, present=present)
    context = {"club": club, "blueprint": blueprint, "form": form}
    if not form.is_bound:
        return render(request, TERMS, context)
    if not form.is_valid():
        return render_refusal(request, TERMS, context)
    try:
        parts.change_blueprint_terms(
            blueprint=blueprint,
            terms=form.terms,
            seen=present,
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return render_refusal(request, TERMS, {**context, "refusal": refusal})
    messages.success(request, form.with_merged(_("The template is saved.")))
    return see_other("tournaments:blueprint", club.public_id, blueprint.public_id)
