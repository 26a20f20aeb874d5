"""A player who is replaced from now on: what was played stays with those who played it."""

from __future__ import annotations

import json
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.enums import TournamentState
from tournaments.formats.names import LONGEST_NAME, fold
from tournaments.models import Encounter, Entrant, EntrantPlayer, LogRow, Player, Tournament

from . import counter, log
from .actor import Actor
from .leaving import TournamentIsOver
from .refusals import Refused


class EntriesAreOpen(Refused):
    code = "entries_are_open"
    template = _("The tournament is not drawn yet: change the players on the list of entries instead.")


class PlaysAlready(Refused):
    code = "plays_already"
    template = _("%(name)s plays in this tournament already.")


class NotOnThisSide(Refused):
    code = "not_on_this_side"
    template = _("%(name)s does not play for %(entrant)s now.")


class SubstituteUnnamed(Refused):
    code = "substitute_unnamed"
    template = _("Say who plays from now on: a name of at most %(most)s letters.")


@transaction.atomic
def substitute(*, entrant: Entrant, leaves: Player, comes: str, by: Actor, at: datetime) -> Player:
    """Let somebody else play in the place of a player from the next hand on. To undo it, substitute again.

    Whoever of this name the club knows is meant, unless he plays here. A hand that is entered as they sat
    before is refused, so that its keeper looks. Raises EntriesAreOpen, TournamentIsOver, NotOnThisSide,
    SubstituteUnnamed, PlaysAlready.
    """
    tournament = _hold(entrant)
    row = EntrantPlayer.objects.filter(entrant=entrant, player=leaves).first()
    if row is None:
        raise NotOnThisSide(name=leaves.name, entrant=entrant.name)
    name = " ".join(comes.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise SubstituteUnnamed(most=LONGEST_NAME)
    here = EntrantPlayer.objects.filter(entrant__tournament=tournament).select_related("player")
    if fold(name) in {fold(one.player.name) for one in here}:
        raise PlaysAlready(name=name)
    known = Player.objects.filter(club=tournament.club_id, name=name).order_by("pk").first()
    row.player = known or Player.objects.create(club_id=tournament.club_id, name=name)
    row.save(update_fields=["player"])
    log.write(
        "player_substituted",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before={"entrant": entrant.name, "player": leaves.name},
        after={"player": name},
    )
    counter.touch(tournament)
    return row.player


def last_substitution(entrant: Entrant) -> tuple[Player, str] | None:
    """Who plays now in whose place by the newest substitution, where he does still."""
    row = (
        LogRow.objects.filter(action="player_substituted", subject=str(entrant.public_id))
        .order_by("pk")
        .last()
    )
    if row is None:
        return None
    plays = entrant.players.filter(name=json.loads(row.after)["player"]).first()
    return (plays, json.loads(row.before)["player"]) if plays else None


def _hold(entrant: Entrant) -> Tournament:
    """The tournament; no hand of the entrant is stored until commit."""
    own = Encounter.objects.filter(sides__entrant=entrant, annulled_at=None)
    list(Encounter.objects.filter(pk__in=own.values("pk")).select_for_update().order_by("pk"))
    tournament = Tournament.objects.select_for_update().get(pk=entrant.tournament_id)
    if tournament.state == TournamentState.OPEN:
        raise EntriesAreOpen
    if tournament.state == TournamentState.FINISHED:
        raise TournamentIsOver
    return tournament
