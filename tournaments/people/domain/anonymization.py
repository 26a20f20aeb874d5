from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Max, Q, QuerySet
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
from tournaments.models.public_name_field import displayed_name, stored_name
from tournaments.naming.names import contains_name, placeholder
from tournaments.people.domain import contact_details, entry_drafts
from tournaments.people.domain.name_erasure import ERASED, NameEraser, build_name_eraser
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

    @property
    def names(self) -> set[str]:
        return {self.before, self.public_before}

    def make_eraser(self, instead: str) -> NameEraser:
        return build_name_eraser(anywhere=self.names, replacement=instead)


@dataclass(frozen=True)
class ErasureResult:
    """`rows` are new digests of log rows."""

    player: Player
    pairs: Sequence[RenamedEntrant]
    text_count: int
    text_eraser: NameEraser
    rows: Mapping[int, str]


def erase_player(
    *, player: Player, entrants: Iterable[Entrant], by: Actor, at: datetime, former: Collection[str] = ()
) -> ErasureResult:
    """Erase a player's names in all tournaments of their club.

    `former` are other names; the player has played for `entrants`, too. Log rows stay writable until
    `lock_log` in the same transaction. Caller locks the club and all changed rows. Raises
    AlreadyAnonymous.
    """
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    club = person.club
    if person.anonymous_as is not None:
        raise AlreadyAnonymous(name=person.name)
    real = person.real_name
    names = frozenset({real, person.name, *former})
    people = {real, *former}
    affected = list(_affected_entrants(person, entrants))
    Anonymising.objects.create(player=person, user=by.user, at=at)
    before = {entrant.pk: (entrant.real_name, entrant.name) for entrant in affected}
    _anonymize(person, club)
    contact_details.delete_details([person])
    pairs = _rename_affected(person, {real, *former}, affected, before)
    number = placeholder(person.anonymous_as)
    log_digests = _erase_log(
        club, build_name_eraser(names, replacement=number, inner_replacement=ERASED, people=people), pairs
    )
    pair_names = {name for pair in pairs for name in pair.names}
    text_eraser = build_name_eraser(names, replacement=ERASED, anywhere=pair_names, people=people)
    _delete_application_contacts(club, affected, people)
    texts = len(log_digests) + _erase_typed_texts(club, text_eraser)
    entry_drafts.delete_drafts(club)
    return ErasureResult(person, pairs, texts, text_eraser, log_digests)


def anonymize_tournament_players(
    *, players: Sequence[Player], tournament: Tournament, by: Actor, at: datetime
) -> Mapping[int, str]:
    """Replace names by numbers, also in the tournament's log; delete contact details.

    Return changed log rows' digests by primary key. The players are in no other tournament. Caller locks club
    and tournament, logs, and renames pairs.
    """
    if not players:
        return {}
    names = {name for player in players for name in (player.real_name, player.name)}
    real = {player.real_name for player in players}
    last = Player.objects.filter(club=tournament.club_id).aggregate(last=Max("anonymous_as"))["last"] or 0
    Anonymising.objects.bulk_create(Anonymising(player=player, user=by.user, at=at) for player in players)
    for number, player in enumerate(players, start=last + 1):
        _set_number(player, number)
    contact_details.delete_details(players)
    Player.objects.bulk_update(players, NAME_COLUMNS, batch_size=100)
    rows = LogRow.objects.filter(tournament=tournament)
    digests = _erase_rows(rows, {}, build_name_eraser(names, replacement=ERASED, people=real))
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
    player.name, player.full_name = displayed_name(placeholder(number)), ""
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
        if any(
            contains_name(stored_name(text), name)
            for text in (entrant.real_name, entrant.name)
            for name in names
        ):
            rows = sorted(entrant.roster.all(), key=lambda row: row.place)
            players = [player if row.player == player else row.player for row in rows]
            Entrant.objects.filter(pk=entrant.pk).update(full_name=usual_name(players))
    rosters = EntrantPlayer.objects.filter(entrant__in=affected).select_related("player")
    refresh_pair_names([row.player for row in rosters])
    renamed = Entrant.objects.in_bulk([entrant.pk for entrant in affected])
    return [
        RenamedEntrant(renamed[name.pk], *before[name.pk], renamed[name.pk].real_name)
        for name in affected
        if stored_name(renamed[name.pk].real_name) != stored_name(before[name.pk][0])
    ]


