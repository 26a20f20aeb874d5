from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.enums import NameDisplay
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Entrant, Player, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import BETWEEN_PLAYERS, MAX_NAME_LENGTH, apply_correction, free_name
from tournaments.naming.phone_numbers import contains_phone
from tournaments.people.domain.pair_names import (
    is_named_by_players,
    real_names_of,
    refresh_pair_names,
    taken_names_in,
)
from tournaments.people.domain.public_names import NoNameLeft, current_choice, set_public_name
from tournaments.refusals import PhoneInName, Refused


class NameUnreadable(Refused):
    code = "name_unreadable"
    template = _("A name is one line of 1 to %(most)s characters.")


@dataclass(frozen=True)
class RenamedPair:
    entrant: Entrant
    before: str
    after: str


@dataclass(frozen=True)
class RenamedPerson:
    person: Player
    before: str
    pairs: Sequence[RenamedPair]


@transaction.atomic
def rename_person(
    *, player: Player, name: str, by: Actor, at: datetime, tournament: Tournament | None = None
) -> RenamedPerson:
    """Rename in all tournaments; the same name changes nothing.

    `tournament` is for the log. Pairs named by their players follow, and pair names with a changed word.
    Raises NameUnreadable, PhoneInName, NoNameLeft if anonymized.
    """
    lock_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club", "same_as__club"), player.pk).person
    real = clean_name(name)
    before, shown = person.real_name, current_choice(person)
    if shown is None:
        raise NoNameLeft(name=before)
    if real == before:
        return RenamedPerson(person, before, ())
    pairs = set_real_name(list(Player.objects.of_person(person).order_by("pk")), real, shown)
    log_and_publish(
        "player_renamed",
        by=by,
        at=at,
        club=person.club,
        tournament=tournament,
        subject=person.public_id,
        before={"name": before},
        after={"name": real},
    )
    person.refresh_from_db()
    return RenamedPerson(person, before, pairs)


def clean_name(typed: str) -> str:
    """Raises NameUnreadable, PhoneInName."""
    name = one_line(typed)
    if not name or len(name) > MAX_NAME_LENGTH:
        raise NameUnreadable(most=MAX_NAME_LENGTH)
    if contains_phone(name):
        raise PhoneInName
    return name


def set_real_name(rows: Sequence[Player], real: str, shown: NameDisplay) -> list[RenamedPair]:
    """Store all rows of a person (their `same_as` and `own_name` too) under a name, and rename their pairs.

    `shown` is the public name. Return the pairs whose real name changed. Locks the tournaments; the caller
    locks the club. Raises NoNameLeft for an anonymous person.
    """
    tournaments = Tournament.objects.filter(entrants__roster__player__in=rows)
    list(lock_rows(Tournament.objects.filter(pk__in=tournaments.values("pk"))).order_by("pk"))
    listed = Entrant.objects.filter(roster__player__in=rows).distinct()
    entrants = list(listed.select_related("tournament").prefetch_related("roster__player").order_by("pk"))
    before = {entrant.pk: entrant.real_name for entrant in entrants}
    old_names = {row.pk: row.real_name for row in rows}
    for row in rows:
        row.name, row.full_name = real, ""
        set_public_name(row, shown)
    Player.objects.bulk_update(rows, ["name", "full_name", "shown", "same_as", "own_name"], batch_size=500)
    rename_pairs(entrants, rows, old_names)
    now = Entrant.objects.in_bulk(before)
    return [
        RenamedPair(entrant, entrant.real_name, now[entrant.pk].real_name)
        for entrant in entrants
        if now[entrant.pk].real_name != before[entrant.pk]
    ]


def rename_pairs(
    entrants: Sequence[Entrant], players: Sequence[Player], old_names: Mapping[int, str]
) -> None:
    """Let pairs follow the new names of players, whose old names are by primary key; hide hidden names.

    A pair keeps its name if the new one would be too long. Caller locks the club.
    """
    renamed = {player.pk: player for player in players}
    for entrant in entrants:
        name = _real_name_after_renames(entrant, renamed, old_names)
        if name != entrant.real_name and len(name) <= MAX_NAME_LENGTH:
            Entrant.objects.filter(pk=entrant.pk).update(full_name=name)
    refresh_pair_names(players)


def _real_name_after_renames(
    entrant: Entrant, renamed: Mapping[int, Player], old_names: Mapping[int, str]
) -> str:
    """Return an entrant's real name after players were renamed.

    A name made of the players' names is made again, for a pair unlike all others. In a chosen name only the
    renamed players' names and words change, never a partner's.
    """
    players = _players(entrant)
    name = entrant.real_name
    before = [old_names.get(player.pk, player.real_name) for player in players]
    now = [renamed.get(player.pk, player) for player in players]
    if is_named_by_players(name, before):
        taken = taken_names_in(entrant.tournament, except_entrant=entrant) if len(now) > 1 else ()
        return free_name(real_names_of(now), taken)
    # a restored pair has public names, such as “Ayşe K. – Demir”
    whole_names = dict(zip(before, (player.real_name for player in now), strict=True))
    name = BETWEEN_PLAYERS.join(whole_names.get(part, part) for part in name.split(BETWEEN_PLAYERS))
    other_words = {
        word for player in players if player.pk not in renamed for word in player.real_name.split()
    }
    for player in players:
        if player.pk in renamed:
            name = apply_correction(
                name, old_names[player.pk], renamed[player.pk].real_name, partner_words=other_words
            )
    return name


def _players(entrant: Entrant) -> list[Player]:
    return [row.player for row in sorted(entrant.roster.all(), key=lambda row: row.place)]
