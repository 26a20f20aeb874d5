"""The organizer's first page: clubs, their tournaments, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Prefetch, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import MANAGERS, REFEREES
from tournaments.domain.entrants.entries import fewest_entrants
from tournaments.enums import Role, TournamentState
from tournaments.models import Club, Membership, Table, Tournament, User
from tournaments.naming.collation import turkish_order

from .http import PageRequest


@dataclass
class ClubOnDesk:
    """A club with what the user may do in it, and its tournaments that concern him."""

    club: Club
    role: str | None = None
    tournaments: list[TournamentOnDesk] = field(default_factory=list)

    @property
    def managed(self) -> bool:
        return self.role in MANAGERS

    @property
    def refereed(self) -> bool:
        return self.role in REFEREES

    @property
    def owned(self) -> bool:
        return self.role == Role.OWNER

    @property
    def role_name(self) -> str:
        return str(Role(self.role).label) if self.role else ""


@dataclass
class TournamentOnDesk:
    tournament: Tournament
    entered: int
    managed: bool
    refereed: bool = False

    @property
    def next_step(self) -> str:
        """What an organizer does next: `enter` pairs, `draw` groups, `run` the evening, or look back."""
        if self.tournament.state == TournamentState.OPEN:
            return "draw" if self.entered >= fewest_entrants(self.tournament.kind) else "enter"
        return "run" if self.tournament.state == TournamentState.PLAYING else "over"


@require_safe
@login_required
def desk(request: PageRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    return render(request, "tournaments/desk.html", {"clubs": clubs_of(request.user)})


def clubs_of(user: User) -> list[ClubOnDesk]:
    """Every club in which the user has a role, by name; tournaments newest first."""
    held = Membership.objects.filter(user=user).select_related("club").order_by("club_id", "pk")
    memberships = sorted(held, key=lambda one: turkish_order(one.club.name))
    clubs: dict[int, ClubOnDesk] = {}
    for membership in memberships:
        place = clubs.setdefault(membership.club_id, ClubOnDesk(membership.club))
        if membership.tournament_id is None:
            place.role = membership.role
    by_tournament = {m.tournament_id: m.role for m in memberships if m.tournament_id is not None}
    for tournament in _tournaments(user):
        place = clubs[tournament.club_id]
        own = by_tournament.get(tournament.pk)
        managed, refereed = place.managed or own in MANAGERS, place.refereed or own in REFEREES
        entered: int = tournament.entered  # type: ignore[attr-defined]  # annotated by _tournaments
        place.tournaments.append(TournamentOnDesk(tournament, entered, managed, refereed))
    return list(clubs.values())


def _tournaments(user: User) -> list[Tournament]:
    """Tournaments of the user's clubs, and those for which alone he has a role."""
    whole = Membership.objects.filter(user=user, tournament=None).values("club")
    single = Membership.objects.filter(user=user, tournament__isnull=False).values("tournament")
    return list(
        Tournament.objects.filter(Q(club__in=whole) | Q(pk__in=single))
        .annotate(entered=Count("entrants"))
        .select_related("champion")
        .prefetch_related(Prefetch("tables", Table.objects.open()))
        .newest_first()
    )
