from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.entrants.domain.entrant_log_rows import added_log_row, log_details, paid_log_row
from tournaments.enums import EntrantKind, TournamentState
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_all_and_publish, log_and_publish
from tournaments.models import Entrant, Player, Tournament
from tournaments.naming.names import MAX_NAME_LENGTH, fold, free_name
from tournaments.people.domain import rosters
from tournaments.people.domain.contact_details import add_phones
from tournaments.people.domain.namesakes import distinguish_newcomers
from tournaments.people.domain.pair_names import taken_names_in
from tournaments.people.domain.public_names import choose_public_names, current_choice
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.refusals import Refused, refuse_concurrent_change

MIN_PAIRS, MIN_SINGLES = 2, 4


class EntriesClosed(Refused):
    code = "entries_closed"
    template = _("The draw is made; entries are closed.")


class EntrantNameTaken(Refused):
    code = "entrant_name_taken"
    template = _("“%(name)s” is already on the list.")


class EntryListFull(Refused):
    code = "entry_list_full"
    template = _("The list has room for %(most)s, not for this many more.")


class WrongNumberOfPlayers(Refused):
    code = "wrong_number_of_players"
    template = _("“%(name)s” can't be entered: a pair has two players, in singles everyone plays alone.")


def min_entrants(kind: str) -> int:
    return MIN_SINGLES if kind == EntrantKind.SINGLES else MIN_PAIRS


@transaction.atomic
def add_entrant(
    *, tournament: Tournament, name: str, players: Sequence[str], by: Actor, at: datetime
) -> Entrant:
    return add_entrants(tournament=tournament, entries=[ListedEntrant(name, tuple(players))], by=by, at=at)[0]


@transaction.atomic
def add_entrants(
    *, tournament: Tournament, entries: Sequence[ListedEntrant], by: Actor, at: datetime
) -> list[Entrant]:
    """Enter all or none, with new players and phones.

    Raises EntriesClosed, EntryListFull, WrongNumberOfPlayers, EntrantNameTaken.
    """
    _lock_open_entry_list(tournament)
    return _store_entrants(tournament, entries, by=by, at=at)


@transaction.atomic
def put_back(
    *, tournament: Tournament, entry: ListedEntrant, public_id: UUID, by: Actor, at: datetime
) -> Entrant:
    """Enter a removed entrant under its old id, so that links to it work again. Raises as `add_entrants`."""
    _lock_open_entry_list(tournament)
    return _store_entrants(tournament, [entry], former_id=public_id, by=by, at=at)[0]


def add_late_entrant(*, tournament: Tournament, entry: ListedEntrant, by: Actor, at: datetime) -> Entrant:
    """Caller locks club and tournament.

    Raises EntryListFull, WrongNumberOfPlayers, EntrantNameTaken.
    """
    return _store_entrants(tournament, [entry], by=by, at=at)[0]


def _store_entrants(
    tournament: Tournament,
    entries: Sequence[ListedEntrant],
    *,
    former_id: UUID | None = None,
    by: Actor,
    at: datetime,
) -> list[Entrant]:
    """Insert entrants with players and payments, and log them. Raises as `add_entrants`."""
    counts = tournament.entrants.aggregate(last=Max("number"), listed=Count("pk"))
    _refuse_more_than_fit(counts["listed"] + len(entries))
    entries = _with_free_names(tournament, entries)
    players = rosters.store_players(tournament, entries)
    entrants = [
        _fill_entrant(
            Entrant(tournament=tournament, number=number, paid_at=at if entry.paid else None), entry, seated
        )
        for number, (entry, seated) in enumerate(
            zip(entries, players, strict=True), start=(counts["last"] or 0) + 1
        )
    ]
    if former_id is not None:
        entrants[0].public_id = former_id
    rosters.name_entrants(tournament, list(zip(entrants, players, strict=True)))
    Entrant.objects.bulk_create(entrants)
    rosters.store_rosters(zip(entrants, players, strict=True))
    rows = list(zip(entrants, entries, players, strict=True))
    returns = former_id is not None
    added = [added_log_row(tournament, *row, put_back=returns, by=by, at=at) for row in rows]
    paid = [
        paid_log_row(tournament, entrant, seated, by=by, at=at)
        for entrant, entry, seated in rows
        if entry.paid
    ]
    log_all_and_publish([*added, *paid])
    if len(entries) == 1:  # in a list “someone else” may only be the default
        distinguish_newcomers(rosters.declared_newcomers(entries[0], players[0]), by=by, at=at)
    seated = zip(entries, players, strict=True)
    phones = {
        player: phone for entry, pair in seated for player, phone in zip(pair, entry.phones, strict=False)
    }
    add_phones(club=tournament.club, phones=phones, by=by, at=at)
    return entrants


