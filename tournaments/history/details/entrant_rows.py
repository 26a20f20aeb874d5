from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments.enums import NameShown

from .row_context import DetailDescriptions, RowValues

CONTACT_LABELS: Mapping[str, str | Promise] = {
    "phone": gettext_lazy("phone"),
    "email": gettext_lazy("e-mail"),
    "licence": gettext_lazy("licence number"),
    "notes": gettext_lazy("notes"),
    "agreed_on": gettext_lazy("consent"),
}


def _pair(details: Mapping[str, Any]) -> str:
    return f"{details.get('name', '')} ({', '.join(details.get('players', []))})"


def _substituted(before: RowValues, after: RowValues) -> str:
    return f"{before.get('entrant', '')}: {before.get('player', '')} → {after.get('player', '')}"


def _renamed(before: RowValues, after: RowValues) -> str:
    return f"{before.get('name', '')} → {after.get('name', '')}"


def _public_names(_before: RowValues, after: RowValues) -> str:
    labels = dict(NameShown.choices)
    return ", ".join(
        f"{player['player']}: {labels.get(player['shown'], '?')}" for player in after.get("shown", ())
    )


def _default_public_names(before: RowValues, after: RowValues) -> str:
    labels = dict(NameShown.choices)
    return " → ".join(str(labels.get(values.get("shown", ""), "?")) for values in (before, after))


def _changed_contacts(_before: RowValues, after: RowValues) -> str:
    return ", ".join(str(CONTACT_LABELS.get(column, column)) for column in after.get("parts", ()))


def _imported(_before: RowValues, after: RowValues) -> str:
    return gettext("%(new)s new, %(changed)s completed") % dict(after)


def _months(before: RowValues, after: RowValues) -> str:
    months = {"before": before.get("months", ""), "after": after.get("months", "")}
    return gettext("%(before)s months → %(after)s months") % months


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "entrant_added": lambda _before, after: _pair(after),
    "entrant_changed": lambda before, after: f"{_pair(before)} → {_pair(after)}",
    "entrant_removed": lambda before, _after: _pair(before),
    "checked_in": lambda _before, after: after.get("name", ""),
    "check_in_undone": lambda _before, after: after.get("name", ""),
    "player_substituted": _substituted,
    "player_renamed": _renamed,
    "players_joined": _renamed,
    "players_parted": _renamed,
    "person_added": lambda _before, after: after.get("player", ""),
    "person_card_changed": _changed_contacts,
    "people_imported": _imported,
    "forgetting_changed": _months,
    "names_chosen": _public_names,
    "names_chosen_for_new": _default_public_names,
}
