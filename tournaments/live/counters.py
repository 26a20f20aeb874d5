"""Counters that live pages poll."""

from __future__ import annotations

from django.db import connection
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from tournaments.database.prepared_statements import prepared_cursor
from tournaments.enums import Visibility
from tournaments.erased import TournamentErased
from tournaments.live.publish import publish_change
from tournaments.models import Encounter, Tournament

_TOURNAMENTS, _ENCOUNTERS = Tournament._meta.db_table, Encounter._meta.db_table  # noqa: SLF001 - the documented way
_OF_ENCOUNTER = f"UPDATE {_ENCOUNTERS} SET hands_told = hands_told + 1 WHERE id = %(encounter)s"  # noqa: S608 - constants only
_OF_TOURNAMENT = (
    f"UPDATE {_TOURNAMENTS} SET counter = counter + 1, hands_told = hands_told + 1"  # noqa: S608 - the same
    f" WHERE id = %(tournament)s AND visibility <> '{Visibility.ERASED}'"
)


def notify(tournament: Tournament) -> None:
    """The last write. Raises TournamentErased if it was erased after the rights check."""
    stirred_at = Coalesce("stirred_at", Now())
    not_erased = Tournament.objects.standing().filter(pk=tournament.pk)
    if not not_erased.update(counter=F("counter") + 1, stirred_at=stirred_at):
        raise TournamentErased
    publish_change(tournament)


def notify_hands(encounter: Encounter) -> None:
    """It needs no sweep. The caller holds the encounter."""
    params = {"encounter": encounter.pk, "tournament": encounter.stage.tournament_id}
    with prepared_cursor(connection) as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_OF_ENCOUNTER, params)
            cursor.execute(_OF_TOURNAMENT, params)
        else:
            cursor.execute(f"WITH hands AS ({_OF_ENCOUNTER}) {_OF_TOURNAMENT}", params)
        if not cursor.rowcount:
            raise TournamentErased
    publish_change(encounter.stage.tournament)


def notify_unchecked(tournament: Tournament) -> None:
    """Notify also of an erased tournament; its row is locked until commit."""
    Tournament.objects.filter(pk=tournament.pk).update(counter=F("counter") + 1)
    publish_change(tournament)


def notify_standings(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(
        counter=F("counter") + 1, standings_told=F("standings_told") + 1
    )
    publish_change(tournament)


def mark_swept(tournament: Tournament) -> None:
    """Up to the state that was read."""
    without_sweep = F("hands_told") + F("standings_told")
    unchanged = Tournament.objects.filter(pk=tournament.pk, counter=without_sweep + tournament.acts)
    unchanged.exclude(stirred_at=None).update(stirred_at=None)
