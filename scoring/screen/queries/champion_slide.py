from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.enums import SlideKind
from scoring.queries.final_ranking import FinalPlace, read_final_places
from scoring.screen.queries.slide_capacity import LINE, SlideArea, lay_out_pages
from scoring.screen.queries.slide_kinds import Slide, SlideInputs
from tournaments.models import Entrant

LAST_ON_PODIUM = 3
MAX_ONE_COLUMN_PLACES = 6
"""Up to so many places stay in one column if they fit."""
SIDE_WIDTH = 6.8
"""Widths of a place and the margins of its column."""


@dataclass(frozen=True)
class Podium:
    champion: Entrant
    score: tuple[int, int] | None
    others: Sequence[tuple[int, Entrant]]


@dataclass(frozen=True)
class RankingPage:
    columns: Sequence[Sequence[tuple[int, Entrant]]]


def champion_slides(inputs: SlideInputs) -> list[Slide]:
    """Show the champion once known, the ranking once nothing is left to play."""
    champion = inputs.tournament_context.tournament.champion
    ranking = _in_order(read_final_places(inputs.tournament_context))
    first = [Slide(SlideKind.CHAMPION, _podium(inputs, champion, ranking))] if champion else []
    area = inputs.slide_area.below(1)
    pages = lay_out_pages(lambda _room: ranking, _height, area=area, equal_heights=True)
    return [
        *first,
        *(
            Slide(SlideKind.CHAMPION, _split_into_columns(page, area), template_variant="ranking")
            for page in pages
        ),
    ]


def _in_order(places: Sequence[FinalPlace]) -> list[tuple[int, Entrant]]:
    return [(place.place, entrant) for place in places for entrant in place.entrants]


def _podium(inputs: SlideInputs, champion: Entrant, ranking: Sequence[tuple[int, Entrant]]) -> Podium:
    runners_up = [ranked for ranked in ranking if ranked[0] <= LAST_ON_PODIUM and ranked[1] != champion]
    return Podium(champion, _final_score(inputs, champion), runners_up)


def _final_score(inputs: SlideInputs, champion: Entrant) -> tuple[int, int] | None:
    """Return matches won in the champion's last encounter, the winner's first.

    None if the last stage has standings, or after a walkover or single match.
    """
    last = inputs.tournament_context.stages[-1].stage
    if last.has_standings:
        return None
    finals = [
        listing
        for listing in inputs.listings
        if listing.encounter.stage_id == last.pk and listing.has(champion)
    ]
    decided = [match_listing for match_listing in finals if match_listing.decided and not match_listing.bye]
    final = max(decided, key=lambda listing: (listing.encounter.round, listing.encounter.pk), default=None)
    if final is None or last.best_of == 1 or final.walkover:
        return None
    return final.winners_score


def _height(ranked: tuple[int, Entrant], area: SlideArea) -> float:
    return 1.0 + LINE * area.lines(ranked[1].marked_name, SIDE_WIDTH)


def _split_into_columns(page: Sequence[tuple[int, Entrant]], area: SlideArea) -> RankingPage:
    one_column = (
        len(page) <= MAX_ONE_COLUMN_PLACES and sum(_height(ranked, area) for ranked in page) <= area.height
    )
    first = len(page) if one_column else -(-len(page) // 2)
    return RankingPage([column for column in (page[:first], page[first:]) if column])
