"""Stages in which losers go out, as a picture: rounds of ties, in each slot somebody or whom it awaits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.enums import Part, StageKind
from tournaments.models import EncounterSide

from .frame import Frame, StageInFrame
from .meetings import Meeting
from .rounds import RoundKey, RoundName, TieName, key_of, names_among, tie_name_of
from .slots import Tie, slot_of

PARTS = (Part.MAIN, Part.LOSERS, Part.FINAL, Part.THIRD)
"""In the order in which a page shows them."""


@dataclass(frozen=True)
class Round:
    name: RoundName
    ties: Sequence[Tie]

    @property
    def size(self) -> int:
        return len(self.ties)

    @property
    def final(self) -> bool:
        """Whether nobody goes on from it: a single table that four reached."""
        return len(self.ties) == 1

    @property
    def decided(self) -> int:
        return sum(tie.meeting is not None and tie.meeting.decided for tie in self.ties)

    @property
    def playing(self) -> bool:
        return any(tie.meeting is not None and tie.meeting.playing for tie in self.ties)


@dataclass(frozen=True)
class BracketPart:
    """The main bracket, that of the losers, the grand finals, or the match for third place."""

    part: str
    rounds: Sequence[Round]


@dataclass(frozen=True)
class StageBracket:
    """A stage in parts; `foreseen` as it will be once the stages before it are decided."""

    stage: StageInFrame
    parts: Sequence[BracketPart]
    foreseen: bool = False

    @property
    def of_four(self) -> bool:
        return self.stage.stage.kind == StageKind.TABLES

    @property
    def two_brackets(self) -> bool:
        """Whether there is one of winners and one of losers."""
        return self.stage.stage.kind == StageKind.DOUBLE

    @property
    def in_group_codes(self) -> bool:
        """Whether places of groups stand before the names, as in A1."""
        return any(slot.code[:1].isalpha() for one in self.rounds for tie in one.ties for slot in tie.slots)

    @property
    def newest_first(self) -> list[Round]:
        return self.rounds[::-1]

    @property
    def rounds(self) -> list[Round]:
        """The rounds of all parts."""
        return [one for part in self.parts for one in part.rounds]

    @property
    def playing(self) -> int:
        ties = [tie for one in self.rounds for tie in one.ties]
        return sum(tie.meeting is not None and tie.meeting.playing for tie in ties)


def drawn_bracket(stage: StageInFrame, meetings: Sequence[Meeting]) -> StageBracket:
    """A drawn stage from the meetings of its tournament."""
    ours = [meeting for meeting in meetings if meeting.encounter.stage_id == stage.stage.pk]
    names, codes = names_among(ours), _codes(ours)
    ties: dict[int, Tie] = {}
    for meeting in sorted(ours, key=lambda one: (one.encounter.round, one.encounter.pk)):
        ties[meeting.encounter.pk] = _tie(meeting, names, codes, ties)
    return StageBracket(stage, parts_of(list(ties.values())))


def drawn_brackets(frame: Frame, meetings: Sequence[Meeting]) -> list[StageBracket]:
    """Every stage without standings that is drawn."""
    return [drawn_bracket(stage, meetings) for stage in frame.knockouts if stage.drawn]


def parts_of(ties: Sequence[Tie]) -> list[BracketPart]:
    """Ties sorted into rounds and parts."""
    ordered = sorted(
        ties, key=lambda tie: (PARTS.index(Part(tie.name.round.part)), tie.name.round.number, tie.name.number)
    )
    return [
        BracketPart(
            part,
            [
                Round(name, list(members))
                for name, members in groupby(of_part, key=lambda tie: tie.name.round)
            ],
        )
        for part, of_part in groupby(ordered, key=lambda tie: tie.name.round.part)
    ]


def _codes(meetings: Sequence[Meeting]) -> dict[int, str]:
    """Where each entrant came from, by its primary key: from a place of a group, else by its seed."""
    return {
        side.entrant_id: _code(side)
        for meeting in meetings
        for side in meeting.sides
        if side.entrant_id is not None and side.seed is not None
    }


def _code(side: EncounterSide) -> str:
    if side.from_group is not None and side.from_group.name:
        return f"{side.from_group.name}{side.from_rank}"
    return f"{side.from_rank or side.seed}"


def _tie(
    meeting: Meeting, names: Mapping[RoundKey, RoundName], codes: Mapping[int, str], ties: Mapping[int, Tie]
) -> Tie:
    encounter = meeting.encounter
    name = tie_name_of(encounter, names) or TieName(names[key_of(encounter)], encounter.position + 1)
    return Tie(name, tuple(slot_of(meeting, side, codes, ties) for side in meeting.sides), meeting)
