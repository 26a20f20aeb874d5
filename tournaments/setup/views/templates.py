from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import (
    managed_club_or_404,
    owned_club_or_404,
    owns_club,
    repeatable_tournament_or_404,
)
from tournaments.models import Club
from tournaments.navigation.tournament_context import framed
from tournaments.refusals import Refused
from tournaments.setup.domain import templates as domain
from tournaments.setup.domain.template_contents import hall_standing, stages_in
from tournaments.setup.forms.template_form import KeepForm, TemplateForm
from tournaments.setup.views.template_start import chain_words, rules_words, template_or_404, templates_of
from tournaments.stages.stage_settings import stages_of
from tournaments.web.http import PageRequest, actor_of, refuse, see_other

LIST, ONE = "tournaments/setup/templates.html", "tournaments/setup/template.html"
KEEP = "tournaments/setup/save_as_template.html"


@require_safe
def templates(request: PageRequest, club_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    return render(request, LIST, _listed(request, club))


@require_http_methods(["GET", "HEAD", "POST"])
def template(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    own_template = template_or_404(club, template_id)
    form = TemplateForm(request.POST if request.method == "POST" else None, template=own_template)
    context = {
        "club": club,
        "template": own_template,
        "form": form,
        "seen": hall_standing(own_template),
        "rules": rules_words(own_template.rule_book),
        "chain": chain_words(stages_in(own_template), own_template.rule_book),
    }
    if not form.is_bound:
        return render(request, ONE, context)
    if not form.is_valid():
        return refuse(request, ONE, context)
    try:
        domain.change_template(
            template=own_template,
            hall=form.hall,
            seen=request.POST.get("seen"),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return refuse(request, ONE, {**context, "refusal": refusal})
    messages.success(request, _("The template is saved."))
    return see_other("tournaments:templates", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_template(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    """Delete a template; GET redirects to the list."""
    club = managed_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:templates", club.public_id)
    own_template = template_or_404(club, template_id)
    try:
        domain.delete_template(template=own_template, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return refuse(request, LIST, {**_listed(request, club), "refusal": refusal})
    messages.success(request, _("“%(name)s” is deleted.") % {"name": own_template.name})
    return see_other("tournaments:templates", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def begin_with(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Choose the default template or none; GET redirects to the list."""
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:templates", club.public_id)
    asked = request.POST.get("template", "")
    chosen = next((option for option in templates_of(club) if str(option.public_id) == asked), None)
    try:
        if asked and chosen is None:
            raise domain.TemplateGone
        domain.begin_with(club=club, template=chosen, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return refuse(request, LIST, {**_listed(request, club), "refusal": refusal})
    messages.success(request, _("The club’s default is saved."))
    return see_other("tournaments:templates", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def keep_template(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show what a template would contain; on POST save it under the typed name."""
    tournament = repeatable_tournament_or_404(request.user, tournament_id)
    sent = request.POST if request.method == "POST" else None
    form = KeepForm(sent, initial={"name": tournament.name[: domain.LONGEST_NAME], **KeepForm.usual()})
    owned = owns_club(request.user, tournament.club)
    if not owned:
        del form.fields["default"]
    chain = chain_words(stages_of(tournament), tournament.rule_book)
    rules = rules_words(tournament.rule_book)
    context = framed(
        request,
        tournament,
        "setup",
        form=form,
        rules=rules,
        chain=chain,
        tables=tournament.tables.count(),
        signs_up=hasattr(tournament, "sign_up"),
    )
    if not form.is_bound:
        return render(request, KEEP, context)
    if not form.is_valid():
        return refuse(request, KEEP, context)
    begins, ends = form.hours
    try:
        saved = domain.keep_template(
            tournament=tournament,
            name=form.cleaned_data["name"],
            begins=begins,
            ends=ends,
            default=form.cleaned_data.get("default", False),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return refuse(request, KEEP, context)
    messages.success(request, _("“%(name)s” is kept as a template.") % {"name": saved.name})
    return see_other("tournaments:templates", tournament.club.public_id)


def _listed(request: PageRequest, club: Club) -> dict[str, object]:
    rows = [
        (template, rules_words(template.rule_book), chain_words(stages_in(template), template.rule_book))
        for template in templates_of(club)
    ]
    chosen = next((template for template, _rules, _chain in rows if template.is_default), None)
    return {"club": club, "rows": rows, "chosen": chosen, "owned": owns_club(request.user, club)}
