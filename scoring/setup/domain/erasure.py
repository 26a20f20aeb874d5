"""Erasing a tournament without recorded play.

Its rows and log entries stay, with numbers instead of names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, Q, Value
from django.db.models.functions import Cast, Concat

from scoring.ledger.locks import lock_even_if_cancelled
from scoring.models import Call, EntrySeat, Notice, RoundClock
from scoring.setup.domain.visibility import WasPlayed, was_played
from tournaments.accounts.domain.club_members import lock_club
from tournaments.calendar_revisions import revise_tournament
from tournaments.database.row_locks import lock_rows
from tournaments.enums import Visibility
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, EntrantPlayer, Keeper, LogRow, Player, Table, Tournament
from tournaments.naming.name_finder import ERASED
from tournaments.people.domain import entry_drafts
from tournaments.people.domain.anonymization import anonymize_tournament_players
from tournaments.people.domain.logged_names import player_ids
from tournaments.signup.domain import notifications
from tournaments.signup.domain.forget_contacts import delete_applicant_data


@transaction.atomic
def erase(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Hide for good and remove every name typed in it; notify applicants.

    People without another tournament become anonymous; all the club's entry drafts are deleted. Raises
    WasPlayed, TournamentErased.
    """
    locked = _lock(tournament)
    if was_played(locked):
        raise WasPlayed
    notifications.notify_removed(locked, at=at)
    rows = anonymize_tournament_players(
        players=find_players_only_here(locked), tournament=locked, by=by, at=at
    )
    _remove_texts(locked)
    delete_applicant_data(locked, at=at)
    entry_drafts.delete_drafts(locked.club)
    revise_tournament(locked, at=at)
    after = audit_log.overwritten_digests(rows) or None
    log_and_publish("tournament_erased", by=by, at=at, tournament=locked, after=after)
    locked.visibility = Visibility.ERASED
    locked.name, locked.venue = ERASED, ""
    locked.cancelled_because = ERASED if locked.cancelled else ""
    locked.save(update_fields=["visibility", "name", "venue", "cancelled_because"])


def find_players_only_here(tournament: Tournament) -> Sequence[Player]:
    """Return people ever on its list without a hand or another, unerased tournament, and their aliases."""
    other_tournaments = Tournament.objects.not_erased().exclude(pk=tournament.pk)
    rows = Player.objects.filter(club=tournament.club_id, anonymous_as=None)
    listed_here = Q(rosters__entrant__tournament=tournament) | Q(public_id__in=set(_named_in_log(tournament)))
    people = {row.same_as_id or row.pk for row in rows.filter(listed_here)}
    same_person = Q(player=OuterRef("pk")) | Q(player__same_as=OuterRef("pk"))
    elsewhere = EntrantPlayer.objects.filter(same_person, entrant__tournament__in=other_tournaments)
    only_here = (
        rows.filter(pk__in=people)
        .exclude(Exists(elsewhere))
        .exclude(Exists(EntrySeat.objects.filter(same_person)))
    )
    return list(rows.filter(Q(pk__in=only_here) | Q(same_as__in=only_here)).order_by("pk"))


def _named_in_log(tournament: Tournament) -> Iterator[UUID]:
    """Yield public ids of all people ever on its list."""
    for texts in LogRow.objects.filter(tournament=tournament).values_list("before", "after"):
        for text in filter(None, texts):
            yield from player_ids(json.loads(text))


def _lock(tournament: Tournament) -> Tournament:
    """Lock club, calls, encounters, tables and tournament in the order of `docs/decisions/locks.md`."""
    lock_club(tournament.club_id)
    for rows in (
        Call.objects.filter(table__tournament=tournament),
        Encounter.objects.filter(stage__tournament=tournament),
        Table.objects.filter(tournament=tournament),
    ):
        list(lock_rows(rows).order_by("pk"))
    return lock_even_if_cancelled(tournament)


def _remove_texts(tournament: Tournament) -> None:
    number = Concat(Value(ERASED), Cast(F("number"), CharField()))
    tournament.entrants.update(name=number, full_name="", club_name="")
    Keeper.objects.filter(table__tournament=tournament).update(name=ERASED)
    Notice.objects.filter(tournament=tournament).update(text=ERASED)
    RoundClock.objects.filter(tournament=tournament).update(title="")
    Call.objects.filter(table__tournament=tournament).exclude(question="").update(question=ERASED)
    Call.objects.filter(table__tournament=tournament).exclude(answer="").update(answer=ERASED)
