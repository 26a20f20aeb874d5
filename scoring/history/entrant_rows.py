from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import EntrantState
from tournaments.history.details.row_context import DetailDescriptions, RowValues, reason_details
from tournaments.models.public_name_field import anonymous_name


def _describe_departure(_before: RowValues, after: RowValues) -> str:
    states = dict(EntrantState.choices)
    parts = [f"{after.get('name', '')}: {states.get(after.get('state', ''), '')}"]
    if after.get("results"):
        results_kept = after["results"] == "kept"
        parts.append(_("results kept") if results_kept else _("results annulled"))
    newcomers = [*(place["to"] for place in after.get("places", ())), *after.get("passed_to", ())]
    parts += [_("their place goes to %(name)s") % {"name": newcomer} for newcomer in newcomers]
    return ", ".join([*parts, *reason_details(after)])


def _describe_late_entry(before: RowValues, after: RowValues) -> str:
    details = after or before
    group = [_("group %(group)s") % details] if details.get("group") else []
    moved = after.get("rescheduled", 0)
    rescheduled = ngettext("%(count)s encounter rescheduled", "%(count)s encounters rescheduled", moved)
    return ", ".join(
        [str(details.get("name", "")), *group, *([rescheduled % {"count": moved}] if moved else [])]
    )


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "entrant_left": _describe_departure,
    "departure_undone": lambda _before, after: str(after.get("name", "")),
    "late_entrant_added": _describe_late_entry,
    "late_entrant_removed": _describe_late_entry,
    "player_anonymized": lambda _before, after: anonymous_name(str(after.get("number", "?"))),
}
