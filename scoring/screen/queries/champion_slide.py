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


def champion_slides(now: SlideInputs) -> list[Slide]:
    """Return the champion once known, and the ranking once nothing is left to play."""
    champion = now.frame.tournament.champion
    ranking = _in_order(read_final_places(now.frame))
    first = [Slide(SlideKind.CHAMPION, _podium(now, champion, ranking))] if champion else []
    room = now.room.below(1)
    pages = laid_out(lambda _room: ranking, _height, room=room, alike=True)
    return [*first, *(Slide(SlideKind.CHAMPION, _in_columns(page, room), look="ranking") for page in pages)]


def _in_order(places: Sequence[FinalPlace]) -> list[tuple[int, Entrant]]:
    return [(place.place, entrant) for place in places for entrant in place.entrants]


def _podium(now: SlideInputs, champion: Entrant, ranking: Sequence[tuple[int, Entrant]]) -> Podium:
    others = [ranked for ranked in ranking if ranked[0] <= LAST_ON_PODIUM and ranked[1] != champion]
    return Podium(champion, _score(now, champion), others)


def _score(now: SlideInputs, champion: Entrant) -> tuple[int, int] | None:
    last = now.frame.stages[-1].stage
    if last.tabular:
        return None
    finals = [
        listing for listing in now.listings if listing.encounter.stage_id == last.pk and listing.has(champion)
    ]
    decided = [match_listing for match_listing in finals if match_listing.decided and not match_listing.bye]
    final = max(decided, key=lambda one: (one.encounter.round, one.encounter.pk), default=None)
    if final is None or last.best_of == 1 or final.walkover:
        return None
    return final.winners_score


def _height(told: tuple[int, Entrant], room: Room) -> float:
    return 1.0 + LINE * room.lines(told[1].name, SIDE_WIDTH)


def _in_columns(page: Sequence[tuple[int, Entrant]], room: Room) -> PageOfRanking:
    one_column = len(page) <= FEW and sum(_height(ranked, room) for ranked in page) <= room.height
    first = len(page) if one_column else -(-len(page) // 2)
    return PageOfRanking([column for column in (page[:first], page[first:]) if column])
