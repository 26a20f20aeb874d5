from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.qualification import count_rounds_left
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.models import GroupPlace


@dataclass(frozen=True)
class PendingDraw:
    """`round` is None for a whole stage."""

    stage: StageContext
    round: int | None = None


def find_pending_draws(
    context: TournamentContext,
    places: Sequence[GroupPlace],
    listings: Sequence[EncounterListing],
    lots_across: Sequence[StageContext] = (),
) -> list[PendingDraw]:
    """Return undrawn stages and rounds whose previous play is decided, except stages fed by `lots_across`."""
    pending = []
    for stage in context.stages:
        stage_listings = [listing for listing in listings if listing.encounter.stage_id == stage.stage.pk]
        if not stage.drawn:
            sources = [context.stage(feed.source_id) for feed in stage.feeds_in]
            decided = all(
                _is_stage_over(source, places, listings) and source not in lots_across for source in sources
            )
            if sources and decided:
                pending.append(PendingDraw(stage))
        elif (
            stage_listings
            and all(listing.decided for listing in stage_listings)
            and _has_more_rounds(stage, places, stage_listings)
        ):
            pending.append(PendingDraw(stage, max(listing.encounter.round for listing in stage_listings) + 1))
    return pending


def _is_stage_over(
    stage: StageContext, places: Sequence[GroupPlace], listings: Sequence[EncounterListing]
) -> bool:
    """Whether all are ranked or, without standings, all is decided and no round is left to draw."""
    if stage.stage.has_standings:
        ranks = [place.rank for place in places if place.group.stage_id == stage.stage.pk]
        return bool(ranks) and all(rank is not None for rank in ranks)
    stage_listings = [listing for listing in listings if listing.encounter.stage_id == stage.stage.pk]
    return (
        bool(stage_listings)
        and all(listing.decided for listing in stage_listings)
        and not _has_more_rounds(stage, places, stage_listings)
    )


def _has_more_rounds(
    stage: StageContext, places: Sequence[GroupPlace], stage_listings: Sequence[EncounterListing]
) -> bool:
    """Whether a drawn Swiss stage or knock-out of four has rounds to draw."""
    if stage.stage.kind in SWISS_KINDS:
        group = next(place.group for place in places if place.group.stage_id == stage.stage.pk)
        return count_rounds_left(group, places, stage_listings) > 0
    if stage.stage.kind == StageKind.TABLES:
        last = max(listing.encounter.round for listing in stage_listings)
        return sum(listing.encounter.round == last for listing in stage_listings) > 1
    return False
