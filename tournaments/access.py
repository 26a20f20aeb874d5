"""Who may do what. Each function fetches a thing for somebody, or answers 404 as if it weren't there.

Owners and organizers manage a club and its tournaments; referees and scorekeepers, too, enter hands. A role
held for one tournament counts for that one only. A table's link enters hands of that table only.

Everybody looks at public tournaments, whoever has a role at drafts too, nobody at one that was erased. That
is said here alone: every page asks `shown_to`, or fetches by one of these functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from .domain.actor import Actor
from .domain.compiled import compiled
from .enums import Role, Visibility
from .models import (
    Club,
    Encounter,
    Keeper,
    Membership,
    Player,
    Series,
    SidesLink,
    Table,
    TableLink,
    Tournament,
    User,
)
from .models.encounter import EncounterQuerySet
from .models.tournament import TournamentQuerySet

Visitor = User | AnonymousUser
NOBODY = AnonymousUser()
"""Who has not signed in: what is asked for nobody in particular is what everybody may see."""

Link = TypeVar("Link", TableLink, SidesLink)

MANAGERS = (Role.OWNER, Role.ORGANIZER)
REFEREES = (*MANAGERS, Role.REFEREE)

OF_TABLE, OF_SIDES = "table_", "sides_"
"""How the cookies begin that hold the tokens of a table's two links on a phone."""


class CodesEnded(Http404):
    """The code is right, but the tournament's last day is over."""


def shown_to(user: Visitor = NOBODY) -> TournamentQuerySet:
    """The tournaments that somebody may look at; whoever hasn't signed in costs no query for it."""
    if not isinstance(user, User):
        return Tournament.objects.public()
    held = Membership.objects.filter(user=user)
    whole, single = held.filter(tournament=None), held.filter(tournament__isnull=False)
    own = Q(club__in=whole.values("club")) | Q(pk__in=single.values("tournament"))
    return Tournament.objects.filter(Q(visibility=Visibility.PUBLIC) | (Q(visibility=Visibility.DRAFT) & own))


def shown_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    return get_object_or_404(shown_to(user).select_related("club", "rule_book"), public_id=public_id)


def shown_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    return get_object_or_404(Encounter, stage__tournament__in=shown_to(user), public_id=public_id)


def memberships_for(user: Visitor, tournament: Tournament) -> QuerySet[Membership]:
    """What a user is in a tournament: by its club, or by itself."""
    if not isinstance(user, User):
        return Membership.objects.none()
    return Membership.objects.filter(
        Q(tournament=None) | Q(tournament=tournament), user=user, club_id=tournament.club_id
    )


def is_member(user: Visitor, *, tournament: UUID | None = None, club: UUID | None = None) -> bool:
    """Whether a user holds any role in a tournament, or else in a club, by its public id."""
    if not isinstance(user, User):
        return False
    held = Membership.objects.filter(user=user)
    if tournament is None:
        return club is not None and held.filter(club__public_id=club).exists()
    by_club = Q(tournament=None, club__tournaments__public_id=tournament)
    return held.filter(by_club | Q(tournament__public_id=tournament)).exists()


def may_manage(user: Visitor, tournament: Tournament) -> bool:
    return memberships_for(user, tournament).filter(role__in=MANAGERS).exists()


def may_enter_hands(user: Visitor, tournament: Tournament) -> bool:
    return memberships_for(user, tournament).exists()


def rights_tag(user: Visitor) -> str:
    """Another word for each user, and for each change of his rights; one query, none for who is nobody."""
    if not isinstance(user, User):
        return "0"
    held = Membership.objects.filter(user=user).order_by("pk").values_list("pk", "role")
    rights = ",".join(f"{key}:{role}" for key, role in held)
    return f"{user.pk}.{sha256(rights.encode()).hexdigest()[:12]}"


def managed_clubs(user: Visitor) -> QuerySet[Club]:
    """Clubs in which the user may create tournaments."""
    if not isinstance(user, User):
        return Club.objects.none()
    managed = Membership.objects.filter(user=user, tournament=None, role__in=MANAGERS)
    return Club.objects.filter(pk__in=managed.values("club")).order_by("pk")


def managed_club_or_404(user: Visitor, public_id: UUID) -> Club:
    return get_object_or_404(managed_clubs(user), public_id=public_id)


