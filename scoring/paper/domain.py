from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.hands import Outcome, Report
from rules.seats import SEATS_PAIRS, seats_in_columns
from scoring.ledger.locks import lock_encounter
from scoring.models import TypedSheet
from scoring.play.recording import record_hand
from tournaments.enums import EncounterState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Tournament, User
from tournaments.refusals import Refused

SEATS: Final = seats_in_columns(SEATS_PAIRS)
"""In the sheet's columns, 1 to 4 on paper."""

DECK: Final = "d"


class Unreadable(Exception):  # noqa: N818 - a typing error, not a bug
    pass


def fold(text: str) -> str:
    """Lowercase; both Turkish i become one letter."""
    return text.strip().replace("İ", "i").replace("I", "i").lower().replace("ı", "i")


def seat_numbers(seats: Sequence[str] = SEATS) -> dict[str, str]:
    return {seat: str(number) for number, seat in enumerate(seats, start=1)}


def read_seat(text: str, seats: Sequence[str] = SEATS) -> str | None:
    """Parse a number or name; "" for an empty box, None for others."""
    written = fold(text)
    seat_by_mark = {number: seat for seat, number in seat_numbers(seats).items()} | {
        seat.lower(): seat for seat in seats
    }
    return seat_by_mark.get(written) if written else ""


def read_player(text: str, seats: Sequence[str] = SEATS) -> str:
    """Return "" for an empty box. Raises Unreadable."""
    seat = read_seat(text, seats)
    if seat is None:
        raise Unreadable
    return seat


def player_mark(seat: str | None, seats: Sequence[str] = SEATS) -> str:
    return seat_numbers(seats).get(seat or "", "")


def read_end(text: str, seats: Sequence[str] = SEATS) -> str:
    """Parse a finisher or exhausted deck. Raises Unreadable."""
    if fold(text) == DECK:
        return Outcome.DECK_EXHAUSTED.value
    return read_player(text, seats)


def end_mark(end: str, seats: Sequence[str] = SEATS) -> str:
    return DECK if end == Outcome.DECK_EXHAUSTED else player_mark(end, seats)


TYPISTS = 2


class DoubleEntryIncomplete(Refused):
    code = "double_entry_incomplete"
    template = _("Two people must type this sheet before it is stored.")


class DoubleEntryComplete(Refused):
    code = "double_entry_complete"
    template = _("Two people have already typed this sheet. Compare the two versions.")


class DoubleEntryNotRequested(Refused):
    code = "double_entry_not_requested"
    template = _("Double entry was not requested for this sheet.")


@dataclass(frozen=True)
class TypedHand:
    deal: int
    report: Report
    entry_key: str


@dataclass
class StoredHands:
    deals: list[int] = field(default_factory=list)
    refused_deal: int | None = None
    refusal: Refused | None = None


@dataclass(frozen=True)
class DoubleEntry:
    """`finished_sheets` are complete typings."""

    is_required: bool
    finished_sheets: Sequence[TypedSheet]

    @property
    def is_complete(self) -> bool:
        return len(self.finished_sheets) >= TYPISTS

    def sheet_by(self, user: User) -> TypedSheet | None:
        return next((sheet for sheet in self.finished_sheets if sheet.user_id == user.pk), None)


def read_double_entry(encounter: Encounter, match: int) -> DoubleEntry:
    sheets = list(
        TypedSheet.objects.filter(encounter=encounter, match=match).select_related("user").order_by("pk")
    )
    return _typing(sheets)


def read_double_entries(tournament: Tournament) -> dict[int, dict[int, DoubleEntry]]:
    """Return pending ones by encounter and match, in one query."""
    sheets = TypedSheet.objects.filter(encounter__stage__tournament=tournament)
    undecided = sheets.exclude(encounter__state=EncounterState.DECIDED)
    by_encounter: dict[int, dict[int, DoubleEntry]] = {}
    place = attrgetter("encounter_id", "match")
    for (encounter, match), match_sheets in groupby(undecided.order_by("encounter", "match", "pk"), place):
        by_encounter.setdefault(encounter, {})[match] = _typing(list(match_sheets))
    return by_encounter


def _typing(sheets: Sequence[TypedSheet]) -> DoubleEntry:
    return DoubleEntry(bool(sheets), [sheet for sheet in sheets if sheet.finished])


def store_typed_hands(
    *,
    encounter: Encounter,
    match: int,
    hands: Sequence[TypedHand],
    by: Actor,
    at: datetime,
    all_hands: bool = True,
) -> StoredHands:
    """Record hands in order up to a refused one; safe to repeat with the same keys.

    Finished typings are deleted if these are `all_hands`. Raises DoubleEntryIncomplete.
    """
    double_entry = read_double_entry(encounter, match)
    if double_entry.is_required and not double_entry.is_complete:
        raise DoubleEntryIncomplete
    stored = StoredHands()
    for hand in hands:
        try:
            record_hand(
                encounter=encounter,
                match=match,
                deal=hand.deal,
                report=hand.report,
                entry_key=hand.entry_key,
                by=by,
                at=at,
            )
        except Refused as refusal:
            stored.refused_deal, stored.refusal = hand.deal, refusal
            return stored
        stored.deals.append(hand.deal)
    if all_hands and double_entry.is_required:
        TypedSheet.objects.filter(encounter=encounter, match=match).delete()
    return stored


@transaction.atomic
def require_double_entry(*, encounter: Encounter, match: int, by: Actor, at: datetime) -> None:
    """Require that two users type the match, and log it; safe to repeat. Raises EncounterGone."""
    encounter = lock_encounter(encounter)
    if read_double_entry(encounter, match).is_required:
        return
    TypedSheet.objects.create(encounter=encounter, match=match, user=_typist(by), typed_at=at)
    _log_and_notify("double_entry_requested", encounter, match, by=by, at=at)


@transaction.atomic
def store_typing(
    *, encounter: Encounter, match: int, rows: Sequence[dict[str, Any]], by: Actor, at: datetime
) -> TypedSheet:
    """Replace the user's typing of a match by `rows` (of `serialize_rows`), as finished, and log it.

    Needs `require_double_entry` before. Raises DoubleEntryNotRequested, DoubleEntryComplete, EncounterGone.
    """
    encounter, user = lock_encounter(encounter), _typist(by)
    double_entry = read_double_entry(encounter, match)
    if not double_entry.is_required:
        raise DoubleEntryNotRequested
    if double_entry.is_complete:
        raise DoubleEntryComplete
    sheet, _made = TypedSheet.objects.update_or_create(
        encounter=encounter,
        match=match,
        user=user,
        defaults={"rows": list(rows), "finished": True, "typed_at": at},
    )
    _log_and_notify("sheet_typed", encounter, match, by=by, at=at, hands=len(rows))
    return sheet


@transaction.atomic
def drop_double_entry(*, encounter: Encounter, match: int, by: Actor, at: datetime) -> None:
    """Delete typings and stop requiring two. Raises EncounterGone."""
    encounter = lock_encounter(encounter)
    dropped, _each = TypedSheet.objects.filter(encounter=encounter, match=match).delete()
    if dropped:
        _log_and_notify("double_entry_discarded", encounter, match, by=by, at=at)


def _typist(by: Actor) -> User:
    assert by.user is not None, "a sheet is typed by somebody who signed in"
    return by.user


def _log_and_notify(
    action: str, encounter: Encounter, match: int, *, by: Actor, at: datetime, **more: Any
) -> None:
    tournament = encounter.stage.tournament
    after = {"match": match, **more}
    log_and_publish(action, by=by, at=at, tournament=tournament, subject=encounter.public_id, after=after)
