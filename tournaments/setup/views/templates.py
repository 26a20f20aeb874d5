from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import (
    cloneable_tournament_or_404,
    managed_club_or_404,
    owned_club_or_404,
    owns_club,
)
from tournaments.models import Club
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.setup.domain import templates
from tournaments.setup.domain.template_contents import stages_of_template, typed_settings_of
from tournaments.setup.forms.template_form import SaveAsTemplateForm, TemplateForm
from tournaments.setup.views.template_start import (
    describe_rules,
    describe_stages,
    template_or_404,
    templates_of,
)
from tournaments.stages.stage_settings import stages_of
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

LIST, ONE = "tournaments/setup/templates.html", "tournaments/setup/template.html"
KEEP = "tournaments/setup/save_as_template.html"


@require_safe
def list_templates(request: PageRequest, club_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    return render(request, LIST, _template_list_context(request, club))


@require_http_methods(["GET", "HEAD", "POST"])
def template(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    """Edit name and settings, then go to the list; 422 if refused or changed meanwhile."""
    club = managed_club_or_404(request.user, club_id)
    own_template = template_or_404(club, template_id)
    form = TemplateForm(request.POST if request.method == "POST" else None, template=own_template)
    context = {
        "club": club,
        "template": own_template,
        "form": form,
        "rules": describe_rules(own_template.rule_book),
        "stage_lengths": describe_stages(stages_of_template(own_template), own_template.rule_book),
    }
    if not form.is_bound:
        return render(request, ONE, context)
    if not form.is_valid():
        return render_refusal(request, ONE, context)
    try:
        templates.change_template(
            template=own_template,
            settings=form.settings,
            seen=typed_settings_of(own_template),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return render_refusal(request, ONE, {**context, "refusal": refusal})
    messages.success(request, form.with_merged(_("The template is saved.")))
    return see_other("tournaments:templates", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_template(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    """Delete by POST, 422 if in use; GET redirects to the list."""
    club = managed_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:templates", club.public_id)
    own_template = template_or_404(club, template_id)
    try:
        templates.delete_template(template=own_template, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST, {**_template_list_context(request, club), "refusal": refusal})
    messages.success(request, _("“%(name)s” is deleted.") % {"name": own_template.name})
    return see_other("tournaments:templates", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def set_default_template(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Store the club's default, none for an empty `template`, 422 if unknown; owners only.

    GET redirects to the list.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:templates", club.public_id)
    requested_id = request.POST.get("template", "")
    chosen = next((option for option in templates_of(club) if str(option.public_id) == requested_id), None)
    try:
        if requested_id and chosen is None:
            raise templates.TemplateDeleted
        templates.set_default_template(club=club, template=chosen, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST, {**_template_list_context(request, club), "refusal": refusal})
    messages.success(request, _("The club’s default is saved."))
    return see_other("tournaments:templates", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def save_as_template(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = cloneable_tournament_or_404(request.user, tournament_id)
    posted = request.POST if request.method == "POST" else None
    form = SaveAsTemplateForm(posted, initial={"name": tournament.name[: templates.LONGEST_NAME]})
    is_owner = owns_club(request.user, tournament.club)
    if not is_owner:
        del form.fields["default"]
    stage_lengths = describe_stages(stages_of(tournament), tournament.rule_book)
    rules = describe_rules(tournament.rule_book)
    context = organizer_context(
        request,
        tournament,
        "setup",
        form=form,
        rules=rules,
        stage_lengths=stage_lengths,
        tables=tournament.tables.count(),
        signs_up=hasattr(tournament, "sign_up"),
    )
    if not form.is_bound:
        return render(request, KEEP, context)
    if not form.is_valid():
        return render_refusal(request, KEEP, context)
    try:
        saved = templates.save_as_template(
            tournament=tournament,
            name=form.cleaned_data["name"],
            default=form.cleaned_data.get("default", False),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, KEEP, context)
    messages.success(request, _("“%(name)s” is saved as a template.") % {"name": saved.name})
    return see_other("tournaments:templates", tournament.club.public_id)


def _template_list_context(request: PageRequest, club: Club) -> dict[str, object]:
    """Return rows (template, rules, stages), the default, and whether the user owns the club."""
    rows = [
        (
            template,
            describe_rules(template.rule_book),
            describe_stages(stages_of_template(template), template.rule_book),
        )
        for template in templates_of(club)
    ]
    default_template = next((template for template, _rules, _lengths in rows if template.is_default), None)
    return {
        "club": club,
        "rows": rows,
        "default_template": default_template,
        "owned": owns_club(request.user, club),
    }
