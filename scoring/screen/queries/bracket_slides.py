"""The part of a bracket that is played, in sections of as many ties as can be read from afar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scoring.enums import SlideKind
from scoring.queries.bracket.slot_sources import Tie
from scoring.queries.bracket.stage_brackets import BracketPart, Round, StageBracket, drawn_bracket
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.tournament_context import StageInFrame
from scoring.screen.queries.slide_capacity import GAP, LINE, Room, laid_out
from scoring.screen.queries.slide_kinds import Now, Slide
from tournaments.enums import Part, StageKind

SECTION = 4
"""Ties of the first round of a section; the rounds after it have half as many each."""
MOST_SECTIONS = 8
HEADING, LABEL, JOINT = 2.8, 3.1, 2.8
"""How tall are the name of a round and that of a tie; how wide is what joins two rounds."""
MARGIN, TOTAL, WON = 2.0, 7.2, 2.2
"""What stands beside a name: the margins of its tie, and with its gap a total or the matches won."""
AWAITED = "?????? ?? ??? ? ??"
"""As long as what a slot waits for."""


@dataclass(frozen=True)
class Section:
    """What a slide shows of a stage: ties that feed each other (`rounds`), else a list of `ties`.

    `below` stands under the last tie: the final to which it leads; under the final the match for third place.
    `number` of `of` sections of this part.
    """

    stage: StageInFrame
    part: str
    rounds: Sequence[Round] = ()
    ties: Sequence[Tie] = ()
    below: Tie | None = None
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
        return Round(self.ties[0].name.round, self.ties) if self.ties else None


def bracket_slides(now: Now) -> list[Slide]:
    """The stages without standings that are played; once they are over, the first of them."""
    stages = [stage for stage in now.frame.knockouts if stage.drawn]
    running = [stage for stage in stages if not _decided(stage, now.listings)]
    sections = chain.from_iterable(_sections(stage, now) for stage in running or stages[:1])
    return [Slide(SlideKind.BRACKET, one) for one in sections]


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

    def below(section: Sequence[Round]) -> Tie | None:
        return _below(bracket, part, section[-1])

    cut = [_section(rounds, at, SECTION) for at in range(0, rounds[0].size, SECTION)]
    fitting = list(chain.from_iterable(_halved(section, below, now.room) for section in cut))
    sections = [one for one in fitting if any(not tie.bye for tie in one[0].ties)] or cut
    if len(sections) > MOST_SECTIONS:
        undecided = [one for one in sections if one[0].decided < one[0].size]
        sections = (undecided or sections)[:MOST_SECTIONS]
    return [
        Section(
            bracket.stage,
            part.part,
            rounds=one,
            below=below(one) if _fits(one, below(one), now.room) else None,
            number=number,
            of=len(sections),
        )
        for number, one in enumerate(sections, start=1)
    ]


def _below(bracket: StageBracket, part: BracketPart, last: Round) -> Tie | None:
    """What stands below the last tie that is shown: the final it leads to, or what is played beside it."""
    after = {one.part: one.rounds[0].ties[0] for one in bracket.parts}
    if last.name == part.rounds[-1].name:
        return after.get(Part.FINAL) or after.get(Part.THIRD)
    leads_on = last.size == 1 and last.name == part.rounds[-2].name
    return part.rounds[-1].ties[0] if leads_on else None


def _section(rounds: Sequence[Round], at: int, size: int) -> list[Round]:
    """The ties of the first round from a place on, and those that they lead to."""
    cut: list[Round] = []
    for one in rounds:
        if size < 1:
            break
        cut.append(replace(one, ties=one.ties[at : at + size]))
        at, size = at // 2, size // 2
    return [one for one in cut if one.ties]


def _halved(
    section: list[Round], below: Callable[[Sequence[Round]], Tie | None], room: Room
) -> list[list[Round]]:
    """The section, or its halves and what they lead to where names are so long that four ties don't fit."""
    ties = len(section[0].ties)
    if ties < SECTION or _fits(section, below(section), room):
        return [section]
    half = SECTION // 2
    last = [section[1:]] if len(section) > 2 else []  # noqa: PLR2004 - halves have two rounds
    return [*(_section(section, at, half) for at in (0, half)), *last]


def _fits(section: Sequence[Round], below: Tie | None, room: Room) -> bool:
    """Whether there is room for the ties of the first round, and for what stands below that of the last."""
    column, height = room.column(len(section), JOINT), room.height - HEADING
    tallest = max(tie_height(tie, column) for one in section for tie in one.ties)
    lower = GAP + LINE + tie_height(below, column) if below else 0
    return max(tallest * len(section[0].ties), tallest + lower * 2) <= height


def tie_height(tie: Tie, column: Room) -> float:
    """A tie with its label, every name whole."""
    names = [slot.entrant.name if slot.entrant else AWAITED for slot in tie.slots]
    lines = [column.lines(name, _beside(tie)) for name in names]
    return LABEL + sum(max(3.2, 0.4 + LINE * one) for one in lines)


def _beside(tie: Tie) -> float:
    """What stands beside its names."""
    if tie.listing is None or not (tie.listing.playing or tie.listing.decided):
        return MARGIN
    several = not tie.listing.of_four and tie.listing.encounter.stage.best_of > 1
    return MARGIN + (WON if several else TOTAL)


def _listed(bracket: StageBracket, part: BracketPart, room: Room) -> list[Section]:
    """The round that is played as a list: ties of losers don't join as those of winners do."""
    played = part.rounds[_played(part)]
    ties = [tie for tie in played.ties if not tie.bye] or list(played.ties)

    pages = laid_out(lambda _room: ties, tie_height, room=room)[:MOST_SECTIONS]
    return [
        Section(bracket.stage, part.part, ties=page, number=number, of=len(pages))
        for number, page in enumerate(pages, start=1)
    ]
