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
"""First-round ties from which a bracket is divided into quarters or smaller sections."""
MAX_ROWS_SHOWN_WHOLE: Final = 32
"""A bracket with more first-round ties opens on one section."""
MAX_ROWS_PER_SECTION: Final = 16
MAX_ROWS_WITH_DETAILS: Final = 4
"""With this many first-round ties there is space for all details."""
TIGHT, ROOMY, AMPLE = "tight", "roomy", "ample"
"""Space of a tie: one line per side; points of its matches too; large letters."""
AMPLE_SHARE: Final = 4
"""From this many rows per tie a round has space for large letters."""
FORK, STRAIGHT, APART = "fork", "straight", "apart"
"""How a column leads on: two places to one, one to one, or without lines."""


@dataclass(frozen=True)
class Place:
    """A place in a column, with the numbers of the entrants that go on and that came."""

    tie: Tie | None
    sends: int | None = None
    came: tuple[int, ...] = ()
    fed: bool = False
    leads: bool = False


@dataclass(frozen=True)
class Column:
    """A round as a column; its lines fork, go straight on, or are missing."""

    round: Round
    places: Sequence[Place]
    leads: str = APART


@dataclass(frozen=True)
class Board:
    part: str
    columns: Sequence[Column]
    third: Round | None = None

    @property
    def rows(self) -> int:
        return max((len(column.places) for column in self.columns), default=0)

    @property
    def decided(self) -> bool:
        rounds = [column.round for column in self.columns]
        return all(
            round_.decided == round_.size for round_ in [*rounds, *([self.third] if self.third else [])]
        )

    @property
    def now(self) -> int:
        rounds = [column.round for column in self.columns]
        playing = [at for at, round_ in enumerate(rounds) if round_.playing]
        undecided = [at for at, round_ in enumerate(rounds) if round_.decided < round_.size]
        return [*playing, *undecided, len(rounds) - 1][0]

    @property
    def final(self) -> Tie | None:
        last = self.columns[-1].round if self.columns else None
        ends = last is not None and last.name.ties == 1 and self.part == Part.MAIN
        return last.ties[0] if last and ends else None


def boards_of(bracket: StageBracket) -> list[Board]:
    """Return the boards of a stage; grand finals follow the winners' bracket."""
    parts = {part.part: part for part in bracket.parts}
    main = parts.get(Part.MAIN)
    if main is None:
        return [_board(part.part, part.rounds) for part in bracket.parts]
    finals, third_place, losers = parts.get(Part.FINAL), parts.get(Part.THIRD), parts.get(Part.LOSERS)
    rounds = [*main.rounds, *(finals.rounds if finals else [])]
    first = _board(Part.MAIN, rounds, third_place.rounds[0] if third_place else None)
    return [first, *([_board(Part.LOSERS, losers.rounds)] if losers else [])]


def space_for(column: Column, board: Board) -> str:
    """Return TIGHT, ROOMY or AMPLE: the space for each tie of a round."""
    share = board.rows // max(1, len(column.places))
    drawn = any(tie.listing for tie in column.round.ties)
    if share >= AMPLE_SHARE and drawn:
        return AMPLE
    return TIGHT if share == 1 and board.rows > MAX_ROWS_WITH_DETAILS else ROOMY


def sections_of(board: Board) -> int:
    rows = board.rows
    forked = all(column.leads == FORK for column in board.columns[: rows.bit_length() - 1])
    if rows < MIN_ROWS_FOR_SECTIONS or not forked or board.part != Part.MAIN:
        return 0
    return rows_to_sections(rows)


