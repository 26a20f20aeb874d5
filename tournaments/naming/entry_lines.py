"""Pasted entry lists: one entrant a line, its columns apart by semicolons or tabs.

Pairs: `name; player; player; club; rating`, or the two players alone. Singles: `player; club; rating`. Club
and rating may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum

from tournaments.naming.names import LONGEST_NAME, fold, pair_name

PLAYERS_ALONE, NAME_AND_PLAYERS = 2, 3
CLUB_AND_RATING = 2
HIGHEST_RATING = 99_999


class LineProblem(Enum):
    """Why a line can't be entered."""

    PARTS = "parts"
    EMPTY_NAME = "empty_name"
    TOO_LONG = "too_long"
    RATING = "rating"
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
    club: str = ""
    rating: int | None = None


def read_entry_lines(
    text: str,
    *,
    singles: bool = False,
    taken_names: Collection[str] = (),
    taken_players: Collection[str] = (),
) -> list[EntryLine]:
    """Every line that is not blank, each with all its problems. Nothing is left out or mended silently."""
    names = {fold(name) for name in taken_names}
    players = set() if singles else {fold(player) for player in taken_players}
    earlier: set[str] = set()
    lines = []
    for number, typed in enumerate(text.splitlines(), start=1):
        if not typed.strip():
            continue
        line = _read_line(number, typed, singles=singles, names=names, players=players, earlier=earlier)
        earlier.add(fold(line.name))
        if not singles:  # one player is the entrant: his name is taken already
            players.update(fold(player) for player in line.players)
        lines.append(line)
    return lines


def _read_line(
    number: int, typed: str, *, singles: bool, names: set[str], players: set[str], earlier: set[str]
) -> EntryLine:
    own = 1 if singles else NAME_AND_PLAYERS
    parts = [" ".join(part.split()) for part in typed.replace("\t", ";").split(";")]
    while len(parts) > own and not parts[-1]:
        parts.pop()  # spreadsheets end their rows with empty cells
    if len(parts) > own + CLUB_AND_RATING or len(parts) < (1 if singles else PLAYERS_ALONE):
        return EntryLine(number, typed, problems=(LineProblem.PARTS,))
    who, (club, rating) = parts[:own], (*parts[own:], "", "")[:CLUB_AND_RATING]
    couple = tuple(who if singles else who[-2:])
    if not all(who):
        return EntryLine(number, typed, who[0], couple, (LineProblem.EMPTY_NAME,))
    name = pair_name(couple) if len(who) == PLAYERS_ALONE else who[0]
    checks: list[tuple[LineProblem, Callable[[], bool]]] = [
        (LineProblem.TOO_LONG, lambda: any(len(part) > LONGEST_NAME for part in (name, *couple, club))),
        (LineProblem.RATING, lambda: bool(rating) and _rating(rating) is None),
        (LineProblem.SAME_PLAYER, lambda: len({fold(player) for player in couple}) < len(couple)),
        (LineProblem.NAME_TAKEN, lambda: fold(name) in names),
        (LineProblem.NAME_TWICE, lambda: fold(name) in earlier),
        (LineProblem.PLAYER_TWICE, lambda: any(fold(player) in players for player in couple)),
    ]
    problems = tuple(problem for problem, wrong in checks if wrong())
    return EntryLine(number, typed, name, couple, problems, club, _rating(rating))


def _rating(typed: str) -> int | None:
    """A rating, where those are plain digits of one in range."""
    if not (typed.isascii() and typed.isdecimal()) or len(typed) > len(str(HIGHEST_RATING)):
        return None
    return int(typed)