@transaction.atomic
def change_entrant(
    *,
    entrant: Entrant,
    entry: ListedEntrant,
    seen: ListedEntrant | None = None,
    by: Actor,
    at: datetime,
) -> None:
    """Before the draw.

    Ids count only for current players, except in answers, which rename a player everywhere. Raises as
    `add_entrants`, and NoNameLeft, NameUnreadable, ChangedMeanwhile.
    """
    tournament = entrant.tournament
    _lock_open_entry_list(tournament)
    refuse_concurrent_change(seen, entry_of(get_or_refuse(Entrant.objects, entrant.pk)))
    rosters.correct_names(entrant, entry, by=by, at=at)
    entrant.refresh_from_db(fields=["name", "full_name"])
    if entry.named:
        entry = replace(entry, name=entrant.real_name)
    (entry,) = _with_free_names(tournament, [entry], except_entrant=entrant)
    before, seated = entry_of(entrant), rosters.roster_players(entrant)
    summary = log_details(before, seated)
    seated_ids = [player.public_id for player in seated]
    entry = replace(entry, same=rosters.people_at_places(entry, seated))
    if entry.players != before.players and list(entry.same) != seated_ids:
        entrant.roster.all().delete()
        (seated,) = rosters.store_players(tournament, [replace(entry, shown=())])
        rosters.store_rosters([(entrant, seated)])
        distinguish_newcomers(rosters.declared_newcomers(entry, seated), by=by, at=at)
    log_and_publish(
        "entrant_changed",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before=summary,
        after=log_details(entry, seated),
    )
    _fill_entrant(entrant, entry, seated)
    entrant.save(update_fields=["name", "full_name", "club_name", "rating", "seed", "pot"])
    _apply_public_names(tournament, seated, entry, by=by, at=at)
    seated = rosters.roster_players(entrant)
    rosters.name_entrants(tournament, [(entrant, seated)])
    entrant.save(update_fields=["name", "full_name"])


@transaction.atomic
def remove_entrant(*, entrant: Entrant, by: Actor, at: datetime) -> None:
    """Delete it; nobody moves up. The log keeps what `put_back_entrant` needs.

    Raises EntriesClosed after the draw, RemovedMeanwhile.
    """
    tournament = entrant.tournament
    _lock_open_entry_list(tournament)
    current = get_or_refuse(Entrant.objects, entrant.pk)
    applications = current.applications.order_by("pk").values_list("public_id", flat=True)
    log_and_publish(
        "entrant_removed",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before={
            **log_details(entry_of(current), rosters.roster_players(current)),
            "paid": current.paid_at is not None,
            "applications": list(applications),
        },
    )
    entrant.delete()


def entry_of(entrant: Entrant) -> ListedEntrant:
    """Return the entry with real names, payment, and players' ids and public name choices."""
    roster = entrant.roster.select_related("player").order_by("place")
    return ListedEntrant(
        entrant.real_name,
        tuple(row.player.real_name for row in roster),
        entrant.club_name,
        entrant.rating,
        entrant.seed,
        entrant.pot,
        tuple(current_choice(row.player) for row in roster),
        tuple(row.player.public_id for row in roster),
        paid=entrant.paid_at is not None,
    )


def _lock_open_entry_list(tournament: Tournament) -> None:
    lock_club(tournament.club_id)
    if lock_rows(Tournament.objects).get(pk=tournament.pk).state != TournamentState.OPEN:
        raise EntriesClosed


def _refuse_more_than_fit(number: int) -> None:
    if number > MOST_ENTRANTS:
        raise EntryListFull(most=MOST_ENTRANTS)


def _with_free_names(
    tournament: Tournament, entries: Sequence[ListedEntrant], except_entrant: Entrant | None = None
) -> list[ListedEntrant]:
    """Replace empty names; raise EntrantNameTaken, also for duplicates in `entries`, WrongNumberOfPlayers."""
    present = taken_names_in(tournament, except_entrant=except_entrant)
    player_count = 1 if tournament.kind == EntrantKind.SINGLES else 2
    named = []
    for entry in entries:
        if len(entry.players) != player_count:
            raise WrongNumberOfPlayers(name=entry.name or ", ".join(entry.players))
        named.append(replace(entry, name=entry.name or free_name(entry.players, present)[:MAX_NAME_LENGTH]))
        name = named[-1].name
        if fold(name) in present:
            raise EntrantNameTaken(name=name)
        present.add(fold(name))
    return named


def _fill_entrant(entrant: Entrant, entry: ListedEntrant, players: Sequence[Player]) -> Entrant:
    name = entry.entrant_name(players)
    if name != entrant.real_name:
        entrant.name, entrant.full_name = name, ""
    entrant.club_name = entry.club
    entrant.rating, entrant.seed, entrant.pot = entry.rating, entry.seed, entry.pot
    return entrant


def _apply_public_names(
    tournament: Tournament, players: Sequence[Player], entry: ListedEntrant, *, by: Actor, at: datetime
) -> None:
    places = enumerate(players, start=1)
    chosen = {player: shown for place, player in places if (shown := entry.public_name_at(place))}
    if chosen:
        choose_public_names(tournament=tournament, choices=chosen, by=by, at=at)
