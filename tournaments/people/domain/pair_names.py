from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from tournaments.database.row_locks import lock_rows
from tournaments.enums import NameDisplay
from tournaments.live import counters
from tournaments.models import Entrant, EntrantPlayer, LogRow, Player, Tournament
from tournaments.naming.names import (
    BETWEEN_PLAYERS,
    MAX_NAME_LENGTH,
    automatic_names,
    contains_name,
    fold,
    join_surnames,
    make_unique,
    pair_name,
    with_initial,
)
from tournaments.people.domain.logged_names import player_ids

REPLACEMENT_ACTIONS = ("player_substituted", "entrant_changed")
MAX_LENGTH_IN_PAIR = (MAX_NAME_LENGTH - len(BETWEEN_PLAYERS)) // 2


def refresh_pair_names(players: Collection[Player]) -> None:
    """Store public names of entrants these players, of one club, are in or left.

    Locks and notifies their tournaments. Caller locks the club.
    """
    if not players:
        return
    rosters = EntrantPlayer.objects.filter(player__in=players)
    club = next(iter(players)).club_id
    former_keys = former_players(club=club)
    left_entrants = entrant_ids_left_by(players, former_keys)
    former = _hidden_former_players(club, former_keys)
    affected = Q(entrants__roster__in=rosters) | Q(entrants__public_id__in=left_entrants)
    tournaments = Tournament.objects.filter(pk__in=Tournament.objects.filter(affected).values("pk"))
    for tournament in lock_rows(tournaments).order_by(
        "pk"
    ):  # lock all tournaments before any pair, as on withdrawal
        affected_keys = set(rosters.filter(entrant__tournament=tournament).values_list("entrant", flat=True))
        entrants = list(tournament.entrants.prefetch_related("roster__player").order_by("number", "pk"))
        affected_keys |= {entrant.pk for entrant in entrants if str(entrant.public_id) in left_entrants}
        changed = list(set_pair_names(entrants, affected_keys, former))
        Entrant.objects.bulk_update(changed, ["name", "full_name"], batch_size=500)
        counters.notify_without_sweep(tournament)


def former_players(**filters: int) -> Mapping[str, set[str]]:
    """Return replaced players by entrant (public ids)."""
    rows = LogRow.objects.filter(action__in=REPLACEMENT_ACTIONS, **filters).exclude(before="").order_by("pk")
    keys: defaultdict[str, set[str]] = defaultdict(set)
    for subject, before in rows.values_list("subject", "before"):
        keys[subject] |= set(_former_keys(json.loads(before)))
    return keys


def entrant_ids_left_by(players: Collection[Player], replaced: Mapping[str, set[str]]) -> set[str]:
    keys = {str(player.public_id) for player in players}
    return {subject for subject, former_keys in replaced.items() if not former_keys.isdisjoint(keys)}


def former_players_of(entrant: Entrant) -> Sequence[Player]:
    club = entrant.tournament.club_id
    return _hidden_former_players(club, former_players(club=club))[str(entrant.public_id)]


def _hidden_former_players(club: int, former_ids: Mapping[str, set[str]]) -> Mapping[str, Sequence[Player]]:
    """Return former players with a hidden name, [] for none, by public id like `former_ids`."""
    hidden: defaultdict[str, list[Player]] = defaultdict(list)
    if not former_ids:
        return hidden
    hiding = Player.objects.filter(club=club).exclude(full_name="")
    listed = list(hiding.order_by("pk"))
    for subject, left in former_ids.items():
        hidden[subject] += [player for player in listed if str(player.public_id) in left]
    return hidden


def _former_keys(before: Mapping[str, Any]) -> Iterator[str]:
    named = {key: before.get(key) for key in ("player", "players")}
    return map(str, player_ids(named))


def set_pair_names(
    entrants: Sequence[Entrant], affected_keys: Collection[int], former: Mapping[str, Sequence[Player]]
) -> Iterable[Entrant]:
    """Set names of entrants in `affected_keys`, unsaved, as the caller iterates; yield those that changed.

    Names stay unique among `entrants`, all of one tournament. `former` are replaced players by entrant's
    public id.
    """
    taken = {fold(entrant.name) for entrant in entrants}
    for entrant in entrants:
        if entrant.pk not in affected_keys:
            continue
        old_names = entrant.name, entrant.full_name
        taken.discard(fold(old_names[0]))
        players = [row.player for row in sorted(entrant.roster.all(), key=lambda row: row.place)]
        name_entrant(entrant, players, taken, former.get(str(entrant.public_id), ()))
        new_names = entrant.name, entrant.full_name
        taken |= {
            fold(old_names[0]),
            fold(new_names[0]),
        }  # the old name is still taken, because all are stored in one statement
        if old_names != new_names:
            yield entrant


def name_entrant(
    entrant: Entrant, players: Sequence[Player], taken: Collection[str], former: Sequence[Player] = ()
) -> None:
    """Unsaved; `taken` names are folded."""
    real = entrant.real_name
    names = public_names(real, players, former)
    name = next((name for name in names if fold(name) not in taken), make_unique(names[0], taken))
    entrant.name, entrant.full_name = name, "" if name == real else real


def longer_initials(player: Player) -> list[str]:
    """Return “Ayşe Ka.”, “Ayşe Kay.” for Ayşe Kaya, shown as “Ayşe K.”, and never the whole surname."""
    if player.shown != NameDisplay.INITIAL or not player.full_name:
        return []
    return [
        with_initial(player.full_name, letters) for letters in range(2, len(player.full_name.split()[-1]))
    ]


def public_names(real: str, players: Sequence[Player], former: Sequence[Player] = ()) -> list[str]:
    """Return the real name, unless it contains what a player hides.

    Otherwise join players' public names, surnames of those who hide nothing; then the same with ever longer
    initials. `former` are replaced players.
    """
    if not any(_reveals(real, player) for player in (*players, *former)):
        return [real]
    if len(players) == 1:
        return [players[0].name, *longer_initials(players[0])]
    spellings = [_spellings_in_pair(player) for player in players]
    return [
        BETWEEN_PLAYERS.join(names[min(step, len(names) - 1)] for names in spellings)
        for step in range(max(map(len, spellings)))
    ]


def _spellings_in_pair(player: Player) -> list[str]:
    hidden = [player.name, *longer_initials(player)]
    names = hidden if player.full_name else player.name.split()[-1:]
    return [name[:MAX_LENGTH_IN_PAIR] for name in names]


def _reveals(text: str, player: Player) -> bool:
    if not player.full_name:
        return False
    names = filter(None, (player.real_name, player.own_name))
    return any(
        contains_name(text, name.split()[-1] if player.shown == NameDisplay.INITIAL else name)
        for name in names
    )


def taken_names_in(tournament: Tournament, *, except_entrant: Entrant | None = None) -> set[str]:
    """Return folded real names of entrants."""
    others = tournament.entrants.exclude(pk=except_entrant.pk) if except_entrant else tournament.entrants
    return {fold(full or name) for name, full in others.values_list("name", "full_name")}


def usual_name(players: Sequence[Player]) -> str:
    return pair_name(real_names_of(players))


def is_named_by_players(name: str, names: Sequence[str]) -> bool:
    """`names` are the players'. A surname that both share may be repeated."""
    return name in automatic_names(names) or (len(names) > 1 and name == join_surnames(names))


def real_names_of(players: Sequence[Player]) -> list[str]:
    return [player.real_name for player in players]
