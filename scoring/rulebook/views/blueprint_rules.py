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
from scoring.rulebook.views.rules_editor_page import blueprint_editor_context
from scoring.setup.domain.blueprint_rules import change_blueprint_rules
from tournaments.access import managed_club_or_404
from tournaments.blueprints.lookups import blueprint_or_404
from tournaments.models import Blueprint
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE = "scoring/rulebook/organizer/blueprint_rules.html"


@require_http_methods(["GET", "HEAD", "POST"])
def blueprint_rules(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    """Show the editor (`?preset=` fills in a preset) or store the blueprint’s rules.

    If someone changed them meanwhile, show both changes merged, with 422.
    """
    blueprint = _blueprint(request, club_id, blueprint_id)
    if request.method != "POST":
        form = _form(blueprint)
        start = form.game.presets.get(request.GET.get("preset", ""))
        form = _form(blueprint, shown_rules=start)
        context = blueprint_editor_context(blueprint, form, start or form.present)
        return render(request, PAGE, {**context, "chosen_preset": start})
    form = _form(blueprint, request.POST)
    if not form.is_valid():
        return render_refusal(request, PAGE, blueprint_editor_context(blueprint, form, form.present))
    try:
        change_blueprint_rules(
            blueprint=blueprint,
            rules=form.rules,
            seen=form.cleaned_data["based_on"],
            by=actor_of(request),
            at=timezone.now(),
        )
    except RulesChangedMeanwhile:
        current = _blueprint(request, club_id, blueprint_id)
        merged = merge_with_current(form, current.rule_book)
        context = blueprint_editor_context(current, merged.form, merged.rules)
        return render_refusal(request, PAGE, {**context, "other_changes": merged.other_changes})
    except Refused as refusal:
        context = blueprint_editor_context(blueprint, form, form.rules)
        return render_refusal(request, PAGE, {**context, "refusal": refusal})
    messages.success(request, _("The template is saved."))
    return see_other("tournaments:blueprint", club_id, blueprint_id)


@require_http_methods(["GET", "HEAD", "POST"])
def blueprint_rule_examples(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    blueprint = _blueprint(request, club_id, blueprint_id)
    if request.method != "POST":
        return see_other("scoring:blueprint_rules", club_id, blueprint_id)
    form = _form(blueprint, request.POST)
    return answer_examples(request, form, PAGE, partial(blueprint_editor_context, blueprint, form))


def _blueprint(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> Blueprint:
    return blueprint_or_404(managed_club_or_404(request.user, club_id), blueprint_id)


def _form(blueprint: Blueprint, data: Any = None, *, shown_rules: RuleSet | None = None) -> RulesForm:
    book = blueprint.rule_book
    return RulesForm(data, current=rules_of(book), based_on=book.digest, shown_rules=shown_rules)
