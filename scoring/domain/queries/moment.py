"""Where a tournament stands right now: the round being played, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.enums import StageKind
from tournaments.models import Stage

from .meetings import Meeting


@dataclass(frozen=True)
class Moment:
    """The first round that is not over, with its number of encounters (`ties`), and how far its stage is."""

    stage: Stage
    round: int
    ties: int
    playing: int
    round_decided: int
    stage_decided: int
    stage_total: int

    @property
    def knockout(self) -> bool:
        return self.stage.kind == StageKind.KNOCKOUT


def read_moment(meetings: Sequence[Meeting]) -> Moment | None:
    """The moment of a tournament from its meetings; None before the draw."""
    if not meetings:
        return None
    first = next((meeting for meeting in meetings if not meeting.decided), meetings[-1]).encounter
    stage = [meeting for meeting in meetings if meeting.encounter.stage_id == first.stage_id]
    members = [meeting for meeting in stage if meeting.encounter.round == first.round]
    return Moment(
        stage=first.stage,
        round=first.round,
        ties=len(members),
        playing=sum(meeting.playing for meeting in stage),
        round_decided=sum(meeting.decided for meeting in members),
        stage_decided=sum(meeting.decided for meeting in stage),
        stage_total=len(stage),
    )
