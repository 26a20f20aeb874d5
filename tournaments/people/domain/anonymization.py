"""Making a player anonymous: whatever the organizer's tables hold of his name is gone for good."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameShown
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.mail import outbox
from tournaments.models import (
    Anonymising,
    Application,
    Club,
    Entrant,
    EntrantPlayer,
    Keeper,
    LogRow,
    Player,
    TieDecision,
    Tournament,
)
from tournaments.models.names import as_read, stored
from tournaments.naming.names import bears, mark
from tournaments.people.domain import contact_details, entry_drafts
from tournaments.people.domain.name_erasure import LEFT_OUT, Erasing, erasing
from tournaments.people.domain.pair_names import entrants_left_by, former_players, name_anew, usual_name
from tournaments.refusals import Refused

NAMES: Final = ("anonymous_as", "shown", "name", "full_name", "same_as", "own_name")
"""The columns of a player that are left behind."""


class AnonymousAlready(Refused):
    code = "anonymous_already"
    template = _("%(name)s was made anonymous already.")


@dataclass(frozen=True)
class Renamed:
    """A pair, or a player of singles, before and after; `public` is what everybody read of it."""

    entrant: Entrant
    before: str
    public: str
    after: str

    @property
    def names(self) -> set[str]:
        """What it was called until now."""
        return {self.before, self.public}

    def erasing(self, instead: str) -> Erasing:
        """What takes its names out of texts of its tournament."""
        return erasing(anywhere=self.names, instead=instead)


@dataclass(frozen=True)
class Erased:
    """What was found of a player: his pairs before and after, how many kept texts were changed.

    `typed` takes his names, and those of his pairs, out of what people typed; `rows` are the digests of what
    rows of the log tell since, by primary key.
    """

    player: Player
    pairs: Sequence[Renamed]
    texts: int
    typed: Erasing
    rows: Mapping[int, str]


def erase(
    *, player: Player, entrants: Iterable[Entrant], by: Actor, at: datetime, former: Collection[str] = ()
) -> Erased:
    """Take a player's names out of everything here, in all tournaments of his club.

    `entrants` are those besides his own for whom he has played, `former` other names that were his. The log
    lets itself be written over until `close` is called, in the same transaction. Caller holds the club with
    whatever is changed here. Raises AnonymousAlready.
    """
    own = get_or_refuse(Player.objects.select_related("club"), player.pk)
    club = own.club
    if own.anonymous_as is not None:
        raise AnonymousAlready(name=own.name)
    real = own.real_name
    names = frozenset({real, own.name, *former})
    people = {real, *former, *([own.name] if own.shown == NameShown.ALIAS else [])}
    concerned = list(_concerned(own, entrants))
    Anonymising.objects.create(player=own, user=by.user, at=at)
    before = {one.pk: (one.real_name, one.name) for one in concerned}
    _take_name(own, club)
    contact_details.forget([own])
    pairs = _rename(own, {real, *former}, concerned, before)
    number = mark(own.anonymous_as)
    rows = _erase_log(club, erasing(names, instead=number, between=LEFT_OUT, people=people), pairs)
    called = {name for pair in pairs for name in pair.names}
    typed = erasing(names, instead=LEFT_OUT, anywhere=called, people=people)
    _forget_how_to_reach(club, concerned, people)
    texts = len(rows) + _erase_typed(club, typed)
    entry_drafts.drop(club)
    return Erased(own, pairs, texts, typed, rows)


def take_names(
    *, players: Sequence[Player], tournament: Tournament, by: Actor, at: datetime
) -> Mapping[int, str]:
    """Make players anonymous who are in this tournament alone, in its log too: gives the digests of its rows.

    Caller holds the club and the tournament; the names of pairs are his to change.
    """
    if not players:
        return {}
    names = {name for one in players for name in (one.real_name, one.name)}
    real = {one.real_name for one in players}
    last = Player.objects.filter(club=tournament.club_id).aggregate(last=Max("anonymous_as"))["last"] or 0
    Anonymising.objects.bulk_create(Anonymising(player=one, user=by.user, at=at) for one in players)
    for number, player in enumerate(players, start=last + 1):
        _call_by_number(player, number)
    contact_details.forget(players)
    Player.objects.bulk_update(players, NAMES, batch_size=100)
    rows = LogRow.objects.filter(tournament=tournament)
    told = _erase_rows(rows, {}, erasing(names, instead=LEFT_OUT, people=real))
    Anonymising.objects.filter(player__in=players).update(open=False)
    return told


def close(player: Player) -> None:
    """Guard the log again."""
    Anonymising.objects.filter(player=player).update(open=False)


def _concerned(player: Player, entrants: Iterable[Entrant]) -> Iterator[Entrant]:
    """Those for whom he plays, has played, or was to play before somebody took his place."""
    left = entrants_left_by([player], former_players(club=player.club_id))
    keys = {one.pk for one in entrants}
    own = Q(roster__player=player) | Q(pk__in=keys) | Q(public_id__in=left)
    listed = Entrant.objects.filter(own, tournament__club=player.club_id).distinct()
    yield from listed.select_related("tournament").prefetch_related("roster__player").order_by("pk")


def _take_name(player: Player, club: Club) -> None:
    last = Player.objects.filter(club=club).aggregate(last=Max("anonymous_as"))["last"] or 0
    _call_by_number(player, last + 1)
    player.save(update_fields=NAMES)


def _call_by_number(player: Player, number: int) -> None:
    player.anonymous_as, player.shown = number, NameShown.FULL
    player.name, player.full_name = as_read(mark(number)), ""
    player.same_as, player.own_name = None, ""


def _rename(
    player: Player,
    names: Collection[str],
    concerned: Sequence[Entrant],
    before: dict[int, tuple[str, str]],
) -> list[Renamed]:
    """Name pairs that bear his name by the neutral one; beside him, a partner is called as before."""
    for entrant in concerned:
        if any(bears(stored(text), one) for text in (entrant.real_name, entrant.name) for one in names):
            rows = sorted(entrant.roster.all(), key=lambda row: row.place)
            players = [player if row.player == player else row.player for row in rows]
            Entrant.objects.filter(pk=entrant.pk).update(full_name=usual_name(players))
    rosters = EntrantPlayer.objects.filter(entrant__in=concerned).select_related("player")
    name_anew([row.player for row in rosters])
    now = Entrant.objects.in_bulk([entrant.pk for entrant in concerned])
    return [
        Renamed(now[one.pk], *before[one.pk], now[one.pk].real_name)
        for one in concerned
        if stored(now[one.pk].real_name) != stored(before[one.pk][0])
    ]


def _erase_log(club: Club, own: Erasing, pairs: Sequence[Renamed]) -> Mapping[int, str]:
    """Take a player's names out of texts of the log that hold them: typed reasons, corrected names."""
    of_pairs: dict[int, list[Erasing]] = {}
    for pair in pairs:
        of_pairs.setdefault(pair.entrant.tournament_id, []).append(pair.erasing(stored(pair.after)))
    return _erase_rows(LogRow.objects.filter(club=club), of_pairs, own)


