"""Pasted entry lists: one pair a line, `name; player; player`, or the two players alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum

from .names import LONGEST_NAME, fold, pair_name

PLAYERS_ALONE, NAME_AND_PLAYERS = 2, 3


class LineProblem(Enum):
    """Why a line can't be entered."""

    PARTS = "parts"
    EMPTY_NAME = "empty_name"
    TOO_LONG = "too_long"
    SAME_PLAYER = "same_player"
    NAME_TAKEN = "name_taken"
    NAME_TWICE = "name_twice"
    PLAYER_TWICE = "player_twice"


@dataclass(frozen=True)
class EntryLine:
    """One line as read; `number` counts the lines as typed, blank ones too."""

    number: int
    typed: str
    name: str = ""
    players: tuple[str, ...] = ()
    problems: tuple[LineProblem, ...] = field(default=())


def read_entry_lines(
    text: str, *, taken_names: Collection[str] = (), taken_players: Collection[str] = ()
) -> list[EntryLine]:
    """Every line that is not blank, each with all its problems. Nothing is left out or mended silently."""
    names = {fold(name) for name in taken_names}
    players = {fold(player) for player in taken_players}
    earlier: set[str] = set()
    lines = []
    for number, typed in enumerate(text.splitlines(), start=1):
        if not typed.strip():
            continue
        line = _read_line(number, typed, names=names, players=players, earlier=earlier)
        earlier.add(fold(line.name))
        players.update(fold(player) for player in line.players)
        lines.append(line)
    return lines


def _read_line(
    number: int, typed: str, *, names: set[str], players: set[str], earlier: set[str]
) -> EntryLine:
    parts = [" ".join(part.split()) for part in typed.replace("\t", ";").split(";")]
    while len(parts) > NAME_AND_PLAYERS and not parts[-1]:
        parts.pop()  # spreadsheets end their rows with empty cells
    if len(parts) not in (PLAYERS_ALONE, NAME_AND_PLAYERS):
        return EntryLine(number, typed, problems=(LineProblem.PARTS,))
    couple = tuple(parts[-2:])
    if not all(parts):
        return EntryLine(number, typed, parts[0], couple, (LineProblem.EMPTY_NAME,))
    name = parts[0] if len(parts) == NAME_AND_PLAYERS else pair_name(couple)
    checks: list[tuple[LineProblem, Callable[[], bool]]] = [
        (LineProblem.TOO_LONG, lambda: any(len(part) > LONGEST_NAME for part in (name, *couple))),
        (LineProblem.SAME_PLAYER, lambda: fold(couple[0]) == fold(couple[1])),
        (LineProblem.NAME_TAKEN, lambda: fold(name) in names),
        (LineProblem.NAME_TWICE, lambda: fold(name) in earlier),
        (LineProblem.PLAYER_TWICE, lambda: any(fold(player) in players for player in couple)),
    ]
    return EntryLine(number, typed, name, couple, tuple(problem for problem, wrong in checks if wrong()))
