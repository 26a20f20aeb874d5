from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameDisplay
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Club, Player, Tournament
from tournaments.naming.collation import turkish_order
from tournaments.naming.names import initials, with_initial
from tournaments.people.domain.aliases import with_aliases
from tournaments.people.domain.pair_names import refresh_pair_names
from tournaments.refusals import Refused, RemovedMeanwhile

PUBLIC_FORMS: Final[Mapping[NameDisplay, Callable[[str], str]]] = {
    NameDisplay.FULL: str,
    NameDisplay.INITIAL: with_initial,
    NameDisplay.HIDDEN: initials,
}


class NoNameLeft(Refused):
    code = "no_name_left"
    template = _("%(name)s was anonymized; there is no name left to show.")


class ChoiceChanged(Refused):
    code = "public_name_changed_meanwhile"
    template = _("Someone else has changed how %(name)s is shown. Check it, and choose again.")


def current_choice(player: Player) -> NameDisplay | None:
    return NameDisplay(player.shown) if player.anonymous_as is None else None


def set_public_name(player: Player, shown: NameDisplay) -> None:
    """Set the choice, unsaved. Raises NoNameLeft if anonymized."""
    if player.anonymous_as is not None:
        raise NoNameLeft(name=player.name)
    real = player.real_name
    player.shown, player.name = shown, PUBLIC_FORMS[shown](real)
    player.full_name = "" if player.name == real else real


@transaction.atomic
def choose_public_names(
    *,
    tournament: Tournament,
    choices: Mapping[Player, NameDisplay],
    by: Actor,
    at: datetime,
    seen: Mapping[Player, NameDisplay] | None = None,
) -> list[Player]:
    """Store and log names and rename pairs, all or none; return only players whose name changed.

    With `seen`, players whose choice changed meanwhile are skipped. Raises RemovedMeanwhile, NoNameLeft.
    """
    changed = _store_choices(tournament.club_id, choices, seen)
    if changed:
        log_and_publish(
            "public_names_changed", by=by, at=at, tournament=tournament, after=_log_details(changed)
        )
    return changed


@transaction.atomic
def choose_for_player(
    *, player: Player, shown: NameDisplay, seen: NameDisplay | None, by: Actor, at: datetime
) -> bool:
    """Store and log the choice and rename pairs; return whether it changed.

    Raises ChoiceChanged if the stored choice is neither `seen` nor `shown`, and as choose_public_names.
    """
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    changed = _store_choices(person.club_id, {person: shown}, {person: seen})
    if not changed and current_choice(get_or_refuse(Player.objects, person.pk)) not in (seen, shown):
        raise ChoiceChanged(name=person.real_name)
    if changed:
        summary = _log_details(changed)
        log_and_publish(
            "public_names_changed", by=by, at=at, club=person.club, subject=person.public_id, after=summary
        )
    return bool(changed)


def _store_choices(
    club: int,
    choices: Mapping[Player, NameDisplay],
    seen: Mapping[Player, NameDisplay | None] | None,
) -> list[Player]:
    """Store choices, unlogged; skip players changed since `seen`; return those whose name changed.

    Raises as choose_public_names.
    """
    lock_club(club)
    locked = Player.objects.filter(club=club).in_bulk([player.pk for player in choices])
    if len(locked) < len(choices):
        raise RemovedMeanwhile
    changed = []
    for requested, shown in choices.items():
        player = locked[requested.pk]
        if seen is not None and current_choice(player) != seen.get(requested):
            continue
        before = (player.name, player.shown)
        set_public_name(player, shown)
        if before != (player.name, player.shown):
            changed.append(player)
    if changed:
        rows = with_aliases(changed)
        Player.objects.bulk_update(rows, ["name", "full_name", "shown"], batch_size=500)
        refresh_pair_names(rows)
    return changed


def _log_details(changed: Collection[Player]) -> dict[str, list[dict[str, str]]]:
    return {"shown": [{"player": str(player.public_id), "shown": player.shown} for player in changed]}


@transaction.atomic
def choose_for_all(
    *, tournament: Tournament, kind: NameDisplay, confirmed_ids: Collection[UUID], by: Actor, at: datetime
) -> list[Player]:
    """Store and log `kind` for the tournament's players who aren't hidden; return the changed ones.

    Skip those who would become more visible, unless their public id is in `confirmed_ids`.
    """
    lock_club(tournament.club_id)
    unconfirmed_keys = {
        player.pk
        for player in newly_visible_players(tournament, kind)
        if player.public_id not in confirmed_ids
    }
    players = _players_not_hidden(tournament).exclude(pk__in=unconfirmed_keys)
    choices = dict.fromkeys(players.order_by("pk"), kind)
    return choose_public_names(tournament=tournament, choices=choices, by=by, at=at)


def newly_visible_players(tournament: Tournament, kind: NameDisplay) -> list[Player]:
    if kind != NameDisplay.FULL:
        return []
    return sorted(
        _players_not_hidden(tournament).exclude(full_name=""),
        key=lambda player: (turkish_order(player.real_name), player.pk),
    )


def _players_not_hidden(tournament: Tournament) -> QuerySet[Player]:
    own = Player.objects.filter(rosters__entrant__tournament=tournament, anonymous_as=None)
    return own.exclude(shown=NameDisplay.HIDDEN).distinct()


@transaction.atomic
def set_default_display(
    *, club: Club, kind: NameDisplay, tournament: Tournament, by: Actor, at: datetime
) -> None:
    """Set how the club shows new people, logged for `tournament` if changed; `kind` is not hidden."""
    locked = lock_club(club.pk)
    before = locked.names_shown
    if before == kind:
        return
    locked.names_shown = club.names_shown = kind
    locked.save(update_fields=["names_shown"])
    log_and_publish(
        "newcomer_names_changed",
        by=by,
        at=at,
        tournament=tournament,
        before={"shown": before},
        after={"shown": kind},
    )
