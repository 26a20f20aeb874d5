from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.queries.bracket.board import (
    MAX_ROWS_SHOWN_WHOLE,
    Board,
    board_section,
    build_boards,
    count_sections,
    find_section_of,
    last_rounds,
)
from scoring.queries.bracket.stage_brackets import StageBracket
from scoring.queries.bracket.thumbnail import Miniature, board_miniature
from tournaments.models import Entrant

WHOLE: Final = "all"
LAST: Final = "last"


@dataclass(frozen=True)
class Section:
    address: str
    number: int | None
    playing: int
    open: bool
    thumbnail: Miniature


@dataclass(frozen=True)
class BracketView:
    """The boards to show; no sections without a choice."""

    bracket: StageBracket
    boards: Sequence[Board]
    sections: Sequence[Section] = ()
    chosen_address: str = WHOLE
    offers_whole: bool = True


def bracket_view(
    bracket: StageBracket, *, requested: str = "", near_entrant: Entrant | None = None
) -> BracketView:
    """Return boards (none for tables of four), in sections if large, and which one to show.

    That is the requested section if it exists, else that of the entrant, else the one in play.
    """
    boards = [] if bracket.of_four else build_boards(bracket)
    sections = _sections(boards[0]) if boards else []
    if not sections:
        return BracketView(bracket, boards)
    addresses = {WHOLE, *(section_.address for section_ in sections)}
    chosen = requested if requested in addresses else _default_section(boards[0], sections, near_entrant)
    return BracketView(bracket, _boards_to_show(boards, chosen), sections, chosen)


def _sections(board: Board) -> list[Section]:
    count = count_sections(board)
    if not count:
        return []
    numbered = [_section(str(number), number, board_section(board, number)) for number in range(1, count + 1)]
    return [*numbered, _section(LAST, None, last_rounds(board))]


def _section(address: str, number: int | None, board: Board) -> Section:
    ties = [tie for column in board.columns for tie in column.round.ties]
    playing = sum(column.round.playing for column in board.columns)
    undecided = any(not (tie.listing and tie.listing.decided) for tie in ties)
    return Section(address, number, playing, undecided, board_miniature(board))


def _default_section(board: Board, sections: Sequence[Section], near_entrant: Entrant | None) -> str:
    if board.rows <= MAX_ROWS_SHOWN_WHOLE:
        return WHOLE
    own_section = find_section_of(board, near_entrant) if near_entrant else None
    if own_section is not None:
        return str(own_section)
    in_play = [section_.address for section_ in sections if section_.playing]
    undecided = [section_.address for section_ in sections if section_.open]
    return [*in_play, *undecided, LAST][0]


def _boards_to_show(boards: Sequence[Board], chosen: str) -> list[Board]:
    first, *other_boards = boards
    if chosen == WHOLE:
        return list(boards)
    if chosen == LAST:
        return [last_rounds(first), *other_boards]
    return [board_section(first, int(chosen))]
