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
from tournaments.refusals import Refused
from tournaments.setup.domain import template_changes, template_contents
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.setup.forms.template_form import TemplateTermsForm
from tournaments.setup.views.stage_flow_editor import edit_stage_flow
from tournaments.setup.views.stage_flow_owner import StageFlowOwner
from tournaments.setup.views.template_start import template_or_404
from tournaments.signup.domain.terms import default_terms
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

STAGES, TERMS = "tournaments/setup/template_stages.html", "tournaments/setup/template_terms.html"


@require_http_methods(["GET", "HEAD", "POST"])
def template_stages(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    """Edit the stages; 422 if refused or changed meanwhile."""
    club = managed_club_or_404(request.user, club_id)
    template = template_or_404(club, template_id)
    now = timezone.now()
    present = template_contents.settings_from_template(template, name="", day=now.date())

    def save(settings: TournamentSettings) -> None:
        template_changes.change_template_stages(
            template=template,
            settings=settings,
            seen=present,
            by=actor_of(request),
            at=now,
        )

    def page_context() -> dict[str, Any]:
        return {"club": club, "template": template}

    return edit_stage_flow(
        request,
        StageFlowOwner(
            present=present,
            book=template.rule_book,
            tables=lambda: template.tables,
            address=reverse("tournaments:template_stages", args=[club.public_id, template.public_id]),
            page=STAGES,
            build_context=page_context,
            save=save,
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def template_terms(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    """Edit the sign-up terms; 422 if refused or changed meanwhile."""
    club = managed_club_or_404(request.user, club_id)
    template = template_or_404(club, template_id)
    present = template_contents.terms_of_template(template) or default_terms(club.pk)
    form = TemplateTermsForm(request.POST if request.method == "POST" else None, present=present)
    context = {"club": club, "template": template, "form": form}
    if not form.is_bound:
        return render(request, TERMS, context)
    if not form.is_valid():
        return render_refusal(request, TERMS, context)
    try:
        template_changes.change_template_sign_up_terms(
            template=template,
            terms=form.terms,
            seen=present,
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return render_refusal(request, TERMS, {**context, "refusal": refusal})
    messages.success(request, form.with_merged(_("The template is saved.")))
    return see_other("tournaments:template", club.public_id, template.public_id)
