from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import lock_rows
from tournaments.enums import NameDisplay, TournamentState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Club, Encounter, Entrant, EntrantPlayer, LogRow, Player, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH, fold
from tournaments.naming.phone_numbers import contains_phone
from tournaments.people.domain.logged_names import logged_name_of, player_ids
from tournaments.people.domain.namesakes import distinguish_newcomers
from tournaments.people.domain.pair_names import refresh_pair_names
from tournaments.people.domain.public_names import set_public_name
from tournaments.play.leaving_play import TournamentIsOver
from tournaments.refusals import PhoneInName, Refused


class EntriesAreOpen(Refused):
    code = "entries_are_open"
    template = _("The tournament is not drawn yet: change the players on the list of entries instead.")


class PlaysAlready(Refused):
    code = "plays_already"
    template = _("%(name)s already plays in this tournament.")


class NotOnThisSide(Refused):
    code = "not_on_this_side"
    template = _("%(name)s does not play for %(entrant)s now.")


class SubstituteUnnamed(Refused):
    code = "substitute_unnamed"
    template = _("Enter the new player: a name of at most %(most)s characters.")


@transaction.atomic
def substitute(
    *,
    entrant: Entrant,
    old_player: Player,
    new_name: str,
    by: Actor,
    at: datetime,
    known_player_id: UUID | None = None,
    is_new_person: bool = False,
) -> Player:
    """Replace a player from the next hand on; a hand with the previous player is refused.

    `known_player_id` is a public id. Raises EntriesAreOpen, TournamentIsOver, NotOnThisSide,
    SubstituteUnnamed, PhoneInName, PlaysAlready.
    """
    tournament = _lock_in_play(entrant)
    row = EntrantPlayer.objects.filter(entrant=entrant, player=old_player).first()
    if row is None:
        raise NotOnThisSide(name=old_player.real_name, entrant=entrant.real_name)
    name = one_line(new_name)
    if not name or len(name) > MAX_NAME_LENGTH:
        raise SubstituteUnnamed(most=MAX_NAME_LENGTH)
    if contains_phone(name):
        raise PhoneInName
    entered_players = EntrantPlayer.objects.filter(entrant__tournament=tournament).select_related("player")
    club_players = Player.objects.filter(club=tournament.club_id)
    candidates = (
        club_players.people().filter(public_id=known_player_id)
        if known_player_id
        else club_players.known_as(name)
    )
    available = None if is_new_person else candidates.not_playing_in(tournament).order_by("pk").first()
    already_plays = fold(name) in {fold(entered.player.real_name) for entered in entered_players}
    if already_plays or (available is None and not is_new_person and candidates.exists()):
        raise PlaysAlready(name=name)
    row.player = available or _newcomer(tournament.club, name)
    row.save(update_fields=["player"])
    log_and_publish(
        "player_substituted",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before={"entrant": logged_name_of(entrant), "player": old_player.public_id},
        after={"player": row.player.public_id},
    )
    refresh_pair_names([row.player])
    if is_new_person:
        distinguish_newcomers([row.player], by=by, at=at)
    return row.player


def last_substitution(entrant: Entrant) -> tuple[Player, Player] | None:
    """Return the newest substitute and the replaced player.

    None if one is gone or anonymous, or the substitute no longer plays.
    """
    rows = LogRow.objects.filter(action="player_substituted", subject=str(entrant.public_id))
    row = rows.order_by("pk").last()
    if row is None or not (row.before and row.after):
        return None
    new_player, old_player = (
        _logged_player(entrant, {"player": json.loads(text)["player"]}) for text in (row.after, row.before)
    )
    if new_player is None or old_player is None or old_player.anonymous_as is not None:
        return None
    return (new_player, old_player.person) if entrant.players.contains(new_player) else None


def _logged_player(entrant: Entrant, details: Mapping[str, Any]) -> Player | None:
    players = Player.objects.filter(club=entrant.tournament.club_id).select_related("same_as")
    return players.filter(public_id__in=list(player_ids(details))).first()


def _newcomer(club: Club, name: str) -> Player:
    player = Player(club=club, name=name)
    set_public_name(player, NameDisplay(club.names_shown))
    player.save()
    return player


def _lock_in_play(entrant: Entrant) -> Tournament:
    """Lock club, own encounters and the returned tournament; raise EntriesAreOpen or TournamentIsOver."""
    lock_club(Tournament.objects.values_list("club", flat=True).get(pk=entrant.tournament_id))
    encounters = Encounter.objects.filter(sides__entrant=entrant, annulled_at=None)
    list(lock_rows(Encounter.objects.filter(pk__in=encounters.values("pk"))).order_by("pk"))
    tournament = lock_rows(Tournament.objects).get(pk=entrant.tournament_id)
    if tournament.state == TournamentState.OPEN:
        raise EntriesAreOpen
    if tournament.state == TournamentState.FINISHED:
        raise TournamentIsOver
    return tournament
