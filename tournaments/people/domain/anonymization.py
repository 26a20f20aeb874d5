from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, Final

from django.db.models import Max, Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameDisplay
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
from tournaments.naming.name_finder import ERASED, NameFinder, build_name_finder
from tournaments.naming.names import anonymous_name, contains_name
from tournaments.people.domain import contact_details, entry_drafts
from tournaments.people.domain.pair_names import (
    entrant_ids_left_by,
    former_players,
    refresh_pair_names,
    usual_name,
)
from tournaments.refusals import Refused

NAME_COLUMNS: Final = ("anonymous_as", "shown", "name", "full_name", "same_as", "own_name")
"""The columns of a player that anonymization changes."""


class AlreadyAnonymous(Refused):
    code = "already_anonymous"
    template = _("%(name)s is already anonymized.")


@dataclass(frozen=True)
class RenamedEntrant:
    entrant: Entrant
    before: str
    public_before: str
    after: str


@dataclass(frozen=True)
class NamingText:
    """A stored text that contained the name."""

    row: Model
    text: str
    tournament: Tournament


@dataclass(frozen=True)
class ErasureResult:
    """`rows` are new digests of log rows."""

    player: Player
    pairs: Sequence[RenamedEntrant]
    texts: Sequence[NamingText]
    name_finder: NameFinder
    rows: Mapping[int, str]


def erase_player(
    *, player: Player, entrants: Iterable[Entrant], by: Actor, at: datetime, former: Collection[str] = ()
) -> ErasureResult:
    """Erase a player's contact details, names in their club's tournaments, and the club's entry drafts.

    `former` are other names; the player has played for `entrants`, too. Log rows stay writable until
    `lock_log` in the same transaction. Caller locks the club and all changed rows. Raises
    AlreadyAnonymous.
    """
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    club = person.club
    if person.anonymous_as is not None:
        raise AlreadyAnonymous(name=person.name)
    names, public = {person.real_name, *former}, person.name
    affected = list(_affected_entrants(person, entrants))
    Anonymising.objects.create(player=person, user=by.user, at=at)
    before = {entrant.pk: (entrant.real_name, entrant.name) for entrant in affected}
    _anonymize(person, club)
    contact_details.delete_details([person])
    pairs = _rename_affected(person, names, affected, before)
    pair_names = {name for pair in pairs for name in (pair.before, pair.public_before)}
    finder = build_name_finder(names, {public, *pair_names})
    log_digests = _erase_rows(LogRow.objects.filter(club=club), finder)
    _erase_applications(club, affected, names, finder)
    texts = _erase_typed_texts(club, finder)
    entry_drafts.delete_drafts(club)
    return ErasureResult(person, pairs, texts, finder, log_digests)


def anonymize_tournament_players(
    *, players: Sequence[Player], tournament: Tournament, by: Actor, at: datetime
) -> Mapping[int, str]:
    """Replace names by numbers, in the tournament's log by “…”; delete contact details.

    Return changed log rows' digests by primary key. The players are in no other tournament. Caller locks club
    and tournament, logs, and renames pairs.
    """
    if not players:
        return {}
    names = {player.real_name for player in players}
    finder = build_name_finder(names, {player.name for player in players})
    last = Player.objects.filter(club=tournament.club_id).aggregate(last=Max("anonymous_as"))["last"] or 0
    Anonymising.objects.bulk_create(Anonymising(player=player, user=by.user, at=at) for player in players)
    for number, player in enumerate(players, start=last + 1):
        _set_number(player, number)
    contact_details.delete_details(players)
    Player.objects.bulk_update(players, NAME_COLUMNS, batch_size=100)
    digests = _erase_rows(LogRow.objects.filter(tournament=tournament), finder)
    Anonymising.objects.filter(player__in=players).update(open=False)
    return digests


def lock_log(player: Player) -> None:
    Anonymising.objects.filter(player=player).update(open=False)


def _affected_entrants(player: Player, entrants: Iterable[Entrant]) -> Iterator[Entrant]:
    left = entrant_ids_left_by([player], former_players(club=player.club_id))
    keys = {entrant.pk for entrant in entrants}
    own = Q(roster__player=player) | Q(pk__in=keys) | Q(public_id__in=left)
    listed = Entrant.objects.filter(own, tournament__club=player.club_id).distinct()
    yield from listed.select_related("tournament").prefetch_related("roster__player").order_by("pk")


def _anonymize(player: Player, club: Club) -> None:
    last = Player.objects.filter(club=club).aggregate(last=Max("anonymous_as"))["last"] or 0
    _set_number(player, last + 1)
    player.save(update_fields=NAME_COLUMNS)


