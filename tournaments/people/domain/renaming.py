"""Correcting a person's name, before the draw and after it: everywhere it stands, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import get_or_refuse, hold
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Entrant, Player, Tournament
from tournaments.models.names import stored
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import LONGEST_NAME, renamed_within
from tournaments.people.domain.pair_names import name_anew, named_by_players, usual_name
from tournaments.people.domain.public_names import NoNameLeft, Shown, apply, shown_now
from tournaments.refusals import Refused


class NameUnreadable(Refused):
    code = "name_unreadable"
    template = _("A name is one line of at most %(most)s letters, and at least one.")


@dataclass(frozen=True)
class CalledAnew:
    """An entrant that is called otherwise than before, to the organizer."""

    entrant: Entrant
    before: str
    after: str


@dataclass(frozen=True)
class Renamed:
    """A person as he is called now, and before; his pairs that are called otherwise."""

    person: Player
    before: str
    pairs: Sequence[CalledAnew]


@transaction.atomic
def rename(
    *, player: Player, name: str, by: Actor, at: datetime, tournament: Tournament | None = None
) -> Renamed:
    """Call a person, with all aliases, by another name, in all that was played and will be.

    What everybody reads of him follows his choice; another name that he chose stays. Pairs that are called
    by their players' names are called anew, and so are those whose name has a word that changed. Results,
    ids and seals stay, for no name is in them. `tournament` is where it was asked for. Raises NameUnreadable,
    NoNameLeft.
    """
    hold_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club", "same_as__club"), player.pk).person
    real = readable(name)
    before, shown = person.real_name, shown_now(person)
    if shown is None:
        raise NoNameLeft(name=before)
    if real == before:
        return Renamed(person, before, ())
    pairs = call(list(Player.objects.of_person(person).order_by("pk")), real, shown)
    audit_log.write(
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
    return Renamed(person, before, pairs)


def readable(typed: str) -> str:
    """A name as it is stored, from what can be seen of what was typed. Raises NameUnreadable."""
    name = one_line(typed)
    if not name or len(name) > LONGEST_NAME or {"⟦", "⟧"} & set(name):
        raise NameUnreadable(most=LONGEST_NAME)
    return name


def call(rows: Sequence[Player], real: str, shown: Shown) -> list[CalledAnew]:
    """Give rows of one person their name and how it is shown, and call his pairs anew.

    Caller holds the club.
    """
    where = Tournament.objects.filter(entrants__roster__player__in=rows)
    list(hold(Tournament.objects.filter(pk__in=where.values("pk"))).order_by("pk"))
    listed = Entrant.objects.filter(roster__player__in=rows).distinct()
    entrants = list(listed.select_related("tournament").prefetch_related("roster__player").order_by("pk"))
    before = {one.pk: stored(one.real_name) for one in entrants}
    was = {row.pk: row.real_name for row in rows}
    for row in rows:
        row.name, row.full_name = real, ""
        apply(row, shown)
    Player.objects.bulk_update(rows, ["name", "full_name", "shown", "same_as", "own_name"], batch_size=500)
    called = {row.pk: row for row in rows}
    for entrant in entrants:
        name = _pair_called(entrant, called, was)
        if name != before[entrant.pk] and len(name) <= LONGEST_NAME:
            Entrant.objects.filter(pk=entrant.pk).update(full_name=name)
    name_anew(rows)
    now = Entrant.objects.in_bulk(before)
    return [
        CalledAnew(one, one.real_name, now[one.pk].real_name)
        for one in entrants
        if stored(now[one.pk].real_name) != before[one.pk]
    ]


def _pair_called(entrant: Entrant, called: Mapping[int, Player], was: Mapping[int, str]) -> str:
    """The name of an entrant some of whose players, by primary key, are called anew; `was` is how before."""
    players = _players(entrant)
    name = stored(entrant.real_name)
    if named_by_players(name, players):
        return usual_name([called.get(one.pk, one) for one in players])
    others = {word for one in players if one.pk not in called for word in one.real_name.split()}
    for one in players:
        if one.pk in called:
            name = renamed_within(name, was[one.pk], called[one.pk].real_name, but=others)
    return name


def _players(entrant: Entrant) -> list[Player]:
    return [row.player for row in sorted(entrant.roster.all(), key=lambda row: row.place)]
