from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.queries.bracket.slot_sources import Tie
from scoring.queries.bracket.stage_brackets import Round, StageBracket
from tournaments.enums import Part, StageKind
from tournaments.models import Entrant

MIN_SECTIONS: Final = 4
MIN_ROWS_FOR_SECTIONS: Final = 32
"""First-round ties from which a bracket is divided into sections."""
MAX_ROWS_SHOWN_WHOLE: Final = 32
"""A bracket with more first-round ties opens on one section."""
MAX_ROWS_PER_SECTION: Final = 16
MAX_ROWS_WITH_DETAILS: Final = 4
"""Up to this many first-round ties, all details fit."""
TIGHT, ROOMY, AMPLE = "tight", "roomy", "ample"
"""Space of a tie: one line per side; also its matches' points; large letters."""
AMPLE_SHARE: Final = 4
"""Rows per tie from which large letters fit."""
FORK, STRAIGHT, APART = "fork", "straight", "apart"
"""How a column leads on: two places to one, one to one, no lines."""


@dataclass(frozen=True)
class BoardPlace:
    """Has the numbers of entrants that go on and that came."""

    tie: Tie | None
    advancing_number: int | None = None
    arrived_numbers: tuple[int, ...] = ()
    has_feeders: bool = False
    has_next_line: bool = False


@dataclass(frozen=True)
class Column:
    """A round; its lines fork, go straight on, or are missing."""

    round: Round
    places: Sequence[BoardPlace]
    link_style: str = APART


@dataclass(frozen=True)
class Board:
    part: str
    columns: Sequence[Column]
    third_place_round: Round | None = None

    @property
    def rows(self) -> int:
        return max((len(column.places) for column in self.columns), default=0)

    @property
    def decided(self) -> bool:
        rounds = [column.round for column in self.columns]
        return all(
            round_.decided == round_.size
            for round_ in [*rounds, *([self.third_place_round] if self.third_place_round else [])]
        )

    @property
    def current_column(self) -> int:
        rounds = [column.round for column in self.columns]
        playing = [at for at, round_ in enumerate(rounds) if round_.playing]
        undecided = [at for at, round_ in enumerate(rounds) if round_.decided < round_.size]
        return [*playing, *undecided, len(rounds) - 1][0]

    @property
    def final(self) -> Tie | None:
        last = self.columns[-1].round if self.columns else None
        ends = last is not None and last.name.ties == 1 and self.part == Part.MAIN
        return last.ties[0] if last and ends else None


def build_boards(bracket: StageBracket) -> list[Board]:
    """Return the winners' board, with grand finals and third place, then the losers'.

    Without a main part: one for each.
    """
    parts = {part.part: part for part in bracket.parts}
    main = parts.get(Part.MAIN)
    if main is None:
        return [_board(part.part, part.rounds) for part in bracket.parts]
    finals, third_place, losers = parts.get(Part.FINAL), parts.get(Part.THIRD), parts.get(Part.LOSERS)
    rounds = [*main.rounds, *(finals.rounds if finals else [])]
    first = _board(Part.MAIN, rounds, third_place.rounds[0] if third_place else None)
    return [first, *([_board(Part.LOSERS, losers.rounds)] if losers else [])]


def space_for(column: Column, board: Board) -> str:
    """Return TIGHT, ROOMY or AMPLE for each tie."""
    share = board.rows // max(1, len(column.places))
    drawn = any(tie.listing for tie in column.round.ties)
    if share >= AMPLE_SHARE and drawn:
        return AMPLE
    return TIGHT if share == 1 and board.rows > MAX_ROWS_WITH_DETAILS else ROOMY


def count_sections(board: Board) -> int:
    rows = board.rows
    forked = all(column.link_style == FORK for column in board.columns[: rows.bit_length() - 1])
    if rows < MIN_ROWS_FOR_SECTIONS or not forked or board.part != Part.MAIN:
        return 0
    return rows_to_sections(rows)


