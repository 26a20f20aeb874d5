"""The knock-out as a picture: rounds of ties, each slot with its entrant or with whom it waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.bracket import Place, first_round, later_rounds
from tournaments.models import EncounterSide, Entrant

from .frame import Frame
from .meetings import Meeting


@dataclass(frozen=True)
class TieName:
    """How a tie is called: the `number`th of a round of `ties`."""

    ties: int
    number: int


@dataclass(frozen=True)
class Slot:
    """One line of a tie. Without an entrant it waits: for a place of a group, or for a tie's winner.

    `code` is the place of a group that its entrant came from (A1), `totals` are the penalties per match,
    `either` are the two that play for the slot, as far as they are known.
    """

    letter: str
    entrant: Entrant | None = None
    code: str = ""
    group: str = ""
    rank: int | None = None
    waits_for: TieName | None = None
    either: tuple[Slot, ...] = ()
    side: EncounterSide | None = None
    totals: tuple[tuple[int | None, bool], ...] = ()
    won: bool = False
    lost: bool = False


@dataclass(frozen=True)
class Tie:
    name: TieName
    slots: tuple[Slot, Slot]
    meeting: Meeting | None = None

    @property
    def waiting(self) -> bool:
        return any(slot.entrant is None for slot in self.slots)


@dataclass(frozen=True)
class Round:
    ties: Sequence[Tie]

    @property
    def size(self) -> int:
        return len(self.ties)

    @property
    def decided(self) -> int:
        return sum(tie.meeting is not None and tie.meeting.decided for tie in self.ties)

    @property
    def playing(self) -> bool:
        return any(tie.meeting is not None and tie.meeting.playing for tie in self.ties)


def read_bracket(frame: Frame, meetings: Sequence[Meeting]) -> list[Round]:
    """The rounds of the knock-out from its meetings, or as they will be while the groups are played."""
    if not frame.has_bracket:
        return []
    ours = [meeting for meeting in meetings if meeting.encounter.stage_id == frame.knockout.pk]
    if ours:
        return _drawn(ours)
    names = {group.position: group.name for group in frame.groups_stage.groups.order_by("position")}
    return _foreseen(names, frame.groups_stage.advance)


def _drawn(meetings: Sequence[Meeting]) -> list[Round]:
    codes = _codes(meetings)
    rounds: list[Round] = []
    previous: dict[int, Tie] = {}
    for _number, members in groupby(meetings, key=lambda meeting: meeting.encounter.round):
        listed = list(members)
        ties = [
            Tie(
                name=TieName(len(listed), place),
                slots=(
                    _slot(meeting, meeting.a, codes, previous),
                    _slot(meeting, meeting.b, codes, previous),
                ),
                meeting=meeting,
            )
            for place, meeting in enumerate(listed, start=1)
        ]
        rounds.append(Round(ties))
        previous = {meeting.encounter.pk: tie for meeting, tie in zip(listed, ties, strict=True)}
    return rounds


def _codes(meetings: Sequence[Meeting]) -> dict[int, str]:
    """Where each entrant came from, by its primary key."""
    return {
        side.entrant_id: f"{side.from_group.name}{side.from_rank}"
        for meeting in meetings
        for side in meeting.sides
        if side.from_group is not None and side.entrant_id is not None
    }


def _slot(meeting: Meeting, side: EncounterSide, codes: dict[int, str], previous: dict[int, Tie]) -> Slot:
    if side.entrant is None:
        return _waiting(side, previous)
    return Slot(
        letter=side.letter,
        entrant=side.entrant,
        code=codes.get(side.entrant.pk, ""),
        side=side,
        totals=tuple((match.total(side.letter), match.winner == side.letter) for match in meeting.matches),
        won=meeting.encounter.winner == side.letter,
        lost=meeting.decided and meeting.encounter.winner != side.letter,
    )


def _waiting(side: EncounterSide, previous: dict[int, Tie]) -> Slot:
    if side.from_group is not None:
        return Slot(letter=side.letter, group=side.from_group.name, rank=side.from_rank)
    feed = previous.get(side.from_encounter_id or 0)
    if feed is None:
        return Slot(letter=side.letter)
    return Slot(letter=side.letter, waits_for=feed.name, either=feed.slots)


def _foreseen(groups: dict[int, str], advance: int) -> list[Round]:
    """The bracket that will be drawn when the groups are complete."""
    first = [
        (_place("A", one, groups), _place("B", other, groups))
        for one, other in first_round(len(groups), advance)
    ]
    rounds = [Round([Tie(TieName(len(first), place), slots) for place, slots in enumerate(first, start=1)])]
    for feeds in later_rounds(len(first)):
        before = rounds[-1].ties
        ties = [
            Tie(TieName(len(feeds), place), (_winner("A", before[one]), _winner("B", before[other])))
            for place, (one, other) in enumerate(feeds, start=1)
        ]
        rounds.append(Round(ties))
    return rounds


def _place(letter: str, place: Place, groups: dict[int, str]) -> Slot:
    return Slot(letter=letter, group=groups[place.group], rank=place.rank)


def _winner(letter: str, tie: Tie) -> Slot:
    return Slot(letter=letter, waits_for=tie.name, either=tie.slots)
