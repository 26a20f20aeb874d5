"""Merging people, and anonymizing them in the ledger: results and hashes contain no names and stay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.db import transaction

from scoring.models import (
    Call,
    Entry,
    EntrySeat,
    Notice,
    RoundClock,
    WithheldReason,
)
from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.enums import Visibility
from tournaments.live import counters
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Club, Entrant, Player, Table, Tournament
from tournaments.naming.name_finder import NameFinder
from tournaments.people.domain import anonymization, merging
from tournaments.people.domain.aliases import former_names
from tournaments.people.domain.anonymization import NamingText, RenamedEntrant, erase_columns
from tournaments.people.domain.merging import MergeResult


@transaction.atomic
def merge(*, alias: Player, person: Player, by: Actor, at: datetime) -> MergeResult:
    """Merge people who never shared a hand. Raises what `tournaments` `merging.merge` raises."""
    lock_club(person.club_id)
    together = _shared_tournaments(alias, person)
    return merging.merge(alias=alias, person=person, by=by, at=at, shared_tournaments=together)


def _shared_tournaments(alias: Player, person: Player) -> list[Tournament]:
    """Return tournaments in which both people, aliases included, sat in one hand, newest first."""
    alias_seats, person_seats = (
        EntrySeat.objects.filter(player__in=Player.objects.of_person(row).values("pk"))
        for row in (get_or_refuse(Player.objects, player.pk) for player in (alias, person))
    )
    shared_seats = alias_seats.filter(entry__in=person_seats.values("entry"))
    tournaments = Tournament.objects.filter(
        stages__encounters__matches__hands__entries__in=shared_seats.values("entry")
    )
    return list(tournaments.distinct().newest_first())


@dataclass(frozen=True)
class AnonymizedPlayer:
    """`texts` and log rows (`log_keys`) are erased; `reasons` are hashed, so they are only withheld."""

    player: Player
    tournaments: Sequence[Tournament]
    pairs: Sequence[RenamedEntrant]
    texts: Sequence[NamingText]
    log_keys: Collection[int]
    reasons: Sequence[NamingText]


@transaction.atomic
def make_anonymous(
    *, player: Player, by: Actor, at: datetime, tournament: Tournament | None = None
) -> AnonymizedPlayer:
    """Remove a person's name and aliases everywhere; this can't be undone.

    Results, draws and hashes stay. Each alias gets its own number and log row (of `tournament`), so that
    nothing links their play. Locks the club, its calls, tables and tournaments; pages are notified. Raises
    AlreadyAnonymous.
    """
    _lock_club_rows(player.club_id)
    rows = list(Player.objects.of_person(get_or_refuse(Player.objects, player.pk)).order_by("-pk"))
    rows.sort(key=lambda row: row != player)
    former = former_names(rows)
    done = [_make_one_anonymous(row, former, by=by, at=at, tournament=tournament) for row in rows]
    tournaments = {
        tournament_played.pk: tournament_played
        for anonymised in done
        for tournament_played in anonymised.tournaments
    }
    for tournament_played in tournaments.values():
        if tournament_played.visibility != Visibility.ERASED:
            counters.notify(tournament_played)
    return AnonymizedPlayer(
        done[0].player,
        list(tournaments.values()),
        [pair for anonymised in done for pair in anonymised.pairs],
        [text for anonymised in done for text in anonymised.texts],
        {key for anonymised in done for key in anonymised.log_keys},
        [reason for anonymised in done for reason in anonymised.reasons],
    )


def _make_one_anonymous(
    player: Player, former: Collection[str], *, by: Actor, at: datetime, tournament: Tournament | None
) -> AnonymizedPlayer:
    """Erase names and typed texts with them; withhold reasons and log.

    Raises AlreadyAnonymous.
    """
    seats = EntrySeat.objects.filter(player=player)
    sides = Entrant.objects.filter(encounter_sides__encounter__matches__hands__entries__seats__in=seats)
    erased = anonymization.erase_player(
        player=player, entrants=sides.distinct().order_by("pk"), by=by, at=at, former=former
    )
    club = erased.player.club
    texts = [*erased.texts, *_erase_typed_texts(club, erased.name_finder)]
    reasons = _withhold_reasons(club, erased.name_finder)
    log_and_publish(
        "player_anonymized",
        by=by,
        at=at,
        club=club,
        tournament=tournament,
        subject=erased.player.public_id,
        after={"number": erased.player.anonymous_as} | audit_log.overwritten_digests(erased.rows),
    )
    anonymization.lock_log(erased.player)
    return AnonymizedPlayer(
        erased.player, _tournaments(erased.player), erased.pairs, texts, erased.rows.keys(), reasons
    )


def _erase_typed_texts(club: Club, finder: NameFinder) -> list[NamingText]:
    calls = Call.objects.filter(table__tournament__club=club).select_related("table__tournament")
    notices = Notice.objects.filter(tournament__club=club).select_related("tournament")
    clocks = RoundClock.objects.filter(tournament__club=club).select_related("tournament")
    return [
        *erase_columns(calls, ["question", "answer"], finder, attrgetter("table.tournament")),
        *erase_columns(notices, ["text"], finder, attrgetter("tournament")),
        *erase_columns(clocks, ["title"], finder, attrgetter("tournament")),
    ]


def _lock_club_rows(club: int) -> None:
    """Lock the club, then its calls, tables and tournaments, each kind by primary key.

    Starts over until no row was added meanwhile. Needs a transaction.
    """
    lock_club(club)
    kinds = (
        Call.objects.filter(table__tournament__club=club),
        Table.objects.filter(tournament__club=club),
        Tournament.objects.filter(club=club),
    )
    # Creators of new rows may wait for the same tournament; then all locks are released and taken again.
    complete = False
    while not complete:
        with transaction.atomic():
            locked = [set(lock_rows(rows).order_by("pk").values_list("pk", flat=True)) for rows in kinds]
            complete = locked == [set(rows.values_list("pk", flat=True)) for rows in kinds]
            transaction.set_rollback(not complete)


def _withhold_reasons(club: Club, finder: NameFinder) -> list[NamingText]:
    """Mark reasons of the club's entries that contain the name as withheld, unchanged; return them."""
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament__club=club, withheld=None)
    related = entries.exclude(reason="").select_related("hand__match__encounter__stage__tournament")
    naming = [entry for entry in related.order_by("pk") if finder.finds(entry.reason)]
    WithheldReason.objects.bulk_create(WithheldReason(entry=entry) for entry in naming)
    return [NamingText(entry, entry.reason, entry.hand.match.encounter.stage.tournament) for entry in naming]


def _tournaments(player: Player) -> list[Tournament]:
    played = Tournament.objects.filter(entrants__roster__player=player) | Tournament.objects.filter(
        stages__encounters__matches__hands__entries__seats__player=player
    )
    return list(played.not_erased().distinct().newest_first())
