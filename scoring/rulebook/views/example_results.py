"""The answer to rules as they are being typed: what they do to the examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from rules.rulesets import RuleSet
from scoring.rulebook.forms.rules_form import RulesForm
from scoring.rulebook.views.rules_editor_page import summary_context, switch_parts
from tournaments.web.http import PageRequest, refuse


def answer_examples(
    request: PageRequest, form: RulesForm, page: str, context_of: Callable[[RuleSet], dict[str, Any]]
) -> HttpResponse:
    """The examples by the rules as typed, by those that stand where they are amiss.

    Without a script it is the whole page, with its context for the rules that are shown.
    """
    valid = form.is_valid()
    shown = form.rules if valid else form.present
    if not request.htmx:
        return (render if valid else refuse)(request, page, context_of(shown))
    context = summary_context(form, shown) | {"parts": list(switch_parts(form, shown)), "valid": valid}
    return render(request, "scoring/rulebook/organizer/_examples.html", context)
