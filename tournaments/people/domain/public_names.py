from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameShown
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, Player, Tournament
from tournaments.naming.collation import turkish_order
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH, placeholder, with_initial
from tournaments.people.domain.aliases import with_aliases
from tournaments.people.domain.pair_names import refresh_pair_names
from tournaments.refusals import GoneMeanwhile, Refused


class AliasMissing(Refused):
    code = "alias_missing"
    template = _("Enter the other name of %(name)s.")


class AliasUnreadable(Refused):
    code = "alias_unreadable"
    template = _("“%(name)s” can't be shown: a name is one line of at most %(most)s characters.")


class NoNameLeft(Refused):
    code = "no_name_left"
    template = _("%(name)s was anonymized; there is no name left to show.")


class ChoiceChanged(Refused):
    code = "shown_otherwise"
    template = _("Someone else has changed how %(name)s is shown. Check it, and choose again.")


@dataclass(frozen=True)
class PublicNameChoice:
    how: NameShown
    alias: str = ""


def current_choice(player: Player) -> PublicNameChoice | None:
    if player.anonymous_as is not None:
        return None
    return PublicNameChoice(NameShown(player.shown), player.name if player.shown == NameShown.ALIAS else "")


def set_public_name(player: Player, shown: PublicNameChoice) -> None:
    """Set it, unsaved. Raises AliasMissing, AliasUnreadable, NoNameLeft."""
    if player.anonymous_as is not None:
        raise NoNameLeft(name=player.name)
    real = player.real_name
    name = {NameShown.FULL: real, NameShown.INITIAL: with_initial(real)}.get(shown.how) or _alias(
        real, shown.alias
    )
    player.shown, player.name = shown.how, name
    player.full_name = "" if name == real else real


def _alias(real: str, typed: str) -> str:
    alias = one_line(typed)
    if not alias:
        raise AliasMissing(name=real)
    if len(alias) > MAX_NAME_LENGTH or {"⟦", "⟧"} & set(alias):
        raise AliasUnreadable(name=alias, most=MAX_NAME_LENGTH)
    return alias


@transaction.atomic
def choose(
    *,
    tournament: Tournament,
    choices: Mapping[Player, PublicNameChoice],
    by: Actor,
    at: datetime,
    seen: Mapping[Player, PublicNameChoice] | None = None,
) -> list[Player]:
    """Set public names of players and their pairs, or nothing; return the changed players.

    With `seen`, skip players whose choice has changed. Raises AliasMissing, AliasUnreadable, NoNameLeft.
    """
    changed = _choose(tournament.club_id, choices, seen)
    if changed:
        audit_log.write("names_chosen", by=by, at=at, tournament=tournament, after=_log_details(changed))
    return changed


@transaction.atomic
def choose_for_one(
    *, player: Player, shown: PublicNameChoice, seen: PublicNameChoice | None, by: Actor, at: datetime
) -> bool:
    """Raises what `choose` raises, and ChoiceChanged unless it is `seen`."""
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    changed = _choose(person.club_id, {person: shown}, {person: seen})
    if not changed and current_choice(get_or_refuse(Player.objects, person.pk)) not in (seen, shown):
        raise ChoiceChanged(name=person.real_name)
    if changed:
        summary = _log_details(changed)
        audit_log.write(
            "names_chosen", by=by, at=at, club=person.club, subject=person.public_id, after=summary
        )
    return bool(changed)


def _choose(
    club: int,
    choices: Mapping[Player, PublicNameChoice],
    seen: Mapping[Player, PublicNameChoice | None] | None,
) -> list[Player]:
    lock_club(club)
    locked = Player.objects.filter(club=club).in_bulk([player.pk for player in choices])
    if len(locked) < len(choices):
        raise GoneMeanwhile
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
    return {"shown": [{"player": placeholder(player.public_id), "shown": player.shown} for player in changed]}


@transaction.atomic
def choose_for_all(
    *, tournament: Tournament, kind: NameShown, confirmed_ids: Collection[UUID], by: Actor, at: datetime
) -> list[Player]:
    """Except aliases; return the changed players.

    Players who become more visible must be in `confirmed_ids` (public ids).
    """
    lock_club(tournament.club_id)
    unconfirmed_keys = {
        player.pk for player in more_visible(tournament, kind) if player.public_id not in confirmed_ids
    }
    players = _without_alias(tournament).exclude(pk__in=unconfirmed_keys)
    choices = {player: PublicNameChoice(kind) for player in players.order_by("pk")}
    return choose(tournament=tournament, choices=choices, by=by, at=at)


def more_visible(tournament: Tournament, kind: NameShown) -> list[Player]:
    if kind != NameShown.FULL:
        return []
    return sorted(
        _without_alias(tournament).exclude(full_name=""),
        key=lambda one: (turkish_order(one.real_name), one.pk),
    )


def _without_alias(tournament: Tournament) -> QuerySet[Player]:
    own = Player.objects.filter(rosters__entrant__tournament=tournament, anonymous_as=None)
    return own.exclude(shown=NameShown.ALIAS).distinct()


@transaction.atomic
def choose_for_new(*, club: Club, kind: NameShown, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Never an alias."""
    locked = lock_club(club.pk)
    before = locked.names_shown
    if before == kind:
        return
    locked.names_shown = club.names_shown = kind
    locked.save(update_fields=["names_shown"])
    audit_log.write(
        "names_chosen_for_new",
        by=by,
        at=at,
        tournament=tournament,
        before={"shown": before},
        after={"shown": kind},
    )
