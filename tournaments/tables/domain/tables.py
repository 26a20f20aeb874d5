from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.access.tables import require_keeper_name
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.enums import DecidedBy, EncounterState, SideLetter
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, EncounterSide, SidesLink, Table, TableLink, Tournament
from tournaments.refusals import Refused
from tournaments.tables.domain.current_encounter import first_encounter_at


class EncounterNotDecided(Refused):
    code = "encounter_not_decided"
    template = _("This encounter is not decided yet; the next one can't be called.")


class SeatsAreTaken(Refused):
    code = "seats_are_taken"
    template = _("The encounter has begun; seats can't change until it is over.")


class EncounterNotInPlay(Refused):
    code = "encounter_not_in_play"
    template = _(
        "This encounter is not being played now; before its first hand, the table itself changes seats."
    )


def current_encounter(table: Table) -> Encounter | None:
    return first_encounter_at(table)


def decided_encounter(table: Table, public_id: str) -> Encounter | None:
    """Return None once the table has left it."""
    decided = _encounters_at_table(table).filter(state=EncounterState.DECIDED)
    return next((encounter for encounter in decided if str(encounter.public_id) == public_id), None)


def last_decided_encounter(table: Table) -> Encounter | None:
    """Return the last one decided by play at this table."""
    decided = Encounter.objects.not_annulled().filter(table=table, state=EncounterState.DECIDED)
    played = decided.exclude(decided_by=DecidedBy.BYE).prefetch_related("sides__entrant")
    return played.order_by("-decided_at", "-pk").first()


def _encounters_at_table(table: Table) -> QuerySet[Encounter]:
    waiting = Encounter.objects.in_table_queues().filter(table=table)
    related = waiting.annotate_replaces().select_related("stage", "group", "table")
    return related.prefetch_related("sides__entrant__roster__player")


@transaction.atomic
def call_next_encounter(*, encounter: Encounter, by: Actor, at: datetime) -> None:
    """Store and log that a decided encounter leaves its table; a repeat changes nothing.

    Raises EncounterNotDecided, TournamentCancelled, KeeperNameMissing.
    """
    require_keeper_name(by)
    locked = get_or_refuse(lock_rows(Encounter.objects), encounter.pk)
    encounter.stage.tournament.require_not_cancelled()
    if locked.state != EncounterState.DECIDED:
        raise EncounterNotDecided
    if locked.left_table_at is not None:
        return
    locked.left_table_at = at
    locked.save(update_fields=["left_table_at"])
    tournament = encounter.stage.tournament
    log_and_publish("next_encounter_called", by=by, at=at, tournament=tournament, subject=encounter.public_id)


@transaction.atomic
def swap_partners(*, encounter: Encounter, letter: SideLetter, by: Actor, at: datetime) -> None:
    """Raise SeatsAreTaken after the first hand, TournamentCancelled, KeeperNameMissing."""
    require_keeper_name(by)
    locked = get_or_refuse(lock_rows(Encounter.objects), encounter.pk)
    encounter.stage.tournament.require_not_cancelled()
    if locked.state not in (EncounterState.READY, EncounterState.PENDING):
        raise SeatsAreTaken
    _swap_side(locked, encounter.stage.tournament, letter, by=by, at=at)


@transaction.atomic
def swap_partners_in_play(*, encounter: Encounter, letter: SideLetter, by: Actor, at: datetime) -> None:
    """Stored hands don't change; a hand with the previous seats is refused. Raises EncounterNotInPlay."""
    locked = get_or_refuse(lock_rows(Encounter.objects), encounter.pk)
    if locked.state != EncounterState.PLAYING or locked.annulled_at is not None:
        raise EncounterNotInPlay
    _swap_side(locked, encounter.stage.tournament, letter, by=by, at=at)


def _swap_side(
    encounter: Encounter, tournament: Tournament, letter: SideLetter, *, by: Actor, at: datetime
) -> None:
    """Let the side's partners change seats, or back; log it."""
    side = EncounterSide.objects.get(encounter=encounter, letter=letter)
    side.swapped = not side.swapped
    side.save(update_fields=["swapped"])
    log_and_publish(
        "partners_swapped",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        after={"side": letter, "swapped": side.swapped},
    )


@transaction.atomic
def set_first_dealer(*, encounter: Encounter, seat: str, by: Actor, at: datetime) -> None:
    """Set the dealer's seat; only a change is stored and logged.

    Raises TournamentCancelled, KeeperNameMissing.
    """
    require_keeper_name(by)
    encounter.stage.tournament.require_not_cancelled()
    before = get_or_refuse(lock_rows(Encounter.objects), encounter.pk).first_dealer
    if before == seat:
        return
    Encounter.objects.filter(pk=encounter.pk).update(first_dealer=seat)
    tournament = encounter.stage.tournament
    log_and_publish(
        "dealer_named",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        before={"seat": before},
        after={"seat": seat},
    )


@transaction.atomic
def renew_link(*, table: Table, by: Actor, at: datetime) -> TableLink:
    """Phones with the old link can enter nothing more."""
    get_or_refuse(lock_rows(Table.objects), table.pk)  # serializes two simultaneous requests
    table.links.filter(revoked_at=None).update(revoked_at=at)
    link = TableLink.objects.create(table=table, created_at=at)
    log_and_publish("table_link_renewed", by=by, at=at, tournament=table.tournament, subject=table.public_id)
    return link


@transaction.atomic
def renew_players_link(*, table: Table, by: Actor, at: datetime) -> SidesLink:
    """Also renew the short code; confirmations stay valid."""
    get_or_refuse(lock_rows(Table.objects), table.pk)  # serializes two simultaneous requests
    table.sides_links.filter(revoked_at=None).update(revoked_at=at)
    link = SidesLink.objects.create(table=table, created_at=at)
    log_and_publish("sides_link_renewed", by=by, at=at, tournament=table.tournament, subject=table.public_id)
    return link


@transaction.atomic
def keep_codes(*, tournament: Tournament, keep: bool, by: Actor, at: datetime) -> None:
    """Otherwise the codes end with the last day."""
    changed = Tournament.objects.filter(pk=tournament.pk).exclude(codes_kept=keep).update(codes_kept=keep)
    if not changed:
        return
    if keep:
        log_and_publish("codes_kept", by=by, at=at, tournament=tournament)
    else:
        log_and_publish("codes_not_extended", by=by, at=at, tournament=tournament)


@transaction.atomic
def remember_printed_address(*, tournament: Tournament, address: str, by: Actor, at: datetime) -> None:
    """Store the site's address in printed codes; only a change is stored and logged."""
    before = tournament.codes_address
    if before == address:
        return
    Tournament.objects.filter(pk=tournament.pk).update(codes_address=address)
    tournament.codes_address = address
    log_and_publish(
        "codes_printed",
        by=by,
        at=at,
        tournament=tournament,
        before={"address": before},
        after={"address": address},
    )
