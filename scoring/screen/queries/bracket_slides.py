"""The part in play, in sections readable from afar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scoring.enums import SlideKind
from scoring.queries.bracket.slot_sources import Tie
from scoring.queries.bracket.stage_brackets import BracketPart, Round, StageBracket, drawn_bracket
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.tournament_context import StageContext
from scoring.screen.queries.slide_capacity import GAP, LINE, SlideArea, lay_out_pages
from scoring.screen.queries.slide_kinds import Slide, SlideInputs
from tournaments.enums import Part, StageKind

SECTION = 4
"""Ties in the first round of a section; each later round has half as many."""
MOST_SECTIONS = 8
HEADING, LABEL, JOINT = 2.8, 3.1, 2.8
"""Heights of a round's name and a tie's label; width of the line that joins two rounds."""
MARGIN, TOTAL, WON = 2.0, 7.2, 2.2
"""Widths beside a name: the tie's margins, and a total or matches won with its gap."""
AWAITED = "?????? ?? ??? ? ??"
"""A text as long as the label of an awaited entrant."""


@dataclass(frozen=True)
class Section:
    """`rounds` of connected ties, else a list of `ties`.

    `tie_below` is the final they lead to, or the match for third place.
    """

    stage: StageContext
    part: str
    rounds: Sequence[Round] = ()
    ties: Sequence[Tie] = ()
    tie_below: Tie | None = None
    number: int = 1
    section_count: int = 1

    @property
    def two_brackets(self) -> bool:
        return self.stage.stage.kind == StageKind.DOUBLE

    @property
    def of_four(self) -> bool:
        return self.stage.stage.kind == StageKind.TABLES

    @property
    def listed(self) -> Round | None:
        return Round(self.ties[0].name.round, self.ties) if self.ties else None


def bracket_slides(inputs: SlideInputs) -> list[Slide]:
    """Return the stages in play, else the first of those that are over."""
    stages = [stage for stage in inputs.tournament_context.knockouts if stage.drawn]
    running = [stage for stage in stages if not _is_decided(stage, inputs.listings)]
    sections = chain.from_iterable(_bracket_sections(stage, inputs) for stage in running or stages[:1])
    return [Slide(SlideKind.BRACKET, section) for section in sections]


def _is_decided(stage: StageContext, listings: Sequence[EncounterListing]) -> bool:
    return all(listing.decided for listing in listings if listing.encounter.stage_id == stage.stage.pk)


def _bracket_sections(stage: StageContext, inputs: SlideInputs) -> list[Section]:
    """Leave out third place; until there is a champion, also finished or empty side brackets."""
    bracket = drawn_bracket(stage, inputs.listings)
    pages: list[Section] = []
    for part in bracket.parts:
        minor = part.part != Part.MAIN
        if part.part == Part.THIRD or (
            minor and not inputs.has_champion and (_is_over(part) or _is_empty(part))
        ):
            continue
        if part.part == Part.MAIN and not bracket.of_four:
            pages += _tree_sections(bracket, part, inputs)
        else:
            pages += _list_sections(bracket, part, inputs.slide_area)
    return pages


def _is_empty(part: BracketPart) -> bool:
    return not any(
        slot.entrant for bracket_round in part.rounds for tie in bracket_round.ties for slot in tie.slots
    )


def _is_over(part: BracketPart) -> bool:
    return all(bracket_round.decided == bracket_round.size for bracket_round in part.rounds)


def _current_round_index(part: BracketPart) -> int:
    """The first unfinished round, else the last."""
    open_rounds = [
        at for at, bracket_round in enumerate(part.rounds) if bracket_round.decided < bracket_round.size
    ]
    return open_rounds[0] if open_rounds else len(part.rounds) - 1


