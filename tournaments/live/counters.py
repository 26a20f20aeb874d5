"""The counters that live pages watch: each act raises those of what it changed, in one statement."""

from __future__ import annotations

from django.db import connection
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from tournaments.database.prepared_statements import prepared_cursor
from tournaments.enums import Visibility
from tournaments.erased import TournamentErased
from tournaments.live.publish import announce
from tournaments.models import Encounter, Tournament

_TOURNAMENTS, _ENCOUNTERS = Tournament._meta.db_table, Encounter._meta.db_table  # noqa: SLF001 - Django's own way
_OF_ENCOUNTER = f"UPDATE {_ENCOUNTERS} SET hands_told = hands_told + 1 WHERE id = %(encounter)s"  # noqa: S608 - ours
_OF_TOURNAMENT = (
    f"UPDATE {_TOURNAMENTS} SET counter = counter + 1, hands_told = hands_told + 1"  # noqa: S608 - the same
    f" WHERE id = %(tournament)s AND visibility <> '{Visibility.ERASED}'"
)


def touch(tournament: Tournament) -> None:
    """Tell open pages and the next sweep that something changed. Last write of every act on a tournament.

    Whoever acts has asked whether he may before anything was held: if it was erased since, this raises
    TournamentErased, and nothing of the act is stored.
    """
    stirred_at = Coalesce("stirred_at", Now())
    standing = Tournament.objects.standing().filter(pk=tournament.pk)
    if not standing.update(counter=F("counter") + 1, stirred_at=stirred_at):
        raise TournamentErased
    announce(tournament)


def touch_hands(encounter: Encounter) -> None:
    """As `touch`, of an act that changed nothing but its hands: no sweep need look. The caller holds it."""
    told = {"encounter": encounter.pk, "tournament": encounter.stage.tournament_id}
    with prepared_cursor(connection) as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_OF_ENCOUNTER, told)
            cursor.execute(_OF_TOURNAMENT, told)
        else:
            cursor.execute(f"WITH hands AS ({_OF_ENCOUNTER}) {_OF_TOURNAMENT}", told)
        if not cursor.rowcount:
            raise TournamentErased
    announce(encounter.stage.tournament)


def tell(tournament: Tournament) -> None:
    """As `touch`, of one that may be erased, where nobody acts on it; it is held until commit."""
    Tournament.objects.filter(pk=tournament.pk).update(counter=F("counter") + 1)
    announce(tournament)


def tell_standings(tournament: Tournament) -> None:
    """The same where nothing changed but standings."""
    Tournament.objects.filter(pk=tournament.pk).update(
        counter=F("counter") + 1, standings_told=F("standings_told") + 1
    )
    announce(tournament)


def looked_at(tournament: Tournament) -> None:
    """Say that a sweep looked at all that was done until this one was read; later acts stir it still."""
    others = F("hands_told") + F("standings_told")
    seen = Tournament.objects.filter(pk=tournament.pk, counter=others + tournament.acts)
    seen.exclude(stirred_at=None).update(stirred_at=None)
