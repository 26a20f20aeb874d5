"""Rows of entrants who come or go while it is played, and of players whose names are taken out."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.enums import EntrantState
from tournaments.history.details.row_context import Particulars, Told, because
from tournaments.models.names import neutral_name


def _left(_before: Told, after: Told) -> str:
    """Who left and how, what became of the results, and why."""
    states = dict(EntrantState.choices)
    said = [f"{after.get('name', '')}: {states.get(after.get('state', ''), '')}"]
    if after.get("results"):
        kept = after["results"] == "kept"
        said.append(_("results kept") if kept else _("results annulled"))
    said += [_("their place goes to %(name)s") % {"name": place["to"]} for place in after.get("places", ())]
    return ", ".join([*said, *because(after)])


def _late(before: Told, after: Told) -> str:
    said = after or before
    group = [_("group %(group)s") % said] if said.get("group") else []
    return ", ".join([str(said.get("name", "")), *group])


PARTICULARS: Particulars = {
    "entrant_left": _left,
    "entrant_back": lambda _before, after: str(after.get("name", "")),
    "late_entrant_added": _late,
    "late_entrant_taken_back": _late,
    "player_made_anonymous": lambda _before, after: neutral_name(str(after.get("number", "?"))),
}
