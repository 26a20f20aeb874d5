"""Where a tournament stands right now: the round being played, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.frame import Frame, StageInFrame
from scoring.reading.rounds import RoundName, key_of, names_among


@dataclass(frozen=True)
class Moment:
    """The first round that is not over, and how far its stage is, byes left out."""

    stage: StageInFrame
    round: RoundName
    playing: int
    stage_decided: int
    stage_total: int


def read_moment(frame: Frame, listings: Sequence[EncounterListing]) -> Moment | None:
    """The moment of a tournament from its encounters; None before the draw."""
    played = [listing for listing in listings if not listing.bye]
    if not played:
        return None
    by_round = sorted(played, key=lambda listing: _turn(frame, listing))
    first = next((listing for listing in by_round if not listing.decided), by_round[-1]).encounter
    stage = [listing for listing in played if listing.encounter.stage_id == first.stage_id]
    return Moment(
        stage=frame.stage(first.stage_id),
        round=names_among(listings)[key_of(first)],
        playing=sum(listing.playing for listing in listings),
        stage_decided=sum(listing.decided for listing in stage),
        stage_total=len(stage),
    )


def _turn(frame: Frame, listing: EncounterListing) -> tuple[int, int]:
    return frame.stage(listing.encounter.stage_id).stage.position, listing.encounter.round
