"""The log in words: what a row says that somebody did."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules.rulebook.switches import SWITCHES
from rules.rulesets import PRESETS
from rules.text import signed
from tournaments.models import Encounter, LogRow, Table

ACTIONS: Mapping[str, str | Promise] = {
    "tournament_created": gettext_lazy("Tournament created"),
    "tournament_changed": gettext_lazy("Settings changed"),
    "entrant_added": gettext_lazy("Pair entered"),
    "entrant_changed": gettext_lazy("Pair changed"),
    "entrant_removed": gettext_lazy("Pair taken off the list"),
    "groups_drawn": gettext_lazy("Groups drawn"),
    "draw_undone": gettext_lazy("Draw taken back"),
    "knockout_drawn": gettext_lazy("Knock-out drawn"),
    "next_encounter_called": gettext_lazy("Next encounter called"),
    "partners_swapped": gettext_lazy("Partners changed seats"),
    "table_link_renewed": gettext_lazy("Table code renewed"),
    "codes_printed": gettext_lazy("Table codes printed"),
    "hand_recorded": gettext_lazy("Hand recorded"),
    "hand_corrected": gettext_lazy("Hand corrected"),
    "rules_changed": gettext_lazy("Rules changed"),
    "rules_amended": gettext_lazy("Rules amended"),
    "walkover_recorded": gettext_lazy("Walkover recorded"),
    "walkover_taken_back": gettext_lazy("Walkover taken back"),
    "lot_recorded": gettext_lazy("Lot recorded"),
    "invitation_issued": gettext_lazy("Invitation made"),
    "member_joined": gettext_lazy("Member joined"),
    "member_role_changed": gettext_lazy("Role changed"),
    "member_removed": gettext_lazy("Member removed"),
}


@dataclass(frozen=True)
class LogEntry:
    """A row with who did it, what, and the particulars, each as text."""

    row: LogRow
    who: str
    what: str
    detail: str


def described(rows: Sequence[LogRow]) -> list[LogEntry]:
    """Rows in words; two queries more, however many they are."""
    ids = {found for row in rows if (found := _uuid(row.subject))}
    subjects = {**_encounters(ids), **_tables(ids)}
    return [
        LogEntry(row, _who(row), str(ACTIONS.get(row.action, row.action)), _detail(row, subjects))
        for row in rows
    ]


def _who(row: LogRow) -> str:
    if row.user is not None:
        return row.user.name
    if row.table_link is not None:
        return _("Table %(number)s") % {"number": row.table_link.table.number}
    return _("Console")


def _detail(row: LogRow, subjects: Mapping[str, str]) -> str:
    """The subject by its name, and what became of it."""
    before, after = _json(row.before), _json(row.after)
    said = _PARTICULARS.get(row.action, _nothing)(before, after)
    return ", ".join(part for part in (subjects.get(row.subject, ""), said) if part)


def _json(text: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(text) if text else {}
    return loaded


def _nothing(_before: dict[str, Any], _after: dict[str, Any]) -> str:
    return ""


def _pair(said: Mapping[str, Any]) -> str:
    return f"{said.get('name', '')} ({', '.join(said.get('players', []))})"


def _drawn(_before: dict[str, Any], after: dict[str, Any]) -> str:
    seed = after.get("seed")
    return _("seed %(seed)s") % {"seed": seed} if seed else _("placed by hand")


def _hand(_before: dict[str, Any], after: dict[str, Any]) -> str:
    where = {"match": after.get("match", "?"), "deal": after.get("deal", "?")}
    return (_("match %(match)s, deal %(deal)s") % where) + ": " + _figures(after)


def _corrected(before: dict[str, Any], after: dict[str, Any]) -> str:
    was = _hand({}, after | before)
    said = [f"{was} → {_figures(after)}", _("reason: %(reason)s") % {"reason": after.get("reason", "")}]
    if after.get("later_play_stands"):
        said.append(_("later encounters left as they are"))
    return ", ".join(said)


def _rules(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Each switch that differs with its old and its new choice; the rule set where it is another."""
    language = get_language() or "tr"
    sets = [PRESETS[said["rule_set"]].names.in_language(language) for said in (before, after)]
    told = [" → ".join(sets)] if sets[0] != sets[1] else []
    for name, values in after["switches"].items():
        switch = SWITCHES[name]
        choices = dict.fromkeys(switch.named(value).name.in_language(language) for value in values)
        told.append(f"{switch.name.in_language(language)}: {' → '.join(choices)}")
    return "; ".join(told)


def _amended(before: dict[str, Any], after: dict[str, Any]) -> str:
    said = [
        _rules(before, after),
        _("hands scored anew: %(hands)s") % {"hands": after["hands"]},
        _("reason: %(reason)s") % {"reason": after["reason"]},
    ]
    if after["later_play_stands"]:
        said.append(_("later encounters left as they are"))
    return ", ".join(said)


def _figures(hand: dict[str, Any]) -> str:
    """What a hand cost the sides, A first."""
    if hand.get("void"):
        return _("void hand")
    totals, language = hand.get("totals", {}), get_language() or "tr"
    return " / ".join(f"{side} {signed(points, language)}" for side, points in sorted(totals.items()))


def _walkover(_before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("to side %(letter)s") % {"letter": after.get("winner", "?")}


def _swapped(_before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("side %(letter)s") % {"letter": after.get("side", "?")}


_PARTICULARS: Mapping[str, Callable[[dict[str, Any], dict[str, Any]], str]] = {
    "tournament_created": lambda _before, after: str(after.get("name", "")),
    "entrant_added": lambda _before, after: _pair(after),
    "entrant_changed": lambda before, after: f"{_pair(before)} → {_pair(after)}",
    "entrant_removed": lambda before, _after: _pair(before),
    "groups_drawn": _drawn,
    "codes_printed": lambda _before, after: str(after.get("address", "")),
    "hand_recorded": _hand,
    "hand_corrected": _corrected,
    "rules_changed": _rules,
    "rules_amended": _amended,
    "walkover_recorded": _walkover,
    "partners_swapped": _swapped,
}


def _encounters(ids: Iterable[UUID]) -> dict[str, str]:
    found = Encounter.objects.filter(public_id__in=ids).prefetch_related("sides__entrant")
    return {
        str(encounter.public_id): " · ".join(
            side.entrant.name if side.entrant else "?"
            for side in sorted(encounter.sides.all(), key=lambda side: side.letter)
        )
        for encounter in found
    }


def _tables(ids: Iterable[UUID]) -> dict[str, str]:
    rows = Table.objects.filter(public_id__in=ids).values_list("public_id", "number")
    return {str(public_id): _("Table %(number)s") % {"number": number} for public_id, number in rows}


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
