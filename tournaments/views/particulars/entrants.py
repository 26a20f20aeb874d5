"""Rows of entrants and players: who came, who left, what everybody reads of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.enums import EntrantState, NameShown
from tournaments.models.names import neutral_name

from .told import Particulars, Told, because


def _pair(said: Mapping[str, Any]) -> str:
    return f"{said.get('name', '')} ({', '.join(said.get('players', []))})"


def _left(_before: Told, after: Told) -> str:
    """Who left and how, what became of the results, and why."""
    states = dict(EntrantState.choices)
    said = [f"{after.get('name', '')}: {states.get(after.get('state', ''), '')}"]
    if after.get("results"):
        kept = after["results"] == "kept"
        said.append(_("results kept") if kept else _("results annulled"))
    said += [_("their place goes to %(name)s") % {"name": place["to"]} for place in after.get("places", ())]
    return ", ".join([*said, *because(after)])


def _substituted(before: Told, after: Told) -> str:
    return f"{before.get('entrant', '')}: {before.get('player', '')} → {after.get('player', '')}"


def _shown(_before: Told, after: Told) -> str:
    """Each player with what everybody reads of his name now."""
    ways = dict(NameShown.choices)
    return ", ".join(f"{one['player']}: {ways.get(one['shown'], '?')}" for one in after.get("shown", ()))


def _shown_usually(before: Told, after: Told) -> str:
    ways = dict(NameShown.choices)
    return " → ".join(str(ways.get(said.get("shown", ""), "?")) for said in (before, after))


def _late(before: Told, after: Told) -> str:
    said = after or before
    group = [_("group %(group)s") % said] if said.get("group") else []
    return ", ".join([str(said.get("name", "")), *group])


PARTICULARS: Particulars = {
    "entrant_added": lambda _before, after: _pair(after),
    "entrant_changed": lambda before, after: f"{_pair(before)} → {_pair(after)}",
    "entrant_removed": lambda before, _after: _pair(before),
    "entrant_left": _left,
    "entrant_back": lambda _before, after: str(after.get("name", "")),
    "player_substituted": _substituted,
    "late_entrant_added": _late,
    "late_entrant_taken_back": _late,
    "names_chosen": _shown,
    "names_chosen_for_new": _shown_usually,
    "player_made_anonymous": lambda _before, after: neutral_name(str(after.get("number", "?"))),
}