def person_or_404(user: Visitor, club_id: UUID, player_id: UUID) -> Player:
    """A person of a club, or an alias, for whoever may enter people in all its tournaments."""
    club = managed_club_or_404(user, club_id)
    players = Player.objects.filter(club=club, anonymous_as=None).select_related("club", "same_as__club")
    return get_object_or_404(players, public_id=player_id)


def hosting_club_or_404(public_id: UUID) -> Club:
    """A club of which everybody sees a tournament; of others nobody is told that they are there."""
    hosts = Club.objects.filter(pk__in=Tournament.objects.public().values("club"))
    return get_object_or_404(hosts, public_id=public_id)


def club_with_logo_or_404(user: Visitor, public_id: UUID) -> tuple[Club, bool]:
    """A club that has a logo, and whether everybody may see it; else it is shown to its members alone."""
    clubs = Club.objects.exclude(logo="")
    hosts = clubs.filter(pk__in=Tournament.objects.public().values("club"), public_id=public_id).first()
    if hosts is not None:
        return hosts, True
    if not is_member(user, club=public_id):
        raise Http404
    return get_object_or_404(clubs, public_id=public_id), False


def shown_series_or_404(public_id: UUID) -> Series:
    """A series of nights of a club of which everybody sees a tournament."""
    hosts = Tournament.objects.public().values("club")
    return get_object_or_404(Series.objects.select_related("club"), club__in=hosts, public_id=public_id)


def owns_club(user: Visitor, club: Club) -> bool:
    """Whether the user is an owner of a club."""
    held = Membership.objects.filter(club=club, tournament=None, role=Role.OWNER)
    return isinstance(user, User) and held.filter(user=user).exists()


def owned_clubs(user: Visitor) -> QuerySet[Club]:
    """Clubs whose members the user may change."""
    managed = managed_clubs(user)
    if not isinstance(user, User):
        return managed
    owned = Membership.objects.filter(user=user, tournament=None, role=Role.OWNER)
    return managed.filter(pk__in=owned.values("club"))


def owned_club_or_404(user: Visitor, public_id: UUID) -> Club:
    return get_object_or_404(owned_clubs(user), public_id=public_id)


def _standing_tournament_or_404(public_id: UUID) -> Tournament:
    tournaments = Tournament.objects.standing().select_related("club", "rule_book")
    return get_object_or_404(tournaments, public_id=public_id)


def _standing_encounters() -> EncounterQuerySet:
    return Encounter.objects.exclude(stage__tournament__visibility=Visibility.ERASED)


def managed_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    tournament = _standing_tournament_or_404(public_id)
    if not may_manage(user, tournament):
        raise Http404
    return tournament


def repeatable_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    """A tournament for whoever may create another one like it: who manages its whole club."""
    tournament = _standing_tournament_or_404(public_id)
    if not managed_clubs(user).filter(pk=tournament.club_id).exists():
        raise Http404
    return tournament


def managed_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    related = _standing_encounters().select_related("stage__tournament__club", "group", "table")
    encounter = get_object_or_404(related, public_id=public_id)
    if not may_manage(user, encounter.stage.tournament):
        raise Http404
    return encounter


def entered_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    """An encounter, with its players, for whoever of the staff may enter its hands."""
    related = (
        _standing_encounters()
        .select_related("stage__tournament__club", "stage__tournament__rule_book", "group", "table")
        .prefetch_related("sides__entrant__roster__player")
    )
    encounter = get_object_or_404(related, public_id=public_id)
    if not may_enter_hands(user, encounter.stage.tournament):
        raise Http404
    return encounter


def link_by_token_or_404(token: str) -> TableLink:
    """The valid link of a QR code. Raises CodesEnded."""
    return _not_ended(get_object_or_404(_unrevoked_links().filter(token=_askable(token))))


def _unrevoked_links() -> QuerySet[TableLink]:
    links = TableLink.objects.exclude(table__tournament__visibility=Visibility.ERASED)
    return links.filter(revoked_at=None).select_related(
        "table__tournament__club", "table__tournament__rule_book"
    )


