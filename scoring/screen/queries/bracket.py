"""The part of a bracket that is played, in sections of as many ties as can be read from afar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scoring.enums import SlideKind
from scoring.reading.bracket.slots import Tie
from scoring.reading.bracket.stage_brackets import BracketPart, Round, StageBracket, drawn_bracket
from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.frame import StageInFrame
from scoring.screen.queries.kinds import Now, Slide
from scoring.screen.queries.room import LINE, WHOLE, Room, laid_out, largest
from tournaments.enums import Part, StageKind

SECTION = 4
"""Ties of the first round of a section; the rounds after it have half as many each."""
MOST_SECTIONS = 8
HEADING, LABEL, JOINT = 2.8, 2.5, 2.8
"""How tall are the name of a round and that of a tie; how wide is what joins two rounds."""
FIGURES, FIGURES_OF_LIST = 11.0, 9.0
"""What stands beside a name with its gaps: totals and matches won; in a list totals alone."""
AWAITED = "?????? ?? ??? ? ??"
"""As long as what a slot waits for."""


@dataclass(frozen=True)
class Section:
    """What a slide shows of a stage: ties that feed each other (`rounds`), else a list in `columns`.

    `third` is the match for third place, shown beside the final. `number` of `of` sections of this part.
    """

    stage: StageInFrame
    part: str
    rounds: Sequence[Round] = ()
    columns: Sequence[Sequence[Tie]] = ()
    third: Tie | None = None
    size: int = WHOLE
    number: int = 1
    of: int = 1

    @property
    def two_brackets(self) -> bool:
        return self.stage.stage.kind == StageKind.DOUBLE

    @property
    def of_four(self) -> bool:
        return self.stage.stage.kind == StageKind.TABLES

    @property
    def listed(self) -> Round | None:
        """The round of a list."""
        ties = [*chain.from_iterable(self.columns)]
        return Round(ties[0].name.round, ties) if ties else None


def bracket_slides(now: Now) -> list[Slide]:
    """The stages without standings that are played; once they are over, the first of them."""
    stages = [stage for stage in now.frame.knockouts if stage.drawn]
    running = [stage for stage in stages if not _decided(stage, now.listings)]
    sections = chain.from_iterable(_sections(stage, now) for stage in running or stages[:1])
    return [Slide(SlideKind.BRACKET, one, one.size) for one in sections]


def _decided(stage: StageInFrame, listings: Sequence[EncounterListing]) -> bool:
    return all(one.decided for one in listings if one.encounter.stage_id == stage.stage.pk)


def _sections(stage: StageInFrame, now: Now) -> list[Section]:
    """The sections of a stage: from the round that is played on, parts that are over or far away left out."""
    bracket = drawn_bracket(stage, now.listings)
    pages: list[Section] = []
    for part in bracket.parts:
        beside = part.part != Part.MAIN
        if part.part == Part.THIRD or (beside and not now.finished and (_over(part) or _far(part))):
            continue
        if part.part == Part.MAIN and not bracket.of_four:
            pages += _joined(bracket, part, now)
        else:
            pages += _listed(bracket, part, now.room)
    return pages


def _far(part: BracketPart) -> bool:
    """Whether nobody has come as far as that yet."""
    return not any(slot.entrant for one in part.rounds for tie in one.ties for slot in tie.slots)


def _over(part: BracketPart) -> bool:
    return all(one.decided == one.size for one in part.rounds)


def _played(part: BracketPart) -> int:
    """Which of its rounds is the first that is not over; the last one when all are."""
    open_rounds = [at for at, one in enumerate(part.rounds) if one.decided < one.size]
    return open_rounds[0] if open_rounds else len(part.rounds) - 1


def _joined(bracket: StageBracket, part: BracketPart, now: Now) -> list[Section]:
    """Sections of four ties and those after them; near the end, whoever came before is shown too."""
    if bracket.two_brackets and _over(part) and not now.finished:
        return []
    first = _played(part)
    while first and part.rounds[first].size * 2 <= SECTION:
        first -= 1
    rounds = part.rounds[first : first + 3]
    cut = [_section(rounds, at, SECTION) for at in range(0, rounds[0].size, SECTION)]
    fitting = list(chain.from_iterable(_halved(section, now.room) for section in cut))
    sections = [one for one in fitting if any(not tie.bye for tie in one[0].ties)] or cut
    if len(sections) > MOST_SECTIONS:
        undecided = [one for one in sections if one[0].decided < one[0].size]
        sections = (undecided or sections)[:MOST_SECTIONS]
    third = next((one.rounds[0].ties[0] for one in bracket.parts if one.part == Part.THIRD), None)
    last = [third if one[-1].name == part.rounds[-1].name else None for one in sections]
    size = min(_size(one, beside, now.room) for one, beside in zip(sections, last, strict=True))
    return [
        Section(bracket.stage, part.part, one, (), beside, size, number, len(sections))
        for number, (one, beside) in enumerate(zip(sections, last, strict=True), start=1)
    ]


def _size(section: Sequence[Round], third: Tie | None, room: Room) -> int:
    """How large its names are written: each tie apart from the next, that for third place under the final."""

    def fits(size: int) -> bool:
        larger = room.of_size(size)
        tallest = _tallest(section, larger)
        under_each_other = max(len(section[0].ties) * 1.06, 3.2 if third else 0)
        return tallest * under_each_other <= larger.height - HEADING

    return largest(fits)


def _section(rounds: Sequence[Round], at: int, size: int) -> list[Round]:
    """The ties of the first round from a place on, and those that they lead to."""
    cut: list[Round] = []
    for one in rounds:
        if size < 1:
            break
        cut.append(replace(one, ties=one.ties[at : at + size]))
        at, size = at // 2, size // 2
    return [one for one in cut if one.ties]


def _halved(section: list[Round], room: Room) -> list[list[Round]]:
    """The section, or its halves and what they lead to where names are so long that four ties don't fit."""
    ties = len(section[0].ties)
    if _tallest(section, room) * ties <= room.height - HEADING or ties < SECTION:
        return [section]
    half = SECTION // 2
    last = [section[1:]] if len(section) > 2 else []  # noqa: PLR2004 - halves have two rounds
    return [*(_section(section, at, half) for at in (0, half)), *last]


def _tallest(section: Sequence[Round], room: Room) -> float:
    """The height of its tallest tie."""
    column = room.column(len(section), JOINT)
    return max(tie_height(tie, column, FIGURES) for one in section for tie in one.ties)


def tie_height(tie: Tie, column: Room, beside: float) -> float:
    """A tie with its label, every name whole."""
    names = [slot.entrant.name if slot.entrant else AWAITED for slot in tie.slots]
    figures = [beside if slot.entrant else 2.0 for slot in tie.slots]
    lines = [column.lines(name, figure) for name, figure in zip(names, figures, strict=True)]
    return LABEL + sum(max(3.2, 0.4 + LINE * one) for one in lines)


def _listed(bracket: StageBracket, part: BracketPart, room: Room) -> list[Section]:
    """The round that is played as a list: ties of losers don't join as those of winners do."""
    played = part.rounds[_played(part)]
    ties = [tie for tie in played.ties if not tie.bye] or list(played.ties)

    def height(tie: Tie, column: Room) -> float:
        return tie_height(tie, column, FIGURES_OF_LIST) + 0.6

    size, pages = laid_out(lambda _room: ties, height, room=room)
    pages = pages[:MOST_SECTIONS]
    return [
        Section(bracket.stage, part.part, columns=page, size=size, number=number, of=len(pages))
        for number, page in enumerate(pages, start=1)
    ]
