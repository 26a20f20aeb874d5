from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.hands import Report
from scoring.ledger.locks import lock_encounter
from scoring.models import TypedSheet
from scoring.play.recording import record_hand
from tournaments.enums import EncounterState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Tournament, User
from tournaments.refusals import Refused

TYPISTS = 2


class SecondTypingMissing(Refused):
    code = "second_typing_wanted"
    template = _("Two people must type this sheet before it is stored.")


class TypedTwiceAlready(Refused):
    code = "typed_twice_already"
    template = _("Two people have already typed this sheet. Compare the two versions.")


class NotTypedTwice(Refused):
    code = "not_typed_twice"
    template = _("Double entry was not requested for this sheet.")


@dataclass(frozen=True)
class TypedHand:
    deal: int
    report: Report
    entry_key: str


@dataclass
class Stored:
    deals: list[int] = field(default_factory=list)
    refused_deal: int | None = None
    refusal: Refused | None = None


@dataclass(frozen=True)
class DoubleEntry:
    """`twice`: double entry is required; `finished` are the complete typings."""

    twice: bool
    finished: Sequence[TypedSheet]

    @property
    def complete(self) -> bool:
        return len(self.finished) >= TYPISTS

    def by(self, user: User) -> TypedSheet | None:
        return next((sheet for sheet in self.finished if sheet.user_id == user.pk), None)


def double_entry_of(encounter: Encounter, match: int) -> DoubleEntry:
    sheets = list(
        TypedSheet.objects.filter(encounter=encounter, match=match).select_related("user").order_by("pk")
    )
    return _typing(sheets)


def double_entries_of(tournament: Tournament) -> dict[int, dict[int, DoubleEntry]]:
    """Return each pending double entry by encounter and match, in one query."""
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
) -> Stored:
    """Record hands in order until one is refused; earlier ones stay stored.

    Safe to repeat with the same keys. If the hands are `all_hands`, finished typings are deleted. Raises
    SecondTypingMissing.
    """
    double_entry = double_entry_of(encounter, match)
    if double_entry.twice and not double_entry.complete:
        raise SecondTypingMissing
    stored = Stored()
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
    if all_hands and double_entry.twice:
        TypedSheet.objects.filter(encounter=encounter, match=match).delete()
    return stored


@transaction.atomic
def require_double_entry(*, encounter: Encounter, match: int, by: Actor, at: datetime) -> None:
    """Safe to repeat. Raises EncounterGone."""
    encounter = lock_encounter(encounter)
    if double_entry_of(encounter, match).twice:
        return
    TypedSheet.objects.create(encounter=encounter, match=match, user=_typist(by), typed_at=at)
    _log_and_notify("second_typing_asked", encounter, match, by=by, at=at)


@transaction.atomic
def store_typing(
    *, encounter: Encounter, match: int, rows: Sequence[dict[str, Any]], by: Actor, at: datetime
) -> TypedSheet:
    """Store one person's typing; it replaces that person's earlier one.

    Raises NotTypedTwice, TypedTwiceAlready, EncounterGone.
    """
    encounter, user = lock_encounter(encounter), _typist(by)
    double_entry = double_entry_of(encounter, match)
    if not double_entry.twice:
        raise NotTypedTwice
    if double_entry.complete:
        raise TypedTwiceAlready
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
    """Delete all typings and no longer require two. Raises EncounterGone."""
    encounter = lock_encounter(encounter)
    dropped, _each = TypedSheet.objects.filter(encounter=encounter, match=match).delete()
    if dropped:
        _log_and_notify("typed_sheets_dropped", encounter, match, by=by, at=at)


def _typist(by: Actor) -> User:
    assert by.user is not None, "a sheet is typed by somebody who signed in"
    return by.user


def _log_and_notify(
    action: str, encounter: Encounter, match: int, *, by: Actor, at: datetime, **more: Any
) -> None:
    tournament = encounter.stage.tournament
    after = {"match": match, **more}
    audit_log.write(action, by=by, at=at, tournament=tournament, subject=encounter.public_id, after=after)
