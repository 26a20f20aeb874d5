from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef

from scoring.live.queries.topics import MAX_TOURNAMENTS_BY_HAND
from scoring.public.queries.now_playing import CurrentTournament, read_current_tournaments, read_decided
from scoring.public.queries.tournament_lists import listed_tournaments
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.places.final_ranking import FinalPlace
from scoring.queries.places.podiums import read_podiums
from scoring.queries.sort_direction import sort_directions
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Encounter, Tournament
from tournaments.models.counts import count_of

SHOWN_NEXT: Final = 6
SHOWN_RESULTS: Final = 6


@dataclass(frozen=True)
class EndedTournament:
    tournament: Tournament
    podium: Sequence[FinalPlace]


@dataclass(frozen=True)
class FrontPage:
    on_now: Sequence[CurrentTournament]
    decided: Sequence[EncounterListing]
    next: Sequence[Tournament]
    ended: Sequence[EndedTournament]
    more: bool

    @property
    def playing(self) -> int:
        return sum(on_now.playing for on_now in self.on_now)

    @property
    def leads(self) -> str:
        matches = [
            match for playing in self.on_now for listing in playing.shown for match in listing.all_matches
        ]
        return sort_directions(*dict.fromkeys(match.counted_in for match in matches)) or sort_directions(
            "points"
        )

    @property
    def then(self) -> Sequence[Tournament]:
        """Return coming tournaments, without the first while it replaces the current ones."""
        return self.next if self.on_now else self.next[1:]

    def __bool__(self) -> bool:
        return bool(self.on_now or self.next or self.ended)


def read_front_page() -> FrontPage:
    """Read the front page in a fixed number of queries."""
    playing = _busiest_first()
    upcoming = listed_tournaments(TournamentState.OPEN).order_by("first_day", "pk")[: SHOWN_NEXT + 1]
    finished = listed_tournaments(TournamentState.FINISHED)[: SHOWN_RESULTS + 1]
    lists = [
        (playing, MAX_TOURNAMENTS_BY_HAND),
        (list(upcoming), SHOWN_NEXT),
        (list(finished), SHOWN_RESULTS),
    ]
    current, coming, ended = (tournaments[:limit] for tournaments, limit in lists)
    podiums = read_podiums(ended)
    return FrontPage(
        on_now=read_current_tournaments(current),
        decided=read_decided(current),
        next=coming,
        ended=[EndedTournament(tournament, podiums.get(tournament.pk, ())) for tournament in ended],
        more=any(len(tournaments) > limit for tournaments, limit in lists),
    )


def _busiest_first() -> list[Tournament]:
    playing = Encounter.objects.standing().filter(
        stage__tournament=OuterRef("pk"), state=EncounterState.PLAYING
    )
    playing_tournaments = listed_tournaments(TournamentState.PLAYING).annotate(at_tables=count_of(playing))
    return list(
        playing_tournaments.order_by("-at_tables", "-first_day", "-pk")[: MAX_TOURNAMENTS_BY_HAND + 1]
    )
