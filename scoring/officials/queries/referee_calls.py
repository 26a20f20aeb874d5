"""The calls of a tournament as a referee sees them: those that wait first, then what was answered."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.enums import CallState
from scoring.models import Call, Entry, Match
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import with_scores
from scoring.queries.hand_numbers import numbers_of
from tournaments.database.compiled_queries import compiled
from tournaments.models import Encounter, Table, Tournament

MOST_CLOSED = 50


@dataclass(frozen=True)
class CallOnPage:
    """A call with what is played at its table, and the number of the hand it is about; None where none is."""

    call: Call
    listing: EncounterListing | None
    hand_number: int | None

    @property
    def taken(self) -> bool:
        return self.call.state == CallState.TAKEN

    @property
    def withdrawn(self) -> bool:
        """Whether whoever called took it back."""
        return self.call.state == CallState.CLOSED and not self.call.answer


@dataclass(frozen=True)
class Calls:
    """`waiting` are open or taken, the oldest first; `closed` the last ones, the newest first."""

    waiting: Sequence[CallOnPage]
    closed: Sequence[CallOnPage]

    @property
    def open(self) -> int:
        """Those to whom nobody is on the way."""
        return sum(not one.taken for one in self.waiting)


def read_calls(tournament: Tournament) -> Calls:
    """The calls of a tournament, in a number of queries that does not grow."""
    calls = _related(Call.objects.filter(table__tournament=tournament))
    waiting = list(calls.exclude(state=CallState.CLOSED).order_by("asked_at", "pk"))
    closed = list(calls.filter(state=CallState.CLOSED).order_by("-closed_at", "-pk")[:MOST_CLOSED])
    played = {call.encounter_id for call in (*waiting, *closed) if call.encounter_id is not None}
    listings = {one.encounter.pk: one for one in with_scores(Encounter.objects.filter(pk__in=played))}
    about = {call.hand.match_id for call in (*waiting, *closed) if call.hand is not None}
    numbers = numbers_of(Match.objects.filter(pk__in=about))
    on_page = [
        [
            CallOnPage(call, listings.get(call.encounter_id or 0), numbers.get(call.hand_id or 0))
            for call in part
        ]
        for part in (waiting, closed)
    ]
    return Calls(*on_page)


def waiting_calls(tournament: Tournament) -> list[Call]:
    """The calls that are not answered yet, the oldest first, in one query."""
    calls = _related(Call.objects.filter(table__tournament=tournament).exclude(state=CallState.CLOSED))
    return list(calls.order_by("asked_at", "pk"))


def call_named(tournament: Tournament, wished: str, *, encounter: Encounter | None = None) -> Call | None:
    """The call of a tournament with a public id, answered or not; about this encounter or about none."""
    with suppress(ValueError):
        calls = Call.objects.filter(table__tournament=tournament, public_id=UUID(wished))
        about = calls.filter(Q(encounter=encounter) | Q(encounter=None)) if encounter else calls
        return about.select_related("table").first()
    return None


def calls_at(table: Table, *, since: datetime) -> list[Call]:
    """The calls of a table that are not answered yet, the oldest first; protests are not among them.

    What was answered since then stays until the next hand of its encounter is saved: whoever called reads it.
    """
    shown = _not_forgotten(table.pk, since)
    return [call for call in shown if call.state != CallState.CLOSED or not _played_on(call)]


@compiled
def _not_forgotten(table: int, since: datetime) -> QuerySet[Call]:
    answered = Q(closed_at__gte=since) & ~Q(answer="")
    calls = Call.objects.filter(~Q(state=CallState.CLOSED) | answered, table=table, side="")
    return calls.select_related("taken_by").order_by("asked_at", "pk")


def _played_on(call: Call) -> bool:
    later = Entry.objects.filter(hand__match__encounter=call.encounter_id, received_at__gt=call.closed_at)
    return later.exists()


def protests_on(encounter: Encounter, match: int, deal: int) -> list[Call]:
    """The protests against a hand, the oldest first; `ruling` tells what they ended in."""
    place = {"hand__match__encounter": encounter, "hand__match__number": match, "hand__deal": deal}
    protests = Call.objects.filter(**place).exclude(side="").select_related("ruling", "closed_by")
    return list(protests.order_by("asked_at", "pk"))


def _related(calls: QuerySet[Call]) -> QuerySet[Call]:
    return calls.select_related(
        "table",
        "encounter",
        "hand__match",
        "asked_by_user",
        "keeper",
        "player",
        "taken_by",
        "closed_by",
        "ruling",
    )