def _erase_rows(
    rows: QuerySet[LogRow], of_pairs: Mapping[int, Sequence[Erasing]], own: Erasing
) -> Mapping[int, str]:
    """The same in some rows; `of_pairs` by the primary key of their tournament."""
    rows = rows.exclude(before="", after="").order_by("pk")
    changed: dict[int, tuple[str, ...]] = {}
    for pk, tournament, *texts in rows.values_list("pk", "tournament", "before", "after").iterator():
        names = [*of_pairs.get(tournament or 0, ()), own]
        said = tuple(_without(text, names) for text in texts)
        if said != tuple(texts):
            changed[pk] = said
    for pk, (was, became) in changed.items():
        LogRow.objects.filter(pk=pk).update(before=was, after=became)
    return {pk: audit_log.digest_of_texts(was, became) for pk, (was, became) in changed.items()}


def _without(text: str, names: Sequence[Erasing]) -> str:
    if not text:
        return text
    told = json.loads(text)
    said = told
    for one in names:
        said = one.inside(said)
    return text if said == told else json.dumps(said, ensure_ascii=False, sort_keys=True)


def _erase_typed(club: Club, typed: Erasing) -> int:
    """Take his name out of what people typed: who keeps a table, who saw a lot, why."""
    of_stage = Q(stage__tournament__club=club) | Q(group__stage__tournament__club=club)
    keepers = Keeper.objects.filter(table__tournament__club=club)
    changed = erase_columns(keepers, ["name"], typed)
    applications = Application.objects.filter(tournament__club=club)
    changed += erase_columns(applications, ["player_1", "player_2"], typed)
    changed += erase_columns(club.tournaments.all(), ["cancelled_because"], typed)
    return changed + erase_columns(TieDecision.objects.filter(of_stage), ["witness", "reason"], typed)


def _forget_how_to_reach(club: Club, concerned: Sequence[Entrant], names: Collection[str]) -> None:
    """Leave neither contact nor answers of what was signed up for him."""
    own = Q(entrant__in=concerned) | Q(player_1__in=names) | Q(player_2__in=names)
    applications = Application.objects.filter(own, tournament__club=club)
    for one in applications:
        outbox.drop(about=one.mail_key)
    applications.update(contact="", answers="[]")


def erase_columns(rows: QuerySet[Any], fields: Sequence[str], typed: Erasing) -> int:
    """Take names out of some columns of some rows. Gives how many rows were changed."""
    changed = 0
    for pk, *texts in list(rows.order_by("pk").values_list("pk", *fields)):
        said = [typed.within(text) for text in texts]
        if said != texts:
            rows.model._default_manager.filter(pk=pk).update(**dict(zip(fields, said, strict=True)))  # noqa: SLF001
            changed += 1
    return changed
