from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import MANAGERS, REFEREES
from tournaments.blueprints.domain.event_dates import SeriesEvent
from tournaments.blueprints.views.blueprints import due_events
from tournaments.disk import low_disk_bytes
from tournaments.enums import Role, TournamentState
from tournaments.models import Club, Membership, Table, Tournament, User
from tournaments.models.tournament import TournamentQuerySet
from tournaments.naming.collation import turkish_order
from tournaments.navigation.organizer_pages import most_urgent_page
from tournaments.stages.draw_checks import fewest_entrants_for
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.stages.stage_settings import settings_of_stages
from tournaments.web.http import PageRequest

ARCHIVED_PER_PAGE = 20


@dataclass
class DashboardClub:
    club: Club
    role: str | None = None
    tournaments: list[DashboardTournament] = field(default_factory=list)
    due_events: list[SeriesEvent] = field(default_factory=list)

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
class DashboardTournament:
    tournament: Tournament
    entered: int
    managed: bool
    refereed: bool = False

    @property
    def next_step(self) -> str:
        """`enter`, `draw`, `run` or `over`."""
        if self.tournament.cancelled:
            return "over"
        if self.tournament.state == TournamentState.OPEN:
            return "draw" if self.entered >= self._min_entrants else "enter"
        return "run" if self.tournament.state == TournamentState.PLAYING else "over"

    @property
    def target_url_name(self) -> str:
        """By the tournament's state and the user's role."""
        if self.managed:
            return most_urgent_page(
                self.tournament, has_enough_entrants=self.entered >= self._min_entrants
            ).address
        refereeing = self.refereed and self.tournament.state != TournamentState.OPEN
        return "scoring:referee" if refereeing else "scoring:tournament"

    @property
    def entrant_count_text(self) -> str:
        return describe_entrant_count(self.entered, self.tournament.kind)

    @property
    def min_entrants_text(self) -> str:
        return describe_entrant_count(self._min_entrants, self.tournament.kind)

    @property
    def _min_entrants(self) -> int:
        return fewest_entrants_for(settings_of_stages(self.tournament.stages.all()))


@require_safe
@login_required
def dashboard(request: PageRequest) -> HttpResponse:
    """Show the user's clubs and tournaments; to owners also low disk space."""
    assert isinstance(request.user, User)
    archived_count = _tournaments_with_role(request.user).exclude(archived_at=None).count()
    clubs = dashboard_clubs(request.user)
    free_bytes = low_disk_bytes() if any(club.owned for club in clubs) else None
    context = {
        "clubs": clubs,
        "archived_count": archived_count,
        "free_disk_bytes": free_bytes,
        "guide": _guide_for(clubs),
    }
    return render(request, "tournaments/dashboard/dashboard.html", context)


def _guide_for(clubs: Sequence[DashboardClub]) -> str:
    roles: list[DashboardClub | DashboardTournament] = [
        *clubs,
        *(tournament for club in clubs for tournament in club.tournaments),
    ]
    if not roles or any(role.managed for role in roles):
        return "organizers"
    return "referees" if any(role.refereed for role in roles) else "scorekeepers"


def dashboard_clubs(user: User) -> list[DashboardClub]:
    """Return clubs by name, with current tournaments and, if managed, due events.

    `role` is None where the user only belongs to single tournaments.
    """
    unsorted = Membership.objects.filter(user=user).select_related("club").order_by("club_id", "pk")
    memberships = sorted(unsorted, key=lambda membership: turkish_order(membership.club.name))
    clubs: dict[int, DashboardClub] = {}
    for membership in memberships:
        entry = clubs.setdefault(membership.club_id, DashboardClub(membership.club))
        if membership.tournament_id is None:
            entry.role = membership.role
    by_tournament = {
        membership.tournament_id: membership.role
        for membership in memberships
        if membership.tournament_id is not None
    }
    for tournament in _current_tournaments(user):
        entry = clubs[tournament.club_id]
        role = by_tournament.get(tournament.pk)
        managed, refereed = entry.managed or role in MANAGERS, entry.refereed or role in REFEREES
        entered: int = tournament.entered  # type: ignore[attr-defined]  # annotated by _tournaments
        entry.tournaments.append(DashboardTournament(tournament, entered, managed, refereed))
    for event in due_events([entry.club for entry in clubs.values() if entry.managed]):
        clubs[event.blueprint.club_id].due_events.append(event)
    return list(clubs.values())


@require_safe
@login_required
def archived_tournaments(request: PageRequest) -> HttpResponse:
    """List the user's archived tournaments, newest first, by `?page`, each with whether they manage it."""
    assert isinstance(request.user, User)
    archived = (
        _tournaments_with_role(request.user).exclude(archived_at=None).select_related("club", "champion")
    )
    page = Paginator(archived.newest_first(), ARCHIVED_PER_PAGE).get_page(request.GET.get("page"))
    managing = Membership.objects.filter(user=request.user, role__in=MANAGERS)
    roles = set(managing.values_list("club_id", "tournament_id"))
    rows = [
        (tournament, not roles.isdisjoint({(tournament.club_id, None), (tournament.club_id, tournament.pk)}))
        for tournament in page
    ]
    return render(request, "tournaments/dashboard/archived.html", {"page": page, "rows": rows})


def _tournaments_with_role(user: User) -> TournamentQuerySet:
    whole = Membership.objects.filter(user=user, tournament=None).values("club")
    single = Membership.objects.filter(user=user, tournament__isnull=False).values("tournament")
    return Tournament.objects.not_erased().filter(Q(club__in=whole) | Q(pk__in=single))


def _current_tournaments(user: User) -> list[Tournament]:
    return list(
        _tournaments_with_role(user)
        .filter(archived_at=None)
        .annotate(entered=Count("entrants"))
        .select_related("champion")
        .prefetch_related(Prefetch("tables", Table.objects.open()), "stages__feeds_in__source")
        .newest_first()
    )
