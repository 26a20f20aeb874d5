"""Tables of the room: their queues, their seats, their links."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EncounterState, SideLetter
from tournaments.formats.tables import spread_over_tables
from tournaments.models import Encounter, EncounterSide, SidesLink, Stage, Table, TableLink, Tournament

from . import counter, log
from .actor import Actor
from .refusals import Refused


class EncounterNotDecided(Refused):
    code = "encounter_not_decided"
    template = _("This encounter is not decided yet; the next one can't be called.")


class SeatsAreTaken(Refused):
    code = "seats_are_taken"
    template = _("The encounter has begun; nobody changes seats until it is over.")


def queue_encounters(*, stage: Stage) -> None:
    """Put a stage's encounters, round by round, behind what the tables have to play already."""
    tables = list(stage.tournament.tables.order_by("number"))
    encounters = list(
        stage.encounters.filter(table=None).order_by("round", "position", "group__position", "pk")
    )
    rounds = [list(members) for _number, members in groupby(encounters, key=lambda item: item.round)]
    placed = spread_over_tables([len(members) for members in rounds], len(tables))
    last = Counter(
        dict(
            Encounter.objects.filter(table__in=tables)
            .order_by("table")
            .values_list("table_id")
            .annotate(last=Max("queue_place"))
        )
    )
    for members, indexes in zip(rounds, placed, strict=True):
        for encounter, index in zip(members, indexes, strict=True):
            encounter.table = tables[index]
            last[tables[index].pk] += 1
            encounter.queue_place = last[tables[index].pk]
    Encounter.objects.bulk_update(encounters, ["table", "queue_place"])


def current_encounter(table: Table) -> Encounter | None:
    """The encounter whose hands the table's link enters: the first it has not left."""
    return (
        Encounter.objects.waiting_at_tables()
        .filter(table=table)
        .select_related("stage", "group", "table")
        .prefetch_related("sides__entrant__roster__player")
        .first()
    )


@transaction.atomic
def call_next_encounter(*, encounter: Encounter, by: Actor, at: datetime) -> None:
    """Leave a decided encounter, so that the table's link goes on to the next. Raises EncounterNotDecided."""
    held = Encounter.objects.select_for_update().get(pk=encounter.pk)
    if held.state != EncounterState.DECIDED:
        raise EncounterNotDecided
    if held.left_table_at is not None:
        return
    held.left_table_at = at
    held.save(update_fields=["left_table_at"])
    tournament = encounter.stage.tournament
    log.write("next_encounter_called", by=by, at=at, tournament=tournament, subject=encounter.public_id)
    counter.touch(tournament)


@transaction.atomic
def swap_partners(*, encounter: Encounter, letter: SideLetter, by: Actor, at: datetime) -> None:
    """Let the two players of a side change seats before the first hand. Raises SeatsAreTaken."""
    held = Encounter.objects.select_for_update().get(pk=encounter.pk)
    if held.state not in (EncounterState.READY, EncounterState.PENDING):
        raise SeatsAreTaken
    side = EncounterSide.objects.get(encounter=held, letter=letter)
    side.swapped = not side.swapped
    side.save(update_fields=["swapped"])
    tournament = encounter.stage.tournament
    log.write(
        "partners_swapped",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        after={"side": letter, "swapped": side.swapped},
    )
    counter.touch(tournament)


@transaction.atomic
def set_first_dealer(*, encounter: Encounter, seat: str, by: Actor, at: datetime) -> None:
    """Say which seat deals the first hand; whose turn it is later follows from that."""
    before = Encounter.objects.select_for_update().get(pk=encounter.pk).first_dealer
    if before == seat:
        return
    Encounter.objects.filter(pk=encounter.pk).update(first_dealer=seat)
    tournament = encounter.stage.tournament
    log.write(
        "dealer_named",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        before={"seat": before},
        after={"seat": seat},
    )
    counter.touch(tournament)


@transaction.atomic
def renew_link(*, table: Table, by: Actor, at: datetime) -> TableLink:
    """Revoke a table's link and give it a new one: phones that hold the old one can enter nothing more."""
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)  # two at once: one after the other
    table.links.filter(revoked_at=None).update(revoked_at=at)
    link = TableLink.objects.create(table=table, created_at=at)
    log.write("table_link_renewed", by=by, at=at, tournament=table.tournament, subject=table.public_id)
    counter.touch(table.tournament)
    return link


@transaction.atomic
def renew_sides_link(*, table: Table, by: Actor, at: datetime) -> SidesLink:
    """Revoke a table's second link and give it a new one, with another short code.

    Phones of players that hold the old one see and confirm nothing more; what they confirmed stands.
    """
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)  # two at once: one after the other
    table.sides_links.filter(revoked_at=None).update(revoked_at=at)
    link = SidesLink.objects.create(table=table, created_at=at)
    log.write("sides_link_renewed", by=by, at=at, tournament=table.tournament, subject=table.public_id)
    counter.touch(table.tournament)
    return link


@transaction.atomic
def remember_printed_address(*, tournament: Tournament, address: str, by: Actor, at: datetime) -> None:
    """Keep the address that the printed codes lead to, so that a later change of it is noticed."""
    before = tournament.codes_address
    if before == address:
        return
    Tournament.objects.filter(pk=tournament.pk).update(codes_address=address)
    tournament.codes_address = address
    log.write(
        "codes_printed",
        by=by,
        at=at,
        tournament=tournament,
        before={"address": before},
        after={"address": address},
    )
