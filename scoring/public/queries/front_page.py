from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef

from scoring.live.queries.counters import MAX_TOURNAMENTS_WITH_HANDS
from scoring.public.queries.now_playing import (
    CurrentTournament,
    read_current_tournaments,
    read_latest_results,
)
from scoring.public.queries.tournament_lists import listed_tournaments
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.final_ranking import FinalPlace
from scoring.queries.play_labels import sort_directions
from scoring.queries.podiums import read_podiums
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Encounter, Tournament
from tournaments.models.aggregate_subqueries import count_subquery

SHOWN_NEXT: Final = 6
SHOWN_RESULTS: Final = 6


@dataclass(frozen=True)
class EndedTournament:
    tournament: Tournament
    podium: Sequence[FinalPlace]


@dataclass(frozen=True)
class FrontPage:
    current_tournaments: Sequence[CurrentTournament]
    latest_results: Sequence[EncounterListing]
    upcoming_tournaments: Sequence[Tournament]
    ended_tournaments: Sequence[EndedTournament]
    has_more: bool

    @property
    def playing_count(self) -> int:
        return sum(on_now.playing for on_now in self.current_tournaments)

    @property
    def sort_directions_label(self) -> str:
        """Return which direction is better for each kind of figure shown; for points if none is."""
        matches = [
            match
            for playing in self.current_tournaments
            for listing in playing.shown_listings
            for match in listing.all_matches
        ]
        return sort_directions(*dict.fromkeys(match.figure_kind for match in matches)) or sort_directions(
            "points"
        )

    @property
    def later_tournaments(self) -> Sequence[Tournament]:
        """Without the first while it replaces the current ones."""
        return self.upcoming_tournaments if self.current_tournaments else self.upcoming_tournaments[1:]

    def __bool__(self) -> bool:
        return bool(self.current_tournaments or self.upcoming_tournaments or self.ended_tournaments)


def read_front_page() -> FrontPage:
    """Read what is played, announced and finished; each list is limited, `has_more` if any is cut."""
    playing = _busiest_tournaments()
    upcoming = listed_tournaments(TournamentState.OPEN).order_by("first_day", "pk")[: SHOWN_NEXT + 1]
    finished = listed_tournaments(TournamentState.FINISHED)[: SHOWN_RESULTS + 1]
    lists = [
        (playing, MAX_TOURNAMENTS_WITH_HANDS),
        (list(upcoming), SHOWN_NEXT),
        (list(finished), SHOWN_RESULTS),
    ]
    current, coming, ended = (tournaments[:limit] for tournaments, limit in lists)
    podiums = read_podiums(ended)
    return FrontPage(
        current_tournaments=read_current_tournaments(current),
        latest_results=read_latest_results(current),
        upcoming_tournaments=coming,
        ended_tournaments=[
            EndedTournament(tournament, podiums.get(tournament.pk, ())) for tournament in ended
        ],
        has_more=any(len(tournaments) > limit for tournaments, limit in lists),
    )


def _busiest_tournaments() -> list[Tournament]:
    """Return listed tournaments in play, most encounters at tables first, one more than the limit."""
    playing = Encounter.objects.not_annulled().filter(
        stage__tournament=OuterRef("pk"), state=EncounterState.PLAYING
    )
    playing_tournaments = listed_tournaments(TournamentState.PLAYING).annotate(
        at_tables=count_subquery(playing)
    )
    return list(
        playing_tournaments.order_by("-at_tables", "-first_day", "-pk")[: MAX_TOURNAMENTS_WITH_HANDS + 1]
    )
