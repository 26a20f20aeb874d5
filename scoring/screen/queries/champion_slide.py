"""The champion with those who came next, and everybody's place once a tournament is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.enums import SlideKind
from scoring.queries.places.final_ranking import FinalPlace, read_final_places
from scoring.screen.queries.slide_capacity import LINE, Room, laid_out
from scoring.screen.queries.slide_kinds import Now, Slide
from tournaments.models import Entrant

LAST_TOLD = 3
FEW = 6
"""So many places stand in one column if they can."""
BESIDE = 6.8
"""How wide are a place and the margins of its column."""


@dataclass(frozen=True)
class Podium:
    """Who won, the score of a final of several matches, and the second and third where these are known."""

    champion: Entrant
    score: tuple[int, int] | None
    others: Sequence[tuple[int, Entrant]]


@dataclass(frozen=True)
class PageOfRanking:
    """Places with who holds them, one column after the other."""

    columns: Sequence[Sequence[tuple[int, Entrant]]]


def champion_slides(now: Now) -> list[Slide]:
    """The champion, once there is one; everybody's place, once nothing is left to play."""
    champion = now.frame.tournament.champion
    ranking = _in_order(read_final_places(now.frame))
    first = [Slide(SlideKind.CHAMPION, _podium(now, champion, ranking))] if champion else []
    room = now.room.below(1)
    pages = laid_out(lambda _room: ranking, _height, room=room, alike=True)
    return [*first, *(Slide(SlideKind.CHAMPION, _in_columns(page, room), look="ranking") for page in pages)]


def _in_order(places: Sequence[FinalPlace]) -> list[tuple[int, Entrant]]:
    return [(one.place, entrant) for one in places for entrant in one.entrants]


def _podium(now: Now, champion: Entrant, ranking: Sequence[tuple[int, Entrant]]) -> Podium:
    others = [told for told in ranking if told[0] <= LAST_TOLD and told[1] != champion]
    return Podium(champion, _score(now, champion), others)


def _score(now: Now, champion: Entrant) -> tuple[int, int] | None:
    """That of the final, where it was played over several matches."""
    last = now.frame.stages[-1].stage
    if last.tabular:
        return None
    own = [one for one in now.listings if one.encounter.stage_id == last.pk and one.has(champion)]
    decided = [one for one in own if one.decided and not one.bye]
    final = max(decided, key=lambda one: (one.encounter.round, one.encounter.pk), default=None)
    if final is None or last.best_of == 1 or final.walkover:
        return None
    return final.winners_score


def _height(told: tuple[int, Entrant], room: Room) -> float:
    return 1.0 + LINE * room.lines(told[1].name, BESIDE)


def _in_columns(page: Sequence[tuple[int, Entrant]], room: Room) -> PageOfRanking:
    one = len(page) <= FEW and sum(_height(told, room) for told in page) <= room.height
    first = len(page) if one else -(-len(page) // 2)
    return PageOfRanking([column for column in (page[:first], page[first:]) if column])
