from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from rules.rulesets import RuleSet
from scoring.rulebook.forms import RulesForm
from scoring.rulebook.views.rules_editor_page import summary_context, switch_parts
from tournaments.web.http import PageRequest, render_refusal


def answer_examples(
    request: PageRequest, form: RulesForm, page: str, context_of: Callable[[RuleSet], dict[str, Any]]
) -> HttpResponse:
    """Render the examples by the typed rules, or by the current ones if invalid.

    htmx gets the organizer's fragment with 200; others `page` with `context_of` the rules, 422 if invalid.
    """
    valid = form.is_valid()
    rules = form.rules if valid else form.present
    if not request.htmx:
        return (render if valid else render_refusal)(request, page, context_of(rules))
    context = summary_context(form, rules) | {"parts": list(switch_parts(form, rules)), "valid": valid}
    return render(request, "scoring/rulebook/organizer/_updated_examples.html", context)
