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
from scoring.queries.encounters.encounter_reader import read_scored_listings
from scoring.queries.hand_numbers import read_hand_numbers
from tournaments.models import Encounter, Table, Tournament

MOST_CLOSED = 50


@dataclass(frozen=True)
class ListedCall:
    call: Call
    listing: EncounterListing | None
    hand_number: int | None

    @property
    def taken(self) -> bool:
        return self.call.state == CallState.TAKEN

    @property
    def withdrawn(self) -> bool:
        return self.call.state == CallState.CLOSED and not self.call.is_answered


@dataclass(frozen=True)
class Calls:
    waiting: Sequence[ListedCall]
    closed: Sequence[ListedCall]

    @property
    def open(self) -> int:
        return sum(not call.taken for call in self.waiting)


def read_calls(tournament: Tournament) -> Calls:
    """Return open calls, oldest first, and the MOST_CLOSED newest closed ones."""
    calls = _with_related_rows(Call.objects.filter(table__tournament=tournament))
    waiting = list(calls.exclude(state=CallState.CLOSED).order_by("asked_at", "pk"))
    closed = list(calls.filter(state=CallState.CLOSED).order_by("-closed_at", "-pk")[:MOST_CLOSED])
    encounter_ids = {call.encounter_id for call in (*waiting, *closed) if call.encounter_id is not None}
    listings = {
        listing.encounter.pk: listing
        for listing in read_scored_listings(Encounter.objects.filter(pk__in=encounter_ids))
    }
    match_ids = {call.hand.match_id for call in (*waiting, *closed) if call.hand is not None}
    numbers = read_hand_numbers(Match.objects.filter(pk__in=match_ids))
    on_page = [
        [
            ListedCall(call, listings.get(call.encounter_id or 0), numbers.get(call.hand_id or 0))
            for call in part
        ]
        for part in (waiting, closed)
    ]
    return Calls(*on_page)


def waiting_calls(tournament: Tournament) -> list[Call]:
    calls = _with_related_rows(
        Call.objects.filter(table__tournament=tournament).exclude(state=CallState.CLOSED)
    )
    return list(calls.order_by("asked_at", "pk"))


def find_call(tournament: Tournament, public_id: str, *, encounter: Encounter | None = None) -> Call | None:
    with suppress(ValueError):
        calls = Call.objects.filter(table__tournament=tournament, public_id=UUID(public_id))
        matching = calls.filter(Q(encounter=encounter) | Q(encounter=None)) if encounter else calls
        return matching.select_related("table").first()
    return None


def calls_at(table: Table, *, since: datetime) -> list[Call]:
    """Return unanswered calls, oldest first, without protests.

    Includes those answered since `since`, until the next hand.
    """
    answered = Q(closed_at__gte=since) & ~Q(answer="", answer_codes=[])
    calls = Call.objects.filter(~Q(state=CallState.CLOSED) | answered, table=table, side="")
    recent = calls.select_related("taken_by").order_by("asked_at", "pk")
    return [call for call in recent if call.state != CallState.CLOSED or not _has_later_hand(call)]


def _has_later_hand(call: Call) -> bool:
    later = Entry.objects.filter(hand__match__encounter=call.encounter_id, received_at__gt=call.closed_at)
    return later.exists()


def protests_on(encounter: Encounter, match: int, deal: int) -> list[Call]:
    """Oldest first."""
    place = {"hand__match__encounter": encounter, "hand__match__number": match, "hand__deal": deal}
    protests = Call.objects.filter(**place).exclude(side="").select_related("ruling", "closed_by")
    return list(protests.order_by("asked_at", "pk"))


def _with_related_rows(calls: QuerySet[Call]) -> QuerySet[Call]:
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
