"""Entrants who leave a table of four: pass on the place before play, rank it last after."""

from __future__ import annotations

import json
from datetime import datetime

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from scoring.ledger.encounter_state import read_play
from scoring.ledger.rulebooks import rules_of
from scoring.models import EntrySeat
from scoring.play.walkovers import decide_without_hands
from tournaments.enums import SINGLES_KINDS, EncounterState, EntrantState, StageKind
from tournaments.models import Encounter, EncounterSide, Entrant, LogRow
from tournaments.people.domain.logged_names import logged_name_of
from tournaments.play import advancing
from tournaments.refusals import Refused
from tournaments.schedule import bracket_slots
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.change import Change

THIRD = 3


class PlaceWasTaken(Refused):
    code = "place_was_taken"
    template = _("Someone else already plays in place of %(name)s, so this can't be undone.")


def pass_on_places(leaver: Entrant, *, at: datetime) -> list[dict[str, object]]:
    """Give the leaver's places at ready tables to the previous round's best thirds; return log records.

    Decides tables that need no play. The caller holds the tournament lock.
    """
    waiting = EncounterSide.objects.filter(
        entrant=leaver,
        encounter__stage__kind=StageKind.TABLES,
        encounter__state=EncounterState.READY,
        encounter__annulled_at=None,
    )
    passed_on: list[dict[str, object]] = []
    for side in waiting.select_related("encounter__stage", "from_encounter"):
        third = _best_third(side.encounter)
        if third is not None:
            passed_on.append(_passed_place(side, third))
            side.entrant, side.from_encounter, side.from_place = third.entrant, third.encounter, THIRD
            side.save(update_fields=["entrant", "from_encounter", "from_place"])
            bracket_slots.decide_without_play(side.encounter, at=at)
    return passed_on


def rank_remaining_sides(encounter: Encounter, leaver: Entrant, *, change: Change) -> None:
    """Rank those present by points paid, fewest first, then those who left.

    Leaves it to the organizer before the first hand, unless decided without play, and if points are level
    in a knock-out. Raises LaterPlayAffected. The caller holds the tournament lock.
    """
    if encounter.state != EncounterState.PLAYING:
        if bracket_slots.decide_without_play(encounter, at=change.at):
            advancing.fill_fed_slots(encounter, change=change)
        return
    play = read_play(encounter, rules_of(encounter.stage.tournament.rule_book))
    totals = play.current.result.totals
    sides = encounter.sides.exclude(entrant=None).select_related("entrant").order_by("letter")
    present = [side for side in sides if side.entrant and not side.entrant.has_left]
    absent = [side for side in sides if side not in present]
    paid = [totals.get(side.letter, 0) for side in present]
    if len(set(paid)) < len(paid) and encounter.stage.kind == StageKind.TABLES:
        return
    order = sorted(present, key=lambda side: totals.get(side.letter, 0)) + absent
    places = {side.letter: place for place, side in enumerate(order, start=1)}
    decide_without_hands(encounter, winner=order[0].letter, places=places, change=change)


def return_places(leaver: Entrant) -> None:
    """Undo `pass_on_places` from the log. Raises PlaceWasTaken if begun or annulled.

    The caller holds the tournament lock.
    """
    departure_row = (
        LogRow.objects.filter(action="entrant_left", subject=str(leaver.public_id)).order_by("pk").last()
    )
    for place in json.loads(departure_row.after)["places"] if departure_row and departure_row.after else ():
        sides = EncounterSide.objects.select_related("encounter__stage")
        side = sides.filter(encounter__public_id=place["encounter"], letter=place["side"]).first()
        if side is None or side.encounter.annulled_at is not None or has_begun(side.encounter):
            raise PlaceWasTaken(name=leaver.name)
        before = Encounter.objects.filter(public_id=place["from"]).first() if place["from"] else None
        side.entrant, side.from_encounter, side.from_place = leaver, before, place["from_place"]
        side.save(update_fields=["entrant", "from_encounter", "from_place"])


def open_waiting_tables(entrant: Entrant, *, at: datetime) -> None:
    """Let tables begin that only waited because the entrant had left. The caller holds the lock."""
    waiting = Encounter.objects.undecided().filter(
        sides__entrant=entrant, stage__kind__in=SINGLES_KINDS, state=EncounterState.PENDING
    )
    for encounter in waiting.select_related("stage").order_by("pk"):
        bracket_slots.decide_without_play(encounter, at=at)


def _best_third(encounter: Encounter) -> EncounterSide | None:
    """Return which third of the previous round, still playing and without a later place, paid least."""
    earlier_sides = EncounterSide.objects.filter(
        encounter__stage=encounter.stage, encounter__annulled_at=None, entrant__state=EntrantState.PLAYING
    )
    already_placed = earlier_sides.filter(encounter__round__gte=encounter.round).values("entrant")
    thirds = earlier_sides.filter(encounter__round=encounter.round - 1, place=THIRD).exclude(
        entrant__in=already_placed
    )
    candidates = list(thirds.select_related("encounter", "entrant"))
    return min(candidates, key=lambda side: (_paid(side), side.pk), default=None)


def _paid(side: EncounterSide) -> int:
    seats = EntrySeat.objects.filter(
        entry__current_of__match__encounter=side.encounter, entry__void=False, side=side.letter
    )
    return seats.aggregate(total=Sum("points"))["total"] or 0


def _passed_place(side: EncounterSide, third: EncounterSide) -> dict[str, object]:
    return {
        "encounter": str(side.encounter.public_id),
        "side": side.letter,
        "from": str(side.from_encounter.public_id) if side.from_encounter else "",
        "from_place": side.from_place,
        "to": logged_name_of(third.entrant) if third.entrant else "",
    }
