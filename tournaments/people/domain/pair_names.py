"""What everybody may read of a pair: its own name, unless that tells what one of its players hides."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from tournaments.database.row_locks import hold
from tournaments.enums import NameShown
from tournaments.live import counters
from tournaments.models import Entrant, EntrantPlayer, LogRow, Player, Tournament
from tournaments.models.names import as_read, stored
from tournaments.naming.names import (
    BETWEEN_PLAYERS,
    LONGEST_NAME,
    bears,
    fold,
    marks_in,
    pair_name,
    surnames,
    unlike,
)

REPLACED = ("player_substituted", "entrant_changed")
LONGEST_IN_PAIR = (LONGEST_NAME - len(BETWEEN_PLAYERS)) // 2


def name_anew(players: Collection[Player]) -> None:
    """Make the public names of all pairs of some players of a club anew, and have their pages told.

    Caller holds the club.
    """
    if not players:
        return
    rosters = EntrantPlayer.objects.filter(player__in=players)
    club = next(iter(players)).club_id
    gone = former_players(club=club)
    left = entrants_left_by(players, gone)
    former = _known(club, gone)
    concerned = Q(entrants__roster__in=rosters) | Q(entrants__public_id__in=left)
    tournaments = Tournament.objects.filter(pk__in=Tournament.objects.filter(concerned).values("pk"))
    for tournament in hold(tournaments).order_by("pk"):  # all of them before any pair, as who lets one leave
        touched = set(rosters.filter(entrant__tournament=tournament).values_list("entrant", flat=True))
        everybody = list(tournament.entrants.prefetch_related("roster__player").order_by("number", "pk"))
        touched |= {entrant.pk for entrant in everybody if str(entrant.public_id) in left}
        changed = list(give_names(everybody, touched, former))
        Entrant.objects.bulk_update(changed, ["name", "full_name"], batch_size=500)
        counters.tell(tournament)


def former_players(**where: int) -> Mapping[str, set[str]]:
    """The public ids of players who left entrants of a club or tournament, by public id of the entrant."""
    rows = LogRow.objects.filter(action__in=REPLACED, **where).order_by("pk")
    gone: defaultdict[str, set[str]] = defaultdict(set)
    for subject, before in rows.values_list("subject", "before"):
        gone[subject] |= set(_left(json.loads(before)))
    return gone


def entrants_left_by(players: Collection[Player], gone: Mapping[str, set[str]]) -> set[str]:
    """The entrants, by public id, for whom one of some players does not play any more."""
    keys = {str(player.public_id) for player in players}
    return {subject for subject, told in gone.items() if not told.isdisjoint(keys)}


def former_of(entrant: Entrant) -> Sequence[Player]:
    """Who played for an entrant before, of those whom everybody knows by another name or by none."""
    club = entrant.tournament.club_id
    return _known(club, former_players(club=club))[str(entrant.public_id)]


def _known(club: int, gone: Mapping[str, set[str]]) -> Mapping[str, Sequence[Player]]:
    """Those who hide something; the others' names may stand in any pair's."""
    found: defaultdict[str, list[Player]] = defaultdict(list)
    if not gone:
        return found
    hiding = Player.objects.filter(club=club).exclude(full_name="", anonymous_as=None)
    listed = list(hiding.order_by("pk"))
    for subject, left in gone.items():
        found[subject] += [player for player in listed if str(player.public_id) in left]
    return found


def _left(before: Mapping[str, Any]) -> Iterator[str]:
    """The public ids of the players whom `before` of a row names."""
    for marked in (*before.get("players", ()), *filter(None, [before.get("player")])):
        yield from marks_in(marked)


def give_names(
    everybody: Sequence[Entrant], touched: Collection[int], former: Mapping[str, Sequence[Player]]
) -> Iterable[Entrant]:
    """Give those touched, by primary key, the names that their players' choices make; none has another's."""
    taken = {fold(stored(one.name)) for one in everybody}
    for entrant in everybody:
        if entrant.pk not in touched:
            continue
        before = stored(entrant.name), stored(entrant.full_name)
        taken.discard(fold(before[0]))
        players = [row.player for row in sorted(entrant.roster.all(), key=lambda row: row.place)]
        name_entrant(entrant, players, taken, former.get(str(entrant.public_id), ()))
        now = stored(entrant.name), stored(entrant.full_name)
        taken |= {fold(before[0]), fold(now[0])}  # the old one too: all are stored by one statement
        if before != now:
            yield entrant


def name_entrant(
    entrant: Entrant, players: Sequence[Player], taken: Collection[str], former: Sequence[Player] = ()
) -> None:
    """Give an entrant, which is not saved by this, its public name beside the one it was entered under.

    `taken` are the names of others, folded.
    """
    real = stored(entrant.real_name)
    name = unlike(public_name(real, players, former), taken)
    entrant.name, entrant.full_name = as_read(name), "" if name == real else as_read(real)


def public_name(real: str, players: Sequence[Player], former: Sequence[Player] = ()) -> str:
    """What everybody may read of a pair's name: itself, unless it bears what one of its players hides.

    Then it is made of the names that they show, with the surnames of those who hide nothing. `former` played
    here before them.
    """
    if not any(_told_by(real, player) for player in (*players, *former)):
        return real
    if len(players) == 1:
        return stored(players[0].name)
    return BETWEEN_PLAYERS.join(
        (stored(one.name) if one.private else one.name.split()[-1])[:LONGEST_IN_PAIR] for one in players
    )


def _told_by(text: str, player: Player) -> bool:
    """Whether a text tells what a player hides: his name, beside an initial his surname."""
    if not player.private:
        return False
    names = filter(None, (player.real_name, player.own_name))
    return any(bears(text, one.split()[-1] if player.shown == NameShown.INITIAL else one) for one in names)


def usual_name(players: Sequence[Player]) -> str:
    """The name, as it is stored, where no other was given: the pair's usual one, in singles the player's."""
    names = _entered(players)
    return names[0] if len(names) == 1 else pair_name(names)


def named_by_players(name: str, players: Sequence[Player]) -> bool:
    """Whether a name, as it is stored, is made of its players' alone.

    Pairs entered by older versions bear a surname twice that both players share.
    """
    return name == usual_name(players) or (len(players) > 1 and name == surnames(_entered(players)))


def _entered(players: Sequence[Player]) -> list[str]:
    """Their own names as they are stored: of who was made anonymous a mark."""
    return [stored(one.real_name) for one in players]
