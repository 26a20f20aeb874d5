from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments.enums import NameDisplay

from .row_context import DetailDescriptions, RowValues

CONTACT_LABELS: Mapping[str, str | Promise] = {
    "phone": gettext_lazy("phone"),
    "email": gettext_lazy("e-mail"),
    "licence": gettext_lazy("licence number"),
    "notes": gettext_lazy("notes"),
    "agreed_on": gettext_lazy("consent"),
}


def _describe_pair(details: Mapping[str, Any]) -> str:
    return f"{details.get('name', '')} ({', '.join(details.get('players', []))})"


def _describe_substitution(before: RowValues, after: RowValues) -> str:
    return f"{before.get('entrant', '')}: {before.get('player', '')} → {after.get('player', '')}"


def _describe_renaming(before: RowValues, after: RowValues) -> str:
    return f"{before.get('name', '')} → {after.get('name', '')}"


def _describe_public_names(_before: RowValues, after: RowValues) -> str:
    labels = dict(NameDisplay.choices)
    return ", ".join(
        f"{player['player']}: {labels.get(player['shown'], '?')}" for player in after.get("shown", ())
    )


def _describe_default_names(before: RowValues, after: RowValues) -> str:
    labels = dict(NameDisplay.choices)
    return " → ".join(str(labels.get(values.get("shown", ""), "?")) for values in (before, after))


def _describe_contacts(_before: RowValues, after: RowValues) -> str:
    return ", ".join(str(CONTACT_LABELS.get(column, column)) for column in after.get("parts", ()))


def _describe_import(_before: RowValues, after: RowValues) -> str:
    return gettext("%(new)s new, %(changed)s completed") % dict(after)


def _describe_months(before: RowValues, after: RowValues) -> str:
    months = {"before": before.get("months", ""), "after": after.get("months", "")}
    return gettext("%(before)s months → %(after)s months") % months


def _describe_early_entry(_before: RowValues, after: RowValues) -> str:
    numbers = {"passed": after.get("passed", 0), "places": after.get("places_over", 0)}
    return gettext("passed on the waiting list: %(passed)s; over the places: %(places)s") % numbers


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "entrant_added": lambda _before, after: _describe_pair(after),
    "entrant_changed": lambda before, after: f"{_describe_pair(before)} → {_describe_pair(after)}",
    "entrant_removed": lambda before, _after: _describe_pair(before),
    "entrant_put_back": lambda _before, after: _describe_pair(after),
    "application_accepted_early": _describe_early_entry,
    "checked_in": lambda _before, after: after.get("name", ""),
    "check_in_undone": lambda _before, after: after.get("name", ""),
    "entrant_paid": lambda _before, after: after.get("name", ""),
    "entrant_unpaid": lambda _before, after: after.get("name", ""),
    "player_substituted": _describe_substitution,
    "player_renamed": _describe_renaming,
    "players_merged": _describe_renaming,
    "players_distinguished": lambda _before, after: " · ".join(after.get("names", ())),
    "players_split": _describe_renaming,
    "person_added": lambda _before, after: after.get("player", ""),
    "person_details_changed": _describe_contacts,
    "people_imported": _describe_import,
    "contact_retention_changed": _describe_months,
    "public_names_changed": _describe_public_names,
    "newcomer_names_changed": _describe_default_names,
}
