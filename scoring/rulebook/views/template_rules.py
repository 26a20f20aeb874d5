from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain.amendments import RulesChangedMeanwhile
from scoring.rulebook.forms import RulesForm
from scoring.rulebook.views.edit_conflict import merge_with_current
from scoring.rulebook.views.example_results import answer_examples
from scoring.rulebook.views.rules_editor_page import template_editor_context
from scoring.setup.domain.template_rules import change_template_rules
from tournaments.access import managed_club_or_404
from tournaments.models import SetupTemplate
from tournaments.refusals import Refused
from tournaments.setup.views.template_start import template_or_404
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE = "scoring/rulebook/organizer/template_rules.html"


@require_http_methods(["GET", "HEAD", "POST"])
def template_rules(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    """Show the editor (`?preset=` fills in a preset) or store the template's rules.

    If someone changed them meanwhile, show both changes merged, with 422.
    """
    template = _template(request, club_id, template_id)
    if request.method != "POST":
        form = _form(template)
        start = form.game.presets.get(request.GET.get("preset", ""))
        form = _form(template, shown_rules=start)
        context = template_editor_context(template, form, start or form.present)
        return render(request, PAGE, {**context, "chosen_preset": start})
    form = _form(template, request.POST)
    if not form.is_valid():
        return render_refusal(request, PAGE, template_editor_context(template, form, form.present))
    try:
        change_template_rules(
            template=template,
            rules=form.rules,
            seen=form.cleaned_data["based_on"],
            by=actor_of(request),
            at=timezone.now(),
        )
    except RulesChangedMeanwhile:
        current = _template(request, club_id, template_id)
        merged = merge_with_current(form, current.rule_book)
        context = template_editor_context(current, merged.form, merged.rules)
        return render_refusal(request, PAGE, {**context, "other_changes": merged.other_changes})
    except Refused as refusal:
        context = template_editor_context(template, form, form.rules)
        return render_refusal(request, PAGE, {**context, "refusal": refusal})
    messages.success(request, _("The template is saved."))
    return see_other("tournaments:template", club_id, template_id)


@require_http_methods(["GET", "HEAD", "POST"])
def template_rule_examples(request: PageRequest, club_id: UUID, template_id: UUID) -> HttpResponse:
    template = _template(request, club_id, template_id)
    if request.method != "POST":
        return see_other("scoring:template_rules", club_id, template_id)
    form = _form(template, request.POST)
    return answer_examples(request, form, PAGE, partial(template_editor_context, template, form))


def _template(request: PageRequest, club_id: UUID, template_id: UUID) -> SetupTemplate:
    return template_or_404(managed_club_or_404(request.user, club_id), template_id)


def _form(template: SetupTemplate, data: Any = None, *, shown_rules: RuleSet | None = None) -> RulesForm:
    book = template.rule_book
    return RulesForm(data, current=rules_of(book), based_on=book.digest, shown_rules=shown_rules)