def _erase_log(club: Club, player_eraser: NameEraser, pairs: Sequence[RenamedEntrant]) -> Mapping[int, str]:
    erasers_by_tournament: dict[int, list[NameEraser]] = {}
    for pair in pairs:
        erasers_by_tournament.setdefault(pair.entrant.tournament_id, []).append(
            pair.make_eraser(stored_name(pair.after))
        )
    return _erase_rows(LogRow.objects.filter(club=club), erasers_by_tournament, player_eraser)


def _erase_rows(
    rows: QuerySet[LogRow],
    erasers_by_tournament: Mapping[int, Sequence[NameEraser]],
    player_eraser: NameEraser,
) -> Mapping[int, str]:
    """Store rows without the names; return changed rows' digests by primary key.

    `erasers_by_tournament` (by primary key) erase pair names, `player_eraser` in all rows.
    """
    rows = rows.exclude(before="", after="").order_by("pk")
    changed: dict[int, tuple[str, ...]] = {}
    for pk, tournament, *texts in rows.values_list("pk", "tournament", "before", "after").iterator():
        erasers = [*erasers_by_tournament.get(tournament or 0, ()), player_eraser]
        erased = tuple(_erase_json(text, erasers) for text in texts)
        if erased != tuple(texts):
            changed[pk] = erased
    for pk, (new_before, new_after) in changed.items():
        LogRow.objects.filter(pk=pk).update(before=new_before, after=new_after)
    return {
        pk: audit_log.digest_of_texts(new_before, new_after)
        for pk, (new_before, new_after) in changed.items()
    }


def _erase_json(text: str, erasers: Sequence[NameEraser]) -> str:
    if not text:
        return text
    payload = json.loads(text)
    erased = payload
    for name in erasers:
        erased = name.erase_payload(erased)
    return text if erased == payload else json.dumps(erased, ensure_ascii=False, sort_keys=True)


def _erase_typed_texts(club: Club, eraser: NameEraser) -> int:
    of_stage = Q(stage__tournament__club=club) | Q(group__stage__tournament__club=club)
    keepers = Keeper.objects.filter(table__tournament__club=club)
    changed = erase_columns(keepers, ["name"], eraser)
    applications = Application.objects.filter(tournament__club=club)
    changed += erase_columns(applications, ["player_1", "player_2"], eraser)
    changed += erase_columns(club.tournaments.all(), ["cancelled_because"], eraser)
    return changed + erase_columns(TieDecision.objects.filter(of_stage), ["witness", "reason"], eraser)


def _delete_application_contacts(club: Club, affected: Sequence[Entrant], names: Collection[str]) -> None:
    own = Q(entrant__in=affected) | Q(player_1__in=names) | Q(player_2__in=names)
    applications = Application.objects.filter(own, tournament__club=club)
    for application in applications:
        outbox.withdraw(key_prefix=application.mail_key)
    applications.update(contact="", answers="[]")


def erase_columns(rows: QuerySet[Any], fields: Sequence[str], eraser: NameEraser) -> int:
    changed = 0
    for pk, *texts in list(rows.order_by("pk").values_list("pk", *fields)):
        erased = [eraser.erase_text(text) for text in texts]
        if erased != texts:
            rows.model._default_manager.filter(pk=pk).update(**dict(zip(fields, erased, strict=True)))  # noqa: SLF001
            changed += 1
    return changed