def _set_number(player: Player, number: int) -> None:
    player.anonymous_as, player.shown = number, NameDisplay.FULL
    player.name, player.full_name = anonymous_name(number), ""
    player.same_as, player.own_name = None, ""


def _rename_affected(
    player: Player,
    names: Collection[str],
    affected: Sequence[Entrant],
    before: dict[int, tuple[str, str]],
) -> list[RenamedEntrant]:
    """Name entrants after their players if their name contains one of `names`; refresh public names, too.

    Return those whose real name changed. `before` has real and public name by primary key.
    """
    for entrant in affected:
        if any(contains_name(text, name) for text in (entrant.real_name, entrant.name) for name in names):
            rows = sorted(entrant.roster.all(), key=lambda row: row.place)
            players = [player if row.player == player else row.player for row in rows]
            Entrant.objects.filter(pk=entrant.pk).update(full_name=usual_name(players))
    rosters = EntrantPlayer.objects.filter(entrant__in=affected).select_related("player")
    refresh_pair_names([row.player for row in rosters])
    renamed = Entrant.objects.in_bulk([entrant.pk for entrant in affected])
    return [
        RenamedEntrant(renamed[name.pk], *before[name.pk], renamed[name.pk].real_name)
        for name in affected
        if renamed[name.pk].real_name != before[name.pk][0]
    ]


def _erase_rows(rows: QuerySet[LogRow], finder: NameFinder) -> Mapping[int, str]:
    """Store rows without texts that contain the names; return changed rows' digests by primary key."""
    stored = rows.exclude(before="", after="").order_by("pk").values_list("pk", "before", "after")
    changed = {
        pk: erased
        for pk, *texts in stored.iterator()
        if (erased := [_erase_json(text, finder) for text in texts]) != texts
    }
    for pk, (before, after) in changed.items():
        LogRow.objects.filter(pk=pk).update(before=before, after=after)
    return {pk: audit_log.digest_of_texts(*erased) for pk, erased in changed.items()}


def _erase_json(text: str, finder: NameFinder) -> str:
    payload = json.loads(text) if text else None
    if not finder.finds_in(payload):
        return text
    return json.dumps(finder.erase(payload), ensure_ascii=False, sort_keys=True)


def _erase_typed_texts(club: Club, finder: NameFinder) -> list[NamingText]:
    """Erase keepers' names, cancellations' reasons, ties' reasons and witnesses, as in `erase_columns`."""
    of_stage = Q(stage__tournament__club=club) | Q(group__stage__tournament__club=club)
    ties = TieDecision.objects.filter(of_stage).select_related(
        "stage__tournament", "group__stage__tournament"
    )
    keepers = Keeper.objects.filter(table__tournament__club=club).select_related("table__tournament")
    return [
        *erase_columns(keepers, ["name"], finder, attrgetter("table.tournament")),
        *erase_columns(club.tournaments.all(), ["cancelled_because"], finder, lambda tournament: tournament),
        *erase_columns(
            ties, ["witness", "reason"], finder, lambda tie: (tie.stage or tie.group.stage).tournament
        ),
    ]


def _erase_applications(
    club: Club, affected: Sequence[Entrant], names: Collection[str], finder: NameFinder
) -> None:
    """Erase names, own applications' contact and answers; withdraw their mail. Others' surnames stay."""
    applications = Application.objects.filter(tournament__club=club)
    own = applications.filter(Q(entrant__in=affected) | Q(player_1__in=names) | Q(player_2__in=names))
    for application in own:
        outbox.withdraw(key_prefix=application.mail_key)
    own.update(contact="", answers="[]")
    columns, tournament_of = ["player_1", "player_2"], attrgetter("tournament")
    erase_columns(applications.filter(entrant__in=affected), columns, finder, tournament_of)
    erase_columns(applications, columns, build_name_finder((), names), tournament_of)


def erase_columns(
    rows: QuerySet[Any], fields: Sequence[str], finder: NameFinder, tournament_of: Callable[[Any], Tournament]
) -> list[NamingText]:
    """Replace texts that contain the name whole; return them."""
    erased = []
    for row in rows.order_by("pk"):
        texts = {field: text for field in fields if finder.finds(text := getattr(row, field))}
        if texts:
            rows.model._default_manager.filter(pk=row.pk).update(**dict.fromkeys(texts, ERASED))  # noqa: SLF001
            erased += [NamingText(row, text, tournament_of(row)) for text in texts.values()]
    return erased
