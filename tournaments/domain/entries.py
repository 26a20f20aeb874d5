"""Entering pairs before the draw."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.enums import TournamentState
from tournaments.formats.names import fold
from tournaments.models import Entrant, EntrantPlayer, Player, Tournament

from . import counter, log
from .actor import Actor
from .refusals import Refused


class EntriesClosed(Refused):
    code = "entries_closed"
    template = _("The groups are drawn; entries are closed.")


class EntrantNameTaken(Refused):
    code = "entrant_name_taken"
    template = _("There is a pair called “%(name)s” already.")


@transaction.atomic
def add_entrant(
    *, tournament: Tournament, name: str, players: Sequence[str], by: Actor, at: datetime
) -> Entrant:
    """Enter a pair. Raises EntriesClosed, EntrantNameTaken."""
    return add_entrants(tournament=tournament, pairs=[(name, players)], by=by, at=at)[0]


@transaction.atomic
def add_entrants(
    *, tournament: Tournament, pairs: Sequence[tuple[str, Sequence[str]]], by: Actor, at: datetime
) -> list[Entrant]:
    """Enter several pairs, all or none."""
    _lock_open(tournament)
    present = {fold(name) for name in tournament.entrants.values_list("name", flat=True)}
    number = tournament.entrants.aggregate(last=Max("number"))["last"] or 0
    entered = []
    for place, (name, players) in enumerate(pairs, start=1):
        if fold(name) in present:
            raise EntrantNameTaken(name=name)
        present.add(fold(name))
        entrant = Entrant.objects.create(tournament=tournament, name=name, number=number + place)
        _seat_players(entrant, players)
        log.write(
            "entrant_added",
            by=by,
            at=at,
            tournament=tournament,
            subject=entrant.public_id,
            after={"name": name, "players": list(players)},
        )
        entered.append(entrant)
    counter.touch(tournament)
    return entered


@transaction.atomic
def change_entrant(*, entrant: Entrant, name: str, players: Sequence[str], by: Actor, at: datetime) -> None:
    """Correct a pair's name or players before the draw. Raises EntriesClosed, EntrantNameTaken."""
    tournament = entrant.tournament
    _lock_open(tournament)
    others = tournament.entrants.exclude(pk=entrant.pk).values_list("name", flat=True)
    if fold(name) in {fold(other) for other in others}:
        raise EntrantNameTaken(name=name)
    before = _as_entered(entrant)
    entrant.name = name
    entrant.save(update_fields=["name"])
    entrant.roster.all().delete()
    _seat_players(entrant, players)
    log.write(
        "entrant_changed",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before=before,
        after={"name": name, "players": list(players)},
    )
    counter.touch(tournament)


@transaction.atomic
def remove_entrant(*, entrant: Entrant, by: Actor, at: datetime) -> None:
    """Take a pair off the list before the draw. Raises EntriesClosed."""
    tournament = entrant.tournament
    _lock_open(tournament)
    log.write(
        "entrant_removed",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before=_as_entered(entrant),
    )
    entrant.delete()
    counter.touch(tournament)


def _lock_open(tournament: Tournament) -> None:
    state = Tournament.objects.select_for_update().values_list("state", flat=True).get(pk=tournament.pk)
    if state != TournamentState.OPEN:
        raise EntriesClosed


def _as_entered(entrant: Entrant) -> dict[str, object]:
    roster = entrant.roster.select_related("player").order_by("place")
    return {"name": entrant.name, "players": [row.player.name for row in roster]}


def _seat_players(entrant: Entrant, names: Sequence[str]) -> None:
    """The club's players of these names; a namesake who plays here already is another person."""
    club = entrant.tournament.club
    for place, name in enumerate(names, start=1):
        known = Player.objects.filter(club=club, name=name).exclude(entrants__tournament=entrant.tournament)
        player = known.order_by("pk").first() or Player.objects.create(club=club, name=name)
        EntrantPlayer.objects.create(entrant=entrant, player=player, place=place)
