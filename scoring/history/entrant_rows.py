"""Log rows of entrants joining or leaving during play, and of anonymized players."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.enums import EntrantState
from tournaments.history.details.row_context import Particulars, Told, because
from tournaments.models.names import neutral_name


def _left(_before: Told, after: Told) -> str:
    states = dict(EntrantState.choices)
    parts = [f"{after.get('name', '')}: {states.get(after.get('state', ''), '')}"]
    if after.get("results"):
        results_kept = after["results"] == "kept"
        parts.append(_("results kept") if results_kept else _("results annulled"))
    parts += [_("their place goes to %(name)s") % {"name": place["to"]} for place in after.get("places", ())]
    return ", ".join([*parts, *because(after)])


def _late(before: Told, after: Told) -> str:
    details = after or before
    group = [_("group %(group)s") % details] if details.get("group") else []
    return ", ".join([str(details.get("name", "")), *group])


PARTICULARS: Particulars = {
    "entrant_left": _left,
    "entrant_back": lambda _before, after: str(after.get("name", "")),
    "late_entrant_added": _late,
    "late_entrant_taken_back": _late,
    "player_made_anonymous": lambda _before, after: neutral_name(str(after.get("number", "?"))),
}
