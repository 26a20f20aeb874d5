"""Counters that live pages poll."""

from __future__ import annotations

from django.db import connection
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from tournaments.database.prepared_statements import prepared_cursor
from tournaments.enums import Visibility
from tournaments.erased_tournaments import TournamentErased
from tournaments.live.publish import publish_change
from tournaments.models import Encounter, Tournament

_TOURNAMENTS, _ENCOUNTERS = Tournament._meta.db_table, Encounter._meta.db_table  # noqa: SLF001 - the documented way
_COUNT_ENCOUNTER_SQL = f"UPDATE {_ENCOUNTERS} SET hand_changes = hand_changes + 1 WHERE id = %(encounter)s"  # noqa: S608 - constants only
_COUNT_TOURNAMENT_SQL = (
    f"UPDATE {_TOURNAMENTS} SET counter = counter + 1, hand_changes = hand_changes + 1"  # noqa: S608 - the same
    f" WHERE id = %(tournament)s AND visibility <> '{Visibility.ERASED}'"
)


def notify(tournament: Tournament) -> None:
    """The last write. Raises TournamentErased."""
    unswept_since = Coalesce("unswept_since", Now())
    not_erased = Tournament.objects.not_erased().filter(pk=tournament.pk)
    if not not_erased.update(counter=F("counter") + 1, unswept_since=unswept_since):
        raise TournamentErased
    publish_change(tournament)


def notify_hands(encounter: Encounter) -> None:
    """Count changed hands of encounter and tournament, without a sweep; notify pages.

    Caller locks the encounter. Raises TournamentErased.
    """
    params = {"encounter": encounter.pk, "tournament": encounter.stage.tournament_id}
    with prepared_cursor(connection) as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_COUNT_ENCOUNTER_SQL, params)
            cursor.execute(_COUNT_TOURNAMENT_SQL, params)
        else:
            cursor.execute(f"WITH hands AS ({_COUNT_ENCOUNTER_SQL}) {_COUNT_TOURNAMENT_SQL}", params)
        if not cursor.rowcount:
            raise TournamentErased
    publish_change(encounter.stage.tournament)


def notify_unchecked(tournament: Tournament) -> None:
    """Also of an erased tournament; lock its row until commit."""
    Tournament.objects.filter(pk=tournament.pk).update(counter=F("counter") + 1)
    publish_change(tournament)


def notify_standings(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(
        counter=F("counter") + 1, standings_changes=F("standings_changes") + 1
    )
    publish_change(tournament)


def mark_swept(tournament: Tournament) -> None:
    """Up to the state that was read."""
    without_sweep = F("hand_changes") + F("standings_changes")
    unchanged = Tournament.objects.filter(pk=tournament.pk, counter=without_sweep + tournament.other_changes)
    unchanged.exclude(unswept_since=None).update(unswept_since=None)
