from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.enums import SlideKind
from scoring.queries.places.final_ranking import FinalPlace, read_final_places
from scoring.screen.queries.slide_capacity import LINE, Room, laid_out
from scoring.screen.queries.slide_kinds import Slide, SlideInputs
from tournaments.models import Entrant

LAST_ON_PODIUM = 3
FEW = 6
"""Up to so many places stay in one column if they fit."""
SIDE_WIDTH = 6.8
"""Widths of a place and the margins of its column."""


@dataclass(frozen=True)
class Podium:
    champion: Entrant
    score: tuple[int, int] | None
    others: Sequence[tuple[int, Entrant]]


@dataclass(frozen=True)
class PageOfRanking:
    columns: Sequence[Sequence[tuple[int, Entrant]]]


def champion_slides(inputs: SlideInputs) -> list[Slide]:
    """Return the champion once known, and the ranking once nothing is left to play."""
    champion = inputs.frame.tournament.champion
    ranking = _in_order(read_final_places(inputs.frame))
    first = [Slide(SlideKind.CHAMPION, _podium(inputs, champion, ranking))] if champion else []
    area = inputs.room.below(1)
    pages = laid_out(lambda _room: ranking, _height, area=area, equal_heights=True)
    return [*first, *(Slide(SlideKind.CHAMPION, _in_columns(page, area), look="ranking") for page in pages)]


def _in_order(places: Sequence[FinalPlace]) -> list[tuple[int, Entrant]]:
    return [(place.place, entrant) for place in places for entrant in place.entrants]


def _podium(inputs: SlideInputs, champion: Entrant, ranking: Sequence[tuple[int, Entrant]]) -> Podium:
    runners_up = [ranked for ranked in ranking if ranked[0] <= LAST_ON_PODIUM and ranked[1] != champion]
    return Podium(champion, _score(inputs, champion), runners_up)


def _score(inputs: SlideInputs, champion: Entrant) -> tuple[int, int] | None:
    last = inputs.frame.stages[-1].stage
    if last.tabular:
        return None
    finals = [
        listing
        for listing in inputs.listings
        if listing.encounter.stage_id == last.pk and listing.has(champion)
    ]
    decided = [match_listing for match_listing in finals if match_listing.decided and not match_listing.bye]
    final = max(decided, key=lambda one: (one.encounter.round, one.encounter.pk), default=None)
    if final is None or last.best_of == 1 or final.walkover:
        return None
    return final.winners_score


def _height(ranked: tuple[int, Entrant], area: Room) -> float:
    return 1.0 + LINE * area.lines(ranked[1].name, SIDE_WIDTH)


def _in_columns(page: Sequence[tuple[int, Entrant]], area: Room) -> PageOfRanking:
    one_column = len(page) <= FEW and sum(_height(ranked, area) for ranked in page) <= area.height
    first = len(page) if one_column else -(-len(page) // 2)
    return PageOfRanking([column for column in (page[:first], page[first:]) if column])
