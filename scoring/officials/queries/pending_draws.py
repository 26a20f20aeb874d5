"""What can be drawn now: a stage whose sources are decided, or a stage's next round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.qualification import rounds_left
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.models import GroupPlace


@dataclass(frozen=True)
class ToDraw:
    """`round` is None for a stage that is drawn whole."""

    stage: StageContext
    round: int | None = None


def to_draw(
    context: TournamentContext,
    places: Sequence[GroupPlace],
    listings: Sequence[EncounterListing],
    lots_across: Sequence[StageContext] = (),
) -> list[ToDraw]:
    """A stage fed by `lots_across` waits for the lot. Takes no query."""
    pending = []
    for stage in context.stages:
        stage_listings = [listing for listing in listings if listing.encounter.stage_id == stage.stage.pk]
        if not stage.drawn:
            sources = [context.stage(feed.source_id) for feed in stage.feeds_in]
            decided = all(_over(source, places, listings) and source not in lots_across for source in sources)
            if sources and decided:
                pending.append(ToDraw(stage))
        elif (
            stage_listings
            and all(listing.decided for listing in stage_listings)
            and _more_rounds(stage, places, stage_listings)
        ):
            pending.append(ToDraw(stage, max(listing.encounter.round for listing in stage_listings) + 1))
    return pending


def _over(stage: StageContext, places: Sequence[GroupPlace], listings: Sequence[EncounterListing]) -> bool:
    if stage.stage.tabular:
        ranks = [place.rank for place in places if place.group.stage_id == stage.stage.pk]
        return bool(ranks) and all(rank is not None for rank in ranks)
    stage_listings = [listing for listing in listings if listing.encounter.stage_id == stage.stage.pk]
    return (
        bool(stage_listings)
        and all(listing.decided for listing in stage_listings)
        and not _more_rounds(stage, places, stage_listings)
    )


def _more_rounds(
    stage: StageContext, places: Sequence[GroupPlace], stage_listings: Sequence[EncounterListing]
) -> bool:
    if stage.stage.kind in SWISS_KINDS:
        group = next(place.group for place in places if place.group.stage_id == stage.stage.pk)
        return rounds_left(group, places, stage_listings) > 0
    if stage.stage.kind == StageKind.TABLES:
        last = max(listing.encounter.round for listing in stage_listings)
        return sum(listing.encounter.round == last for listing in stage_listings) > 1
    return False