def _tree_sections(bracket: StageBracket, part: BracketPart, inputs: SlideInputs) -> list[Section]:
    """Return at most MOST_SECTIONS of four ties and what follows; near the end also the rounds before.

    Those of byes are left out, and decided ones if there are too many.
    """
    if bracket.is_double_elimination and _is_over(part) and not inputs.has_champion:
        return []
    first = _current_round_index(part)
    while first and part.rounds[first].size * 2 <= SECTION:
        first -= 1
    rounds = part.rounds[first : first + 3]

    def below(section: Sequence[Round]) -> Tie | None:
        return _tie_below(bracket, part, section[-1])

    cut = [_section(rounds, at, SECTION) for at in range(0, rounds[0].size, SECTION)]
    fitting = list(chain.from_iterable(_halve_section(section, below, inputs.slide_area) for section in cut))
    sections = [candidate for candidate in fitting if any(not tie.bye for tie in candidate[0].ties)] or cut
    if len(sections) > MOST_SECTIONS:
        undecided = [section for section in sections if section[0].decided < section[0].size]
        sections = (undecided or sections)[:MOST_SECTIONS]
    return [
        Section(
            bracket.stage,
            part.part,
            rounds=section,
            tie_below=below(section) if _fits(section, below(section), inputs.slide_area) else None,
            number=number,
            section_count=len(sections),
        )
        for number, section in enumerate(sections, start=1)
    ]


def _tie_below(bracket: StageBracket, part: BracketPart, last: Round) -> Tie | None:
    first_ties = {bracket_part.part: bracket_part.rounds[0].ties[0] for bracket_part in bracket.parts}
    if last.name == part.rounds[-1].name:
        return first_ties.get(Part.FINAL) or first_ties.get(Part.THIRD)
    before_final = last.size == 1 and last.name == part.rounds[-2].name
    return part.rounds[-1].ties[0] if before_final else None


def _section(rounds: Sequence[Round], at: int, size: int) -> list[Round]:
    cut: list[Round] = []
    for bracket_round in rounds:
        if size < 1:
            break
        cut.append(replace(bracket_round, ties=bracket_round.ties[at : at + size]))
        at, size = at // 2, size // 2
    return [bracket_round for bracket_round in cut if bracket_round.ties]


def _halve_section(
    section: list[Round], below: Callable[[Sequence[Round]], Tie | None], area: SlideArea
) -> list[list[Round]]:
    ties = len(section[0].ties)
    if ties < SECTION or _fits(section, below(section), area):
        return [section]
    half = SECTION // 2
    last = [section[1:]] if len(section) > 2 else []  # noqa: PLR2004 - halves have two rounds
    return [*(_section(section, at, half) for at in (0, half)), *last]


def _fits(section: Sequence[Round], below: Tie | None, area: SlideArea) -> bool:
    column, height = area.column(len(section), JOINT), area.height - HEADING
    tallest = max(tie_height(tie, column) for bracket_round in section for tie in bracket_round.ties)
    lower = GAP + LINE + tie_height(below, column) if below else 0
    return max(tallest * len(section[0].ties), tallest + lower * 2) <= height


def tie_height(tie: Tie, column: SlideArea) -> float:
    names = [slot.entrant.marked_name if slot.entrant else AWAITED for slot in tie.slots]
    lines = [column.lines(name, _side_width(tie)) for name in names]
    return LABEL + sum(max(3.2, 0.4 + LINE * line) for line in lines)


def _side_width(tie: Tie) -> float:
    if tie.listing is None or not (tie.listing.playing or tie.listing.decided):
        return MARGIN
    several = not tie.listing.of_four and tie.listing.encounter.stage.best_of > 1
    return MARGIN + (WON if several else TOTAL)


def _list_sections(bracket: StageBracket, part: BracketPart, area: SlideArea) -> list[Section]:
    """List the first unfinished round, else the last, byes only if all are; at most MOST_SECTIONS pages.

    For parts whose ties don't join in pairs.
    """
    played = part.rounds[_current_round_index(part)]
    ties = [tie for tie in played.ties if not tie.bye] or list(played.ties)

    pages = lay_out_pages(lambda _room: ties, tie_height, area=area)[:MOST_SECTIONS]
    return [
        Section(bracket.stage, part.part, ties=page, number=number, section_count=len(pages))
        for number, page in enumerate(pages, start=1)
    ]
