from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.hands import Report
from scoring.ledger.locks import lock_encounter
from scoring.ledger.refusals import HandAlreadyRecorded
from scoring.models import Match, TypedSheet
from scoring.play.recording import record_hand
from tournaments.enums import EncounterState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Tournament, User
from tournaments.refusals import Refused

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
class DoubleEntry:
    """The sheets of a match in order of their typists' first row; required once there is one."""

    sheets: Sequence[TypedSheet]

    @property
    def is_required(self) -> bool:
        return bool(self.sheets)

    @property
    def finished_sheets(self) -> Sequence[TypedSheet]:
        return [sheet for sheet in self.sheets if sheet.finished][:TYPISTS]

    @property
    def is_complete(self) -> bool:
        return len(self.finished_sheets) == TYPISTS

    def sheet_by(self, user: User) -> TypedSheet | None:
        return next((sheet for sheet in self.sheets if sheet.user_id == user.pk), None)


def read_double_entry(encounter: Encounter, match: int) -> DoubleEntry:
    sheets = TypedSheet.objects.filter(encounter=encounter, match=match).select_related("user")
    return DoubleEntry(list(sheets.order_by("pk")))


def read_double_entries(tournament: Tournament) -> dict[int, dict[int, DoubleEntry]]:
    """Return pending ones by encounter and match, in one query."""
    sheets = TypedSheet.objects.filter(encounter__stage__tournament=tournament)
    undecided = sheets.exclude(encounter__state=EncounterState.DECIDED)
    by_encounter: dict[int, dict[int, DoubleEntry]] = {}
    place = attrgetter("encounter_id", "match")
    for (encounter, match), match_sheets in groupby(undecided.order_by("encounter", "match", "pk"), place):
        by_encounter.setdefault(encounter, {})[match] = DoubleEntry(list(match_sheets))
    return by_encounter


@transaction.atomic
def require_double_entry(*, encounter: Encounter, match: int, by: Actor, at: datetime) -> None:
    """Require that two users type the match, and log it; safe to repeat. Raises EncounterGone."""
    encounter = lock_encounter(encounter)
    if read_double_entry(encounter, match).is_required:
        return
    TypedSheet.objects.create(encounter=encounter, match=match, user=_typist(by), typed_at=at)
    _log_and_notify("double_entry_requested", encounter, match, by=by, at=at)


@transaction.atomic
def keep_typed_row(
    *, encounter: Encounter, match: int, deal: int, report: Report, by: Actor, at: datetime
) -> None:
    """Keep a typed hand, which the rules must allow, in place of an earlier one of its deal.

    If two have finished, both sheets take it: it settles a difference. Raises DoubleEntryNotRequested,
    EncounterGone.
    """
    encounter, user = lock_encounter(encounter), _typist(by)
    double_entry = read_double_entry(encounter, match)
    if not double_entry.is_required:
        raise DoubleEntryNotRequested
    sheets = double_entry.finished_sheets
    if not double_entry.is_complete:
        own = double_entry.sheet_by(user)
        sheets = [own or TypedSheet(encounter=encounter, match=match, user=user)]
    for sheet in sheets:
        sheet.rows[str(deal)] = report.to_json()
        sheet.typed_at = at
        sheet.save()


@transaction.atomic
def finish_typing(*, encounter: Encounter, match: int, by: Actor, at: datetime) -> None:
    """End the user's typing, and log it.

    Raises DoubleEntryNotRequested without rows, DoubleEntryComplete, EncounterGone.
    """
    encounter, user = lock_encounter(encounter), _typist(by)
    double_entry = read_double_entry(encounter, match)
    sheet = double_entry.sheet_by(user)
    if sheet is None or not sheet.rows:
        raise DoubleEntryNotRequested
    if double_entry.is_complete:
        raise DoubleEntryComplete
    sheet.finished = True
    sheet.save()
    _log_and_notify("sheet_typed", encounter, match, by=by, at=at, hands=len(sheet.rows))


def store_typed_hands(
    *, encounter: Encounter, match: int, reports: Mapping[int, Report], by: Actor, at: datetime
) -> None:
    """Record the compared hands by deal, each once, to the end of the match; then delete both typings.

    A refusal leaves the hands before it stored, and the typings. Raises DoubleEntryIncomplete and what
    `record_hand` raises.
    """
    if not read_double_entry(encounter, match).is_complete:
        raise DoubleEntryIncomplete
    won = Match.objects.filter(encounter=encounter, number=match).exclude(winner=None)
    for deal, report in sorted(reports.items()):
        if won.exists():
            break
        key = uuid.uuid5(encounter.public_id, f"{match} {deal} {report.to_json()}")
        try:
            record_hand(
                encounter=encounter,
                match=match,
                deal=deal,
                report=report,
                entry_key=str(key),
                by=by,
                at=at,
            )
        except HandAlreadyRecorded as refusal:
            if refusal.entry.report != report.to_json():
                raise
    TypedSheet.objects.filter(encounter=encounter, match=match).delete()


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
