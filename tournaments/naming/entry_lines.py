"""Reads `name; player; player; club; rating`, or `player - player; club; rating`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tournaments.naming.entry_columns import (
    has_several_names,
    split_columns,
    split_two_players,
    strip_numbering,
)
from tournaments.naming.invisible_characters import without_invisible
from tournaments.naming.names import MAX_NAME_LENGTH, fold, pair_name

PLAYERS_ALONE, NAME_AND_PLAYERS = 2, 3
CLUB_AND_RATING = 2
MAX_LINE_LENGTH = 1_000
"""Letters; twice the longest line that can be entered."""
MAX_RATING = 99_999
MAX_SEED = 2_048
"""Limit of seeds and pots, equal to the most entrants."""


class LineProblem(Enum):
    PARTS = "parts"
    HYPHEN = "hyphen"
    SEVERAL = "several"
    EMPTY_NAME = "empty_name"
    TOO_LONG = "too_long"
    RATING = "rating"
    SEED = "seed"
    POT = "pot"
    SAME_PLAYER = "same_player"
    NAME_TAKEN = "name_taken"
    NAME_TWICE = "name_twice"
    PLAYER_TAKEN = "player_taken"
    PLAYER_TWICE = "player_twice"


@dataclass(frozen=True)
class LineError:
    problem: LineProblem
    player: str = ""
    pair: str = ""
    line: int = 0


@dataclass(frozen=True)
class EntryLine:
    """`number` counts blank lines, too."""

    number: int
    typed: str
    name: str = ""
    players: tuple[str, ...] = ()
    line_errors: tuple[LineError, ...] = field(default=())
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    pot: int | None = None

    @property
    def problems(self) -> tuple[LineProblem, ...]:
        return tuple(dict.fromkeys(error.problem for error in self.line_errors))


@dataclass(frozen=True)
class EntryRow:
    number: int
    name: str = ""
    players: tuple[str, ...] = ()
    club: str = ""
    rating: str = ""
    seed: str = ""
    pot: str = ""

    @property
    def letter_count(self) -> int:
        return sum(map(len, (self.name, *self.players, self.club, self.rating, self.seed, self.pot)))

    @property
    def typed(self) -> str:
        has_details = self.club or self.rating
        name = self.name or (pair_name(self.players) if has_details and all(self.players) else "")
        name_cells = (name,) if name or has_details else ()
        cells = (*(name_cells if len(self.players) > 1 else ()), *self.players, self.club, self.rating)
        return "; ".join(cell.replace(";", ",") for cell in cells).rstrip("; ")


@dataclass(frozen=True)
class _LineCells:
    name: str | None
    players: tuple[str, ...]
    club: str = ""
    rating: str = ""
    seed: str = ""
    pot: str = ""


@dataclass
class _TakenNames:
    names: Mapping[str, str]
    players: Mapping[str, str]
    names_above: dict[str, int] = field(default_factory=dict)
    players_above: dict[str, tuple[str, int]] = field(default_factory=dict)

    def add_line(self, line: EntryLine) -> None:
        self.names_above.setdefault(fold(line.name), line.number)
        for player in line.players:
            self.players_above.setdefault(fold(player), (line.name, line.number))


def read_entry_lines(
    text: str,
    *,
    singles: bool = False,
    taken_names: Mapping[str, str] | Collection[str] = (),
    taken_players: Mapping[str, str] | Collection[str] = (),
) -> list[EntryLine]:
    """Parse every line that is not blank; none is dropped or repaired.

    `taken_names` lead to players, `taken_players` to their pair.
    """
    taken = _TakenNames(_fold_keys(taken_names), {} if singles else _fold_keys(taken_players))
    typed_lines = text.splitlines()
    bare_lines = strip_numbering([without_invisible(line) for line in typed_lines])
    lines = []
    for number, (typed, bare) in enumerate(zip(typed_lines, bare_lines, strict=True), 1):
        if not without_invisible(typed).strip():
            continue
        line = _read_line(number, typed, bare, singles=singles, taken=taken)
        lines.append(line)
        taken.add_line(line)
    return lines


def read_entry_rows(
    rows: Sequence[EntryRow],
    *,
    singles: bool = False,
    taken_names: Mapping[str, str] | Collection[str] = (),
    taken_players: Mapping[str, str] | Collection[str] = (),
) -> list[EntryLine]:
    """Check rows, also against rows above; a row that is too long has only that error."""
    taken = _TakenNames(_fold_keys(taken_names), {} if singles else _fold_keys(taken_players))
    lines = []
    for row in rows:
        if row.letter_count > MAX_LINE_LENGTH:
            lines.append(EntryLine(row.number, row.typed, line_errors=(LineError(LineProblem.TOO_LONG),)))
            continue
        parts = _LineCells(row.name or None, row.players, row.club, row.rating, row.seed, row.pot)
        line = _check_line(row.number, row.typed, parts, singles=singles, taken=taken)
        lines.append(line)
        taken.add_line(line)
    return lines


def _read_line(number: int, typed: str, bare: str, *, singles: bool, taken: _TakenNames) -> EntryLine:
    if len(bare) > MAX_LINE_LENGTH:
        return EntryLine(number, typed, line_errors=(LineError(LineProblem.TOO_LONG),))
    parts = _parse_single(bare) if singles else _parse_pair(bare)
    if isinstance(parts, LineProblem):
        return EntryLine(number, typed, line_errors=(LineError(parts),))
    return _check_line(number, typed, parts, singles=singles, taken=taken)


def _check_line(
    number: int, typed: str, parts: _LineCells, *, singles: bool, taken: _TakenNames
) -> EntryLine:
    """If a name is empty, that is the only error."""
    has_name = parts.name is None or parts.name
    if not has_name or not all(parts.players):
        displayed_name = parts.name or next(iter(parts.players), "")
        return EntryLine(number, typed, displayed_name, parts.players, (LineError(LineProblem.EMPTY_NAME),))
    name = parts.name or (parts.players[0] if singles else pair_name(parts.players))
    errors = _find_errors(name, parts, singles=singles, taken=taken)
    figures = (_parse_rating(parts.rating), _parse_seed(parts.seed), _parse_seed(parts.pot))
    return EntryLine(number, typed, name, parts.players, errors, parts.club, *figures)


def _find_errors(name: str, parts: _LineCells, *, singles: bool, taken: _TakenNames) -> tuple[LineError, ...]:
    players, folded = parts.players, [fold(player) for player in parts.players]
    several = next((player for player in players if has_several_names(player)), "")
    checks: list[tuple[LineError, Callable[[], bool]]] = [
        (LineError(LineProblem.SEVERAL, several), lambda: bool(several)),
        (
            LineError(LineProblem.TOO_LONG),
            lambda: any(len(part) > MAX_NAME_LENGTH for part in (name, *players, parts.club)),
        ),
        (LineError(LineProblem.RATING), lambda: bool(parts.rating) and _parse_rating(parts.rating) is None),
        (LineError(LineProblem.SEED), lambda: bool(parts.seed) and _parse_seed(parts.seed) is None),
        (LineError(LineProblem.POT), lambda: bool(parts.pot) and _parse_seed(parts.pot) is None),
        (LineError(LineProblem.SAME_PLAYER, players[0]), lambda: len(set(folded)) < len(folded)),
        (
            LineError(LineProblem.NAME_TAKEN, taken.names.get(fold(name), ""), name),
            lambda: fold(name) in taken.names,
        ),
        (
            LineError(LineProblem.NAME_TWICE, pair=name, line=taken.names_above.get(fold(name), 0)),
            lambda: fold(name) in taken.names_above,
        ),
    ]
    errors = [error for error, applies in checks if applies()]
    return (*errors, *(() if singles else _player_conflicts(players, taken)))


def _player_conflicts(players: Sequence[str], taken: _TakenNames) -> list[LineError]:
    errors = []
    for key, player in {fold(player): player for player in players}.items():
        if key in taken.players:
            errors.append(LineError(LineProblem.PLAYER_TAKEN, player, taken.players[key]))
        elif key in taken.players_above:
            errors.append(LineError(LineProblem.PLAYER_TWICE, player, *taken.players_above[key]))
    return errors


def _parse_single(line: str) -> _LineCells | LineProblem:
    cells = _without_trailing_empty(split_columns(line)[0], 1)
    if len(cells) > 1 + CLUB_AND_RATING:
        return LineProblem.PARTS
    return _LineCells(None, (cells[0],), *cells[1:])


def _parse_pair(line: str) -> _LineCells | LineProblem:
    cells, separator = split_columns(line)
    cells = _without_trailing_empty(cells, NAME_AND_PLAYERS)
    if parts := _parse_pair_in_one_column(cells, separator):
        return parts
    if len(cells) == PLAYERS_ALONE:
        return _LineCells(None, (cells[0], cells[1]))
    if NAME_AND_PLAYERS <= len(cells) <= NAME_AND_PLAYERS + CLUB_AND_RATING:
        return _LineCells(cells[0], (cells[1], cells[2]), *cells[NAME_AND_PLAYERS:])
    if len(cells) == 1:
        return _parse_without_columns(cells[0])
    return LineProblem.PARTS


def _parse_pair_in_one_column(cells: Sequence[str], separator: str) -> _LineCells | None:
    """Return None unless the first or second column has both players."""
    commas = separator == ";"
    first, second = (split_two_players(cell, commas=commas) for cell in (*cells, "", "")[:2])
    details = cells[2:]
    rated = not details or (len(details) == 1 and any(letter.isdecimal() for letter in details[0]))
    if first and not second and rated:
        return _LineCells(None, (first[0], first[1]), *cells[1:])
    if second and not first and len(details) <= (CLUB_AND_RATING if commas else 0):
        return _LineCells(cells[0], (second[0], second[1]), *details)
    return None


def _parse_without_columns(cell: str) -> _LineCells | LineProblem:
    for separator in ("/", " - ", "–", "—"):
        parts = [" ".join(cell_part.split()) for cell_part in cell.split(separator)]
        if len(parts) == NAME_AND_PLAYERS and not any(has_several_names(cell_part) for cell_part in parts):
            return _LineCells(parts[0], (parts[1], parts[2]))
    if "-" in cell and not has_several_names(cell):
        return LineProblem.HYPHEN
    return LineProblem.PARTS


def _without_trailing_empty(cells: list[str], fewest: int) -> list[str]:
    while len(cells) > fewest and not cells[-1]:
        cells.pop()  # spreadsheets end their rows with empty cells
    return cells


def _parse_rating(typed: str) -> int | None:
    if not (typed.isascii() and typed.isdecimal()) or len(typed) > len(str(MAX_RATING)):
        return None
    return int(typed)


def _parse_seed(typed: str) -> int | None:
    number = _parse_rating(typed)
    return number if number and number <= MAX_SEED else None


def _fold_keys(names: Mapping[str, str] | Collection[str]) -> dict[str, str]:
    by_name = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
    return {fold(name): value for name, value in by_name.items()}
