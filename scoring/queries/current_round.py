"""Where a tournament stands right now: the round being played, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.progress import RoundSoFar, names_of, rounds_among
from scoring.queries.rounds import RoundName
from scoring.queries.tournament_context import Frame, StageInFrame


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
    return moment_of(frame, rounds_among(listings))


def moment_of(frame: Frame, rounds: Sequence[RoundSoFar]) -> Moment | None:
    """The same from its rounds."""
    played = [one for one in rounds if one.total]
    if not played:
        return None
    undecided = [one for one in played if one.decided < one.total]
    if undecided:
        now = min(undecided, key=lambda one: (*_turn(frame, one), one.next))
    else:
        now = max(played, key=lambda one: (*_turn(frame, one), one.last))
    stage = [one for one in played if one.key[0] == now.key[0]]
    return Moment(
        stage=frame.stage(now.key[0]),
        round=names_of(frame, rounds)[now.key],
        playing=sum(one.playing for one in rounds),
        stage_decided=sum(one.decided for one in stage),
        stage_total=sum(one.total for one in stage),
    )


def _turn(frame: Frame, one: RoundSoFar) -> tuple[int, int]:
    stage, _part, number = one.key
    return frame.stage(stage).stage.position, number
