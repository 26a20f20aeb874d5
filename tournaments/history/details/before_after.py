from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from rules.localized_text import format_signed
from tournaments.enums import EntrantState, Role, TieDecidedBy
from tournaments.models import Entrant, LogRow
from tournaments.models.common_settings import COMMON_SETTINGS

from .row_context import RowValues, format_stored_time

KEY_LABELS: Mapping[str, str | Promise] = {
    "name": gettext_lazy("Name"),
    "players": gettext_lazy("Players"),
    "club": gettext_lazy("Club"),
    "first_day": gettext_lazy("First day"),
    "last_day": gettext_lazy("Last day"),
    "tables": gettext_lazy("Tables"),
    "match": gettext_lazy("Match"),
    "deal": gettext_lazy("Deal"),
    "version": pgettext_lazy("of a hand", "Version"),
    "totals": gettext_lazy("Points of the hand"),
    "void": gettext_lazy("Void"),
    "side": gettext_lazy("Side"),
    "winner": gettext_lazy("Winner"),
    "table": gettext_lazy("Table"),
    "order": gettext_lazy("Order"),
    "decided_by": gettext_lazy("Decided by"),
    "seed": gettext_lazy("Seed of the draw"),
    "witness": gettext_lazy("Witness"),
    "state": gettext_lazy("State"),
    "role": gettext_lazy("Role"),
    "annulled": gettext_lazy("Encounters annulled"),
    "later_play_stands": gettext_lazy("Later encounters kept"),
    "question": gettext_lazy("Question"),
    "answer": gettext_lazy("Answer"),
    "text": gettext_lazy("Text"),
    "minutes": gettext_lazy("Minutes"),
    "seconds": gettext_lazy("Seconds"),
    "reason": gettext_lazy("Reason"),
    "signs_up": gettext_lazy("Sign-up is open"),
    "by_phone": gettext_lazy("Check-in by phone"),
    "opens_at": gettext_lazy("Open from"),
    "closes_at": gettext_lazy("Open until"),
    "code_changes": gettext_lazy("The code changes"),
    "capacity": gettext_lazy("Places"),
    "approval": gettext_lazy("Entries are checked"),
    "confirmation": gettext_lazy("E-mails are confirmed first"),
    "fee": gettext_lazy("Fee"),
    "forget_days": gettext_lazy("Days until contact details are deleted"),
    "forgotten": gettext_lazy("Contact details deleted"),
    **{name: setting.verbose_name for name, setting in COMMON_SETTINGS.items()},
}
"""Labels of stored keys; other keys are ids, or shown in the row itself."""


@dataclass(frozen=True)
class Change:
    name: str
    before: str
    after: str


def list_changes(before: RowValues, after: RowValues, entrants: Mapping[str, str]) -> list[Change]:
    return [
        Change(str(name), *(_format_value(key, values.get(key), entrants) for values in (before, after)))
        for key, name in KEY_LABELS.items()
        if any(values.get(key) not in (None, "", [], {}) for values in (before, after))
    ]


def names_of_entrants(rows: Iterable[LogRow]) -> dict[str, str]:
    tournament_ids = [row.tournament_id for row in rows if row.action == "lot_recorded"]
    entrants = Entrant.objects.filter(tournament__in=tournament_ids) if tournament_ids else ()
    return {str(entrant.public_id): entrant.real_name for entrant in entrants}


def _format_value(key: str, value: Any, entrants: Mapping[str, str]) -> str:
    if value is None:
        return ""
    if key in _CHOICE_LABELS:
        return str(_CHOICE_LABELS[key].get(value, value))
    if key in _TIME_KEYS:
        return format_stored_time(str(value))
    formatter = _FORMATTERS.get(type(value))
    return formatter(value, entrants) if formatter else str(value)


def _format_list(value: list[Any], entrants: Mapping[str, str]) -> str:
    return ", ".join(
        entrants.get(str(item), str(item)) for item in value if not _is_unknown_id(item, entrants)
    )


def _is_unknown_id(item: object, entrants: Mapping[str, str]) -> bool:
    try:
        UUID(str(item))
    except ValueError:
        return False
    return str(item) not in entrants


def _format_points(value: RowValues, _entrants: Mapping[str, str]) -> str:
    language = get_language() or "tr"
    return " / ".join(f"{side} {format_signed(points, language)}" for side, points in sorted(value.items()))


_TIME_KEYS = ("first_day", "last_day", "opens_at", "closes_at", "begins", "ends", "doors")
_CHOICE_LABELS: Mapping[str, Mapping[Any, str | Promise]] = {
    "state": dict(EntrantState.choices),
    "role": dict(Role.choices),
    "decided_by": dict(TieDecidedBy.choices),
    **{name: dict(setting.flatchoices) for name, setting in COMMON_SETTINGS.items() if setting.choices},
}
_FORMATTERS: Mapping[type, Callable[[Any, Mapping[str, str]], str]] = {
    bool: lambda value, _names: _("yes") if value else _("no"),
    list: _format_list,
    dict: _format_points,
}
