from __future__ import annotations

import re
from typing import Any

from django.urls import reverse

from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.rulebook.forms import RulesForm
from tournaments.models import Tournament


def address(name: str, tournament: Tournament) -> str:
    return reverse(f"scoring:{name}", args=[tournament.public_id])


def rules_form_data(
    tournament: Tournament, *without: str, preset: str | None = None, **changes: str
) -> dict[str, Any]:
    """Return the data of a freshly opened page with these changes; `without` are unchecked."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    book = tournament.rule_book
    present = rules_of(book)
    preset_rules = game_of_rules(present).presets[preset] if preset else None
    form = RulesForm(current=present, based_on=book.digest, shown_rules=preset_rules)
    return {name: value for name, value in form.hidden_values if name not in without} | changes


def unticked(*codes: str) -> list[str]:
    return [f"charged-{code}" for code in codes]


def has_message(html: str, field: str) -> bool:
    return bool(re.search(rf'id="error-{field}"[^>]*>(?!\s*</p>)', html))
