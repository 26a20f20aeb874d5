"""Where a tournament stands right now: the round being played, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .frame import Frame, StageInFrame
from .meetings import Meeting
from .rounds import RoundName, key_of, names_among


@dataclass(frozen=True)
class Moment:
    """The first round that is not over, and how far its stage is, byes left out."""

    stage: StageInFrame
    round: RoundName
    playing: int
    stage_decided: int
    stage_total: int


def read_moment(frame: Frame, meetings: Sequence[Meeting]) -> Moment | None:
    """The moment of a tournament from its meetings; None before the draw."""
    played = [meeting for meeting in meetings if not meeting.bye]
    if not played:
        return None
    by_round = sorted(played, key=lambda meeting: _turn(frame, meeting))
    first = next((meeting for meeting in by_round if not meeting.decided), by_round[-1]).encounter
    stage = [meeting for meeting in played if meeting.encounter.stage_id == first.stage_id]
    return Moment(
        stage=frame.stage(first.stage_id),
        round=names_among(meetings)[key_of(first)],
        playing=sum(meeting.playing for meeting in meetings),
        stage_decided=sum(meeting.decided for meeting in stage),
        stage_total=len(stage),
    )


def _turn(frame: Frame, meeting: Meeting) -> tuple[int, int]:
    return frame.stage(meeting.encounter.stage_id).stage.position, meeting.encounter.round
