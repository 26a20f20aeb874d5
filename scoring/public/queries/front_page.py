"""What the front page of the house tells: what is on now, what is next, what ended last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef

from scoring.live.queries.topics import FEW_IN_PLAY
from scoring.public.queries.now_playing import OnNow, read_decided, read_on_now
from scoring.public.queries.tournament_lists import listed_tournaments
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.places.final_ranking import FinalPlace
from scoring.queries.places.podiums import read_podiums
from scoring.queries.sort_direction import which_leads
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Encounter, Tournament
from tournaments.models.counts import count_of

SHOWN_NEXT: Final = 6
SHOWN_RESULTS: Final = 6


@dataclass(frozen=True)
class Ended:
    """A tournament that is over, with its first three; nobody where it was cancelled or nobody won."""

    tournament: Tournament
    podium: Sequence[FinalPlace]


@dataclass(frozen=True)
class Front:
    """The front page; of each list the first ones, and whether there are more.

    `decided` are the newest results of the tournaments that are on.
    """

    on_now: Sequence[OnNow]
    decided: Sequence[EncounterListing]
    next: Sequence[Tournament]
    ended: Sequence[Ended]
    more: bool

    @property
    def playing(self) -> int:
        """How many tables play, in all tournaments that are shown."""
        return sum(one.playing for one in self.on_now)

    @property
    def leads(self) -> str:
        """Which way is good of what the tables that are shown count."""
        matches = [match for one in self.on_now for shown in one.shown for match in shown.all_matches]
        return which_leads(*dict.fromkeys(match.counted_in for match in matches)) or which_leads("points")

    @property
    def then(self) -> Sequence[Tournament]:
        """What is next: without its first while that has the place of what is on."""
        return self.next if self.on_now else self.next[1:]

    def __bool__(self) -> bool:
        return bool(self.on_now or self.next or self.ended)


def read_front() -> Front:
    """Everything that the front page tells, in a number of queries that no number of tournaments changes."""
    playing = _busiest_first()
    upcoming = listed_tournaments(TournamentState.OPEN).order_by("first_day", "pk")[: SHOWN_NEXT + 1]
    over = listed_tournaments(TournamentState.FINISHED)[: SHOWN_RESULTS + 1]
    lists = [(playing, FEW_IN_PLAY), (list(upcoming), SHOWN_NEXT), (list(over), SHOWN_RESULTS)]
    on, coming, ended = (found[:most] for found, most in lists)
    podiums = read_podiums(ended)
    return Front(
        on_now=read_on_now(on),
        decided=read_decided(on),
        next=coming,
        ended=[Ended(one, podiums.get(one.pk, ())) for one in ended],
        more=any(len(found) > most for found, most in lists),
    )


def _busiest_first() -> list[Tournament]:
    """The tournaments in play that come first: where most tables play, then the newest."""
    playing = Encounter.objects.standing().filter(
        stage__tournament=OuterRef("pk"), state=EncounterState.PLAYING
    )
    found = listed_tournaments(TournamentState.PLAYING).annotate(at_tables=count_of(playing))
    return list(found.order_by("-at_tables", "-first_day", "-pk")[: FEW_IN_PLAY + 1])