@compiled
def _links_to(table: str, token: str, device: str) -> QuerySet[TableLink, Any]:
    """The valid link of a table, with the one as whom a device keeps the table, or kept it last."""
    own = Keeper.objects.filter(table=OuterRef("table"), device_id=device).order_by("-since", "-pk")
    links = _unrevoked_links().filter(table__public_id=table, token=token)
    return links.annotate(keeper_id=Subquery(own.values("pk")[:1]))


def _not_ended(link: Link) -> Link:
    if link.table.tournament.codes_ended(timezone.now()):
        raise CodesEnded
    return link


def cookie_name(table_id: UUID) -> str:
    """The cookie that holds a table's token on its phone."""
    return f"{OF_TABLE}{table_id.hex}"


@dataclass(frozen=True)
class Device:
    """The browser that asks: the random name that we gave it, and what it says of itself."""

    id: str = ""
    says: str = ""


def table_or_404(
    user: Visitor, public_id: UUID, token: str | None, device: Device | None = None
) -> tuple[Table, Actor]:
    """A table for its tournament's staff, else for whoever holds its valid link; and as whom they act.

    Raises CodesEnded.
    """
    device = device or Device()
    if isinstance(user, User):
        tables = Table.objects.exclude(tournament__visibility=Visibility.ERASED)
        related = tables.select_related("tournament__club", "tournament__rule_book")
        table = related.filter(public_id=public_id).first()
        if table is not None and may_enter_hands(user, table.tournament):
            return table, Actor(user=user, device=device.says, device_id=device.id)
    links = _links_to(public_id.hex, _askable(token or ""), device.id)
    if not links:
        raise Http404
    link = _not_ended(links[0])
    keeper_id = link.keeper_id if device.id else None
    return link.table, Actor(table_link=link, keeper_id=keeper_id, device=device.says, device_id=device.id)


def may_rule(user: Visitor, tournament: Tournament) -> bool:
    """Whether the user may answer calls and rule as a referee."""
    return memberships_for(user, tournament).filter(role__in=REFEREES).exists()


def roles_in(user: Visitor, tournament: Tournament) -> set[str]:
    """Everything that a user is in a tournament, in one query; nobody is anything without signing in."""
    return set(memberships_for(user, tournament).values_list("role", flat=True))


def refereed_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    tournament = _standing_tournament_or_404(public_id)
    if not may_rule(user, tournament):
        raise Http404
    return tournament


def refereed_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    related = _standing_encounters().select_related(
        "stage__tournament__club", "stage__tournament__rule_book", "group", "table"
    )
    encounter = get_object_or_404(related, public_id=public_id)
    if not may_rule(user, encounter.stage.tournament):
        raise Http404
    return encounter


def sides_cookie_name(table_id: UUID) -> str:
    """The cookie that holds the token of a table's second code on a side's phone."""
    return f"{OF_SIDES}{table_id.hex}"


def sides_link_by_token_or_404(token: str) -> SidesLink:
    """The valid link of a table's second QR code. Raises CodesEnded."""
    return _not_ended(get_object_or_404(_unrevoked_sides_links().filter(token=_askable(token))))


def sides_link_by_short_code_or_404(code: str) -> SidesLink:
    """The same by what somebody typed: capitals or not, blanks and signs anywhere. Raises CodesEnded."""
    typed = "".join(filter(str.isalnum, code)).upper()
    return _not_ended(get_object_or_404(_unrevoked_sides_links().filter(short_code=_askable(typed))))


def sides_or_404(public_id: UUID, token: str | None, device: Device) -> tuple[Table, Actor]:
    """A table for whoever holds its valid second link, and as whom they act. Raises CodesEnded."""
    links = _unrevoked_sides_links().filter(token=_askable(token or ""), table__public_id=public_id)
    link = _not_ended(get_object_or_404(links))
    return link.table, Actor(sides_link=link, device=device.says, device_id=device.id)


def _unrevoked_sides_links() -> QuerySet[SidesLink]:
    links = SidesLink.objects.exclude(table__tournament__visibility=Visibility.ERASED)
    return links.filter(revoked_at=None).select_related(
        "table__tournament__club", "table__tournament__rule_book"
    )


def _askable(text: str) -> str:
    """What a database can be asked for: PostgreSQL refuses a NUL, and nothing matches what can't be read."""
    return text if text.isprintable() else ""
