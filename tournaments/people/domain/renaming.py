"""Correct a person's name everywhere, before and after the draw."""

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
    entrant: Entrant
    before: str
    after: str


@dataclass(frozen=True)
class Renamed:
    person: Player
    before: str
    pairs: Sequence[CalledAnew]


@transaction.atomic
def rename(
    *, player: Player, name: str, by: Actor, at: datetime, tournament: Tournament | None = None
) -> Renamed:
    """Rename a person with all aliases, in all tournaments.

    The public name follows their choice; an alias stays. Pairs named by their players are renamed, and so
    are pair names with a changed word. Results, ids and seals contain no names. `tournament` is where the
    correction was made. Raises NameUnreadable, NoNameLeft.
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
    """Return the visible name as stored. Raises NameUnreadable."""
    name = one_line(typed)
    if not name or len(name) > LONGEST_NAME or {"⟦", "⟧"} & set(name):
        raise NameUnreadable(most=LONGEST_NAME)
    return name


def call(rows: Sequence[Player], real: str, shown: Shown) -> list[CalledAnew]:
    """Set name and public name of a person's rows, and rename their pairs.

    Caller locks the club.
    """
    where = Tournament.objects.filter(entrants__roster__player__in=rows)
    list(hold(Tournament.objects.filter(pk__in=where.values("pk"))).order_by("pk"))
    listed = Entrant.objects.filter(roster__player__in=rows).distinct()
    entrants = list(listed.select_related("tournament").prefetch_related("roster__player").order_by("pk"))
    before = {entrant.pk: stored(entrant.real_name) for entrant in entrants}
    old_names = {row.pk: row.real_name for row in rows}
    for row in rows:
        row.name, row.full_name = real, ""
        apply(row, shown)
    Player.objects.bulk_update(rows, ["name", "full_name", "shown", "same_as", "own_name"], batch_size=500)
    called = {row.pk: row for row in rows}
    for entrant in entrants:
        name = _pair_called(entrant, called, old_names)
        if name != before[entrant.pk] and len(name) <= LONGEST_NAME:
            Entrant.objects.filter(pk=entrant.pk).update(full_name=name)
    name_anew(rows)
    now = Entrant.objects.in_bulk(before)
    return [
        CalledAnew(entrant, entrant.real_name, now[entrant.pk].real_name)
        for entrant in entrants
        if stored(now[entrant.pk].real_name) != before[entrant.pk]
    ]


def _pair_called(entrant: Entrant, called: Mapping[int, Player], was: Mapping[int, str]) -> str:
    players = _players(entrant)
    name = stored(entrant.real_name)
    if named_by_players(name, players):
        return usual_name([called.get(player.pk, player) for player in players])
    others = {word for player in players if player.pk not in called for word in player.real_name.split()}
    for player in players:
        if player.pk in called:
            name = renamed_within(name, was[player.pk], called[player.pk].real_name, but=others)
    return name


def _players(entrant: Entrant) -> list[Player]:
    return [row.player for row in sorted(entrant.roster.all(), key=lambda row: row.place)]
