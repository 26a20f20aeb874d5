from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ledger.played_matches import BellOutcome
from tournaments.history.details.row_context import DetailDescriptions, RowValues


def _round_label(values: RowValues) -> str:
    place = {"stage": values.get("stage", "?"), "round": values.get("round", "?")}
    return _("stage %(stage)s, round %(round)s") % place


def _describe_bell(_before: RowValues, after: RowValues) -> str:
    """Return the round, counts of encounters decided, going on or for the referee, and if the clock rang."""
    fates = Counter(encounter["fate"] for encounter in after.get("encounters", ()))
    decided, referee = fates[BellOutcome.DECIDED.value], fates[BellOutcome.REFEREE.value]
    continued = fates.total() - decided - referee
    parts = [
        ngettext("%(count)s decided", "%(count)s decided", decided) % {"count": decided},
        ngettext("%(count)s continues", "%(count)s continue", continued) % {"count": continued},
        ngettext("%(count)s for the referee", "%(count)s for the referee", referee) % {"count": referee},
    ]
    if not after.get("by_somebody"):
        parts.append(_("rung by the round clock"))
    return f"{_round_label(after)}: {', '.join(parts)}"


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "bell_rung": _describe_bell,
    "bell_undone": lambda _before, after: _round_label(after),
}
