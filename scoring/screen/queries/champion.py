"""The champion, and those who came next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.enums import SlideKind
from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.standings import read_standings
from scoring.screen.queries.kinds import Now, Slide
from tournaments.enums import Part
from tournaments.models import Entrant

LAST_TOLD = 3


@dataclass(frozen=True)
class Podium:
    """Who won, the score of a final of several matches, and the second and third where these are known."""

    champion: Entrant
    score: tuple[int, int] | None
    others: Sequence[tuple[int, Entrant]]


def champion_slides(now: Now) -> list[Slide]:
    """One slide, once there is a champion."""
    champion = now.frame.tournament.champion
    if champion is None:
        return []
    return [Slide(SlideKind.CHAMPION, _podium(now, champion))]


def _podium(now: Now, champion: Entrant) -> Podium:
    last = now.frame.stages[-1]
    if last.stage.tabular:
        tables = [one for one in read_standings(now.frame, now.listings).stages if one.stage == last]
        places = [place for one in tables for table in one.groups for place in table.places]
        ranks = [(place.rank or 0, place.entrant) for place in places if place.entrant != champion]
        return Podium(champion, None, [told for told in ranks if 1 < told[0] <= LAST_TOLD])
    decided = [one for one in now.listings if one.decided and one.encounter.stage_id == last.stage.pk]
    final = max(
        (one for one in decided if one.has(champion) and not one.bye),
        key=lambda one: (one.encounter.round, one.encounter.pk),
        default=None,
    )
    if final is None:
        return Podium(champion, None, [])
    several = final.encounter.stage.best_of > 1 and not final.walkover
    return Podium(champion, final.winners_score if several else None, _others(final, decided, champion))


def _others(
    final: EncounterListing, decided: Sequence[EncounterListing], champion: Entrant
) -> list[tuple[int, Entrant]]:
    """Those who lost the final, in their order, and who won the match for third place."""
    lost = [side.entrant for side in final.placed if side.entrant and side.entrant != champion]
    third = [one.winner for one in decided if one.encounter.part == Part.THIRD]
    lost += [side.entrant for side in third if side and side.entrant]
    return list(enumerate(lost[: LAST_TOLD - 1], start=2))