def rows_to_sections(rows: int) -> int:
    return max(MIN_SECTIONS, rows // MAX_ROWS_PER_SECTION)


def section(board: Board, number: int, sections: int | None = None) -> Board:
    """Return the `number`th section, from 1, up to its last tie."""
    sections = sections or sections_of(board)
    columns = []
    for column in board.columns:
        share = len(column.places) // sections
        if share == 0:
            break
        columns.append(_slice(column, share * (number - 1), share))
    last = columns[-1]
    return Board(board.part, [*columns[:-1], Column(last.round, last.places)])


def last_rounds(board: Board, sections: int | None = None) -> Board:
    """Return the rounds after the sections, and the round before."""
    sections = sections or sections_of(board)
    columns = [column for column in board.columns if len(column.places) <= sections]
    first = Column(columns[0].round, [_unfed(place) for place in columns[0].places], columns[0].leads)
    return Board(board.part, [first, *columns[1:]], board.third)


def section_with(board: Board, entrant: Entrant) -> int | None:
    for at, place in enumerate(board.columns[0].places):
        if place.tie is not None and place.tie.slot_of(entrant):
            return at * sections_of(board) // board.rows + 1
    return None


def _board(part: str, rounds: Sequence[Round], third_place: Round | None = None) -> Board:
    sizes = _sizes(part, rounds)
    link_styles = [_leads(size, following) for size, following in zip(sizes, [*sizes[1:], 0], strict=True)]
    columns: list[Column] = []
    for round_, size, link_style in zip(rounds, sizes, link_styles, strict=True):
        before = columns[-1] if columns else None
        columns.append(Column(round_, _places(round_, size, before), link_style))
    following = [*columns[1:], None]
    return Board(
        part,
        [_with_senders(column, next_column) for column, next_column in zip(columns, following, strict=True)],
        third_place,
    )


def _sizes(part: str, rounds: Sequence[Round]) -> list[int]:
    """Count the places of each round, annulled encounters included."""
    highest = [max(tie.name.number for tie in round_.ties) for round_ in rounds]
    halving = [round_.name for round_ in rounds if round_.name.part != Part.FINAL]
    planned = [_planned(part, name.kind, name.of, name.number) for name in halving]
    return [max(sizes) for sizes in zip(highest, [*planned, *[1] * len(highest)], strict=False)]


def _planned(part: str, kind: str, rounds: int, number: int) -> int:
    if kind == StageKind.TABLES or part not in (Part.MAIN, Part.LOSERS):
        return 1
    rounds_after = rounds - number
    return 1 << (rounds_after // 2 if part == Part.LOSERS else rounds_after)


def _leads(size: int, following: int) -> str:
    if size == 2 * following:
        return FORK
    return STRAIGHT if size == following else APART


def _places(round_: Round, size: int, before: Column | None) -> list[Place]:
    ties = {tie.name.number: tie for tie in round_.ties if not tie.falls_away}
    return [_place(ties.get(number), number - 1, before) for number in range(1, size + 1)]


def _place(tie: Tie | None, at: int, before: Column | None) -> Place:
    if tie is None or before is None:
        return Place(tie)
    feeders = [place.tie for place in _feeders(before, at) if place.tie is not None]
    numbers = {slot.entrant.number for slot in tie.slots if slot.entrant}
    arrived_numbers = {slot.entrant.number for feeder in feeders for slot in feeder.slots if slot.entrant}
    return Place(tie, came=tuple(sorted(numbers & arrived_numbers)), fed=bool(feeders))


def _feeders(before: Column, at: int) -> Sequence[Place]:
    if before.leads == FORK:
        return before.places[2 * at : 2 * at + 2]
    return before.places[at : at + 1] if before.leads == STRAIGHT else []


def _with_senders(column: Column, following: Column | None) -> Column:
    if following is None or column.leads == APART:
        return column
    width = 2 if column.leads == FORK else 1
    places = [_with_sent(place, following.places[at // width]) for at, place in enumerate(column.places)]
    return Column(column.round, places, column.leads)


def _with_sent(place: Place, next_place: Place) -> Place:
    if place.tie is None or next_place.tie is None:
        return place
    numbers = {slot.entrant.number for slot in place.tie.slots if slot.entrant}
    advancing_number = next((number for number in next_place.came if number in numbers), None)
    return Place(place.tie, advancing_number, place.came, place.fed, leads=True)


def _slice(column: Column, start: int, share: int) -> Column:
    return Column(_cut(column.round, start, share), column.places[start : start + share], column.leads)


def _cut(round_: Round, start: int, share: int) -> Round:
    ties = [tie for tie in round_.ties if start < tie.name.number <= start + share]
    return Round(round_.name, ties)


def _unfed(place: Place) -> Place:
    return Place(place.tie, place.sends, leads=place.leads)
