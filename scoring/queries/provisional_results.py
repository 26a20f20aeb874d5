"""Why a champion or a final ranking may still change."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Subquery

from scoring.enums import CallState, ProvisionalReason
from scoring.models import Call
from scoring.queries.agreement_status import read_encounter_marks
from tournaments.clock_tolerance import is_recent
from tournaments.enums import Agreement
from tournaments.models import LogRow, Tournament


def read_provisional_reasons(
    tournaments: Iterable[Tournament], *, at: datetime
) -> dict[int, ProvisionalReason]:
    """Return by key why a known champion or ranking isn't final, if it isn't.

    One query, and three more per tournament whose log changed within its protest window.
    """
    decided = {tournament.pk: tournament for tournament in tournaments if tournament.has_result}
    reasons = {
        pk: _provisional_reason(decided[pk], protested=protested, last_change=last_change, at=at)
        for pk, protested, last_change in (_changes(decided) if decided else ())
    }
    return {pk: reason for pk, reason in reasons.items() if reason is not None}


def _provisional_reason(
    tournament: Tournament, *, protested: bool, last_change: datetime | None, at: datetime
) -> ProvisionalReason | None:
    """Return PROTESTED; UNCONFIRMED if an encounter is, in the protest window after a change; else None."""
    if protested:
        return ProvisionalReason.PROTESTED
    window = timedelta(minutes=tournament.protest_minutes)
    if tournament.agreement == Agreement.NOTHING or last_change is None:
        return None
    if not is_recent(last_change, at=at, within=window):
        return None
    marks = read_encounter_marks(tournament, at=at).values()
    return ProvisionalReason.UNCONFIRMED if any(mark.provisional for mark in marks) else None


def _changes(tournaments: Iterable[int]) -> Iterable[tuple[int, bool, datetime | None]]:
    """Return key, whether a counting hand is under protest, newest log row's time."""
    protests = Call.objects.exclude(side="").exclude(state=CallState.CLOSED).filter(hand__match__counts=True)
    newest = LogRow.objects.filter(tournament=OuterRef("pk")).order_by("-pk").values("at")[:1]
    rows = Tournament.objects.filter(pk__in=tournaments).order_by("pk")
    return rows.values_list(
        "pk",
        Exists(protests.filter(hand__match__encounter__stage__tournament=OuterRef("pk"))),
        Subquery(newest),
    )