def rows_to_sections(rows: int) -> int:
    return max(MIN_SECTIONS, rows // MAX_ROWS_PER_SECTION)


def board_section(board: Board, number: int, sections: int | None = None) -> Board:
    """Return the `number`th of `sections` (default: as many as shown), from 1.

    Leave out rounds of fewer ties than sections, and the third place.
    """
    sections = sections or count_sections(board)
    columns = []
    for column in board.columns:
        share = len(column.places) // sections
        if share == 0:
            break
        columns.append(_slice_column(column, share * (number - 1), share))
    last = columns[-1]
    return Board(board.part, [*columns[:-1], Column(last.round, last.places)])


def last_rounds(board: Board, sections: int | None = None) -> Board:
    """Return the rounds after the sections, and one before."""
    sections = sections or count_sections(board)
    columns = [column for column in board.columns if len(column.places) <= sections]
    first = Column(
        columns[0].round, [_without_feeders(place) for place in columns[0].places], columns[0].link_style
    )
    return Board(board.part, [first, *columns[1:]], board.third_place_round)


def find_section_of(board: Board, entrant: Entrant) -> int | None:
    for at, place in enumerate(board.columns[0].places):
        if place.tie is not None and place.tie.slot_of(entrant):
            return at * count_sections(board) // board.rows + 1
    return None


def _board(part: str, rounds: Sequence[Round], third_place: Round | None = None) -> Board:
    """Lay out a part: a column per round, with lines to the next; `third_place` apart."""
    sizes = _round_sizes(part, rounds)
    link_styles = [
        _link_style(size, following) for size, following in zip(sizes, [*sizes[1:], 0], strict=True)
    ]
    columns: list[Column] = []
    for round_, size, link_style in zip(rounds, sizes, link_styles, strict=True):
        before = columns[-1] if columns else None
        columns.append(Column(round_, _places(round_, size, before), link_style))
    following = [*columns[1:], None]
    return Board(
        part,
        [
            _with_advancing_numbers(column, next_column)
            for column, next_column in zip(columns, following, strict=True)
        ],
        third_place,
    )


def _round_sizes(part: str, rounds: Sequence[Round]) -> list[int]:
    """Count places, annulled encounters included."""
    highest = [max(tie.name.number for tie in round_.ties) for round_ in rounds]
    halving = [round_.name for round_ in rounds if round_.name.part != Part.FINAL]
    planned = [_planned_size(part, name.kind, name.round_count, name.number) for name in halving]
    return [max(sizes) for sizes in zip(highest, [*planned, *[1] * len(highest)], strict=False)]


def _planned_size(part: str, kind: str, rounds: int, number: int) -> int:
    if kind == StageKind.TABLES or part not in (Part.MAIN, Part.LOSERS):
        return 1
    rounds_after = rounds - number
    return 1 << (rounds_after // 2 if part == Part.LOSERS else rounds_after)


def _link_style(size: int, following: int) -> str:
    if size == 2 * following:
        return FORK
    return STRAIGHT if size == following else APART


def _places(round_: Round, size: int, before: Column | None) -> list[BoardPlace]:
    ties = {tie.name.number: tie for tie in round_.ties if not tie.has_no_entrants}
    return [_place(ties.get(number), number - 1, before) for number in range(1, size + 1)]


def _place(tie: Tie | None, at: int, before: Column | None) -> BoardPlace:
    if tie is None or before is None:
        return BoardPlace(tie)
    feeders = [place.tie for place in _feeders(before, at) if place.tie is not None]
    numbers = {slot.entrant.number for slot in tie.slots if slot.entrant}
    arrived_numbers = {slot.entrant.number for feeder in feeders for slot in feeder.slots if slot.entrant}
    return BoardPlace(
        tie, arrived_numbers=tuple(sorted(numbers & arrived_numbers)), has_feeders=bool(feeders)
    )


def _feeders(before: Column, at: int) -> Sequence[BoardPlace]:
    if before.link_style == FORK:
        return before.places[2 * at : 2 * at + 2]
    return before.places[at : at + 1] if before.link_style == STRAIGHT else []


def _with_advancing_numbers(column: Column, following: Column | None) -> Column:
    if following is None or column.link_style == APART:
        return column
    width = 2 if column.link_style == FORK else 1
    places = [
        _with_advancing_number(place, following.places[at // width]) for at, place in enumerate(column.places)
    ]
    return Column(column.round, places, column.link_style)


def _with_advancing_number(place: BoardPlace, next_place: BoardPlace) -> BoardPlace:
    if place.tie is None or next_place.tie is None:
        return place
    numbers = {slot.entrant.number for slot in place.tie.slots if slot.entrant}
    advancing_number = next((number for number in next_place.arrived_numbers if number in numbers), None)
    return BoardPlace(
        place.tie, advancing_number, place.arrived_numbers, place.has_feeders, has_next_line=True
    )


def _slice_column(column: Column, start: int, share: int) -> Column:
    return Column(
        _cut_round(column.round, start, share), column.places[start : start + share], column.link_style
    )


def _cut_round(round_: Round, start: int, share: int) -> Round:
    ties = [tie for tie in round_.ties if start < tie.name.number <= start + share]
    return Round(round_.name, ties)


def _without_feeders(place: BoardPlace) -> BoardPlace:
    return BoardPlace(place.tie, place.advancing_number, has_next_line=place.has_next_line)
