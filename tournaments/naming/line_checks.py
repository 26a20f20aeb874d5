from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.naming.entry_columns import has_several_names
from tournaments.naming.line_cells import LineCells
from tournaments.naming.line_problems import LineDoubt, LineError, LineProblem
from tournaments.naming.names import MAX_NAME_LENGTH, fold, free_name
from tournaments.naming.phone_numbers import is_phone
from tournaments.naming.yes_or_no import is_amount, parse_yes_or_no

MAX_RATING = 99_999
MAX_SEED = 2_048
"""Limit of seeds and pots, equal to the most entrants."""


@dataclass(frozen=True)
class EntryLine:
    """`number` counts blank lines, too. `phones` have columns of their own; `found_phones` stood in names.

    `section` is the heading of reserves above it. `amount` stood where it should say whether they have paid,
    `tick` beside the names.
    """

    number: int
    typed: str
    name: str = ""
    players: tuple[str, ...] = ()
    line_errors: tuple[LineError, ...] = field(default=())
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    pot: int | None = None
    phones: tuple[str, ...] = ()
    doubts: tuple[LineDoubt, ...] = ()
    found_phones: tuple[str, ...] = ()
    was_in_capitals: bool = False
    paid: bool = False
    amount: str = ""
    tick: str = ""
    section: str = ""

    @property
    def problems(self) -> tuple[LineProblem, ...]:
        return tuple(dict.fromkeys(error.problem for error in self.line_errors))


@dataclass
class TakenNames:
    names: Mapping[str, str]
    players: Mapping[str, str]
    names_above: dict[str, int] = field(default_factory=dict)
    players_above: dict[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def all_names(self) -> Collection[str]:
        return self.names.keys() | self.names_above.keys()

    def add_line(self, line: EntryLine) -> None:
        self.names_above.setdefault(fold(line.name), line.number)
        for player in line.players:
            self.players_above.setdefault(fold(player), (line.name, line.number))


def check_line(number: int, typed: str, parts: LineCells, *, singles: bool, taken: TakenNames) -> EntryLine:
    """Return the line with its errors; if a name is empty, that is the only error.

    An unnamed pair gets a free name. The caller adds the line to `taken`.
    """
    has_name = parts.name is None or parts.name
    if not has_name or not all(parts.players):
        displayed_name = parts.name or next(iter(parts.players), "")
        return EntryLine(number, typed, displayed_name, parts.players, (LineError(LineProblem.EMPTY_NAME),))
    name = parts.name or (parts.players[0] if singles else free_name(parts.players, taken.all_names))
    errors = _find_errors(name, parts, singles=singles, taken=taken)
    return EntryLine(
        number,
        typed,
        name,
        parts.players,
        errors,
        parts.club,
        _parse_rating(parts.rating),
        _parse_seed(parts.seed),
        _parse_seed(parts.pot),
        parts.phones,
        parts.doubts,
        parts.found_phones,
        parts.was_in_capitals,
        paid=bool(parse_yes_or_no(parts.paid)),
        amount=parts.paid if is_amount(parts.paid) else "",
        tick=parts.tick,
    )


def _find_errors(name: str, parts: LineCells, *, singles: bool, taken: TakenNames) -> tuple[LineError, ...]:
    """Return errors of names, numbers, phones and payment, then duplicates."""
    players, folded = parts.players, [fold(player) for player in parts.players]
    several = next((player for player in players if has_several_names(player)), "")
    bad_phone = next((phone for phone in parts.phones if phone and not is_phone(phone)), "")
    unlettered = next((player for player in players if not any(map(str.isalpha, player))), "")
    checks: list[tuple[LineError, Callable[[], bool]]] = [
        (LineError(LineProblem.SEVERAL, several), lambda: bool(several)),
        (LineError(LineProblem.NO_LETTER, unlettered), lambda: bool(unlettered) and not several),
        (
            LineError(LineProblem.TOO_LONG),
            lambda: any(len(part) > MAX_NAME_LENGTH for part in (name, *players, parts.club)),
        ),
        (LineError(LineProblem.RATING), lambda: bool(parts.rating) and _parse_rating(parts.rating) is None),
        (LineError(LineProblem.SEED), lambda: bool(parts.seed) and _parse_seed(parts.seed) is None),
        (LineError(LineProblem.POT), lambda: bool(parts.pot) and _parse_seed(parts.pot) is None),
        (LineError(LineProblem.PHONE, bad_phone), lambda: bool(bad_phone)),
        (LineError(LineProblem.PAID, parts.paid), lambda: _is_unclear(parts.paid)),
        (LineError(LineProblem.SAME_PLAYER, players[0]), lambda: len(set(folded)) < len(folded)),
    ]
    errors = [error for error, applies in checks if applies()]
    return (*errors, *_find_duplicates(name, () if singles else players, taken))


def _is_unclear(paid: str) -> bool:
    return parse_yes_or_no(paid) is None and not is_amount(paid)


def _find_duplicates(name: str, players: Sequence[str], taken: TakenNames) -> list[LineError]:
    """Return one error if the whole pair is known; a name of the pair that a player explains has none."""
    if error := _known_pair(players, taken):
        return [error]
    conflicts = _player_conflicts(players, taken)
    is_explained = fold(name) in {fold(conflict.pair) for conflict in conflicts}
    return [*([] if is_explained else _name_conflicts(name, taken)), *conflicts]


def _known_pair(players: Sequence[str], taken: TakenNames) -> LineError | None:
    if len({fold(player) for player in players}) < len("AB"):
        return None
    entered = {taken.players.get(fold(player), "") for player in players}
    if len(entered) == 1 and (pair := entered.pop()):
        return LineError(LineProblem.PAIR_TAKEN, pair=pair)
    above = {taken.players_above.get(fold(player), ("", 0)) for player in players}
    pair, line = above.pop() if len(above) == 1 else ("", 0)
    return LineError(LineProblem.PAIR_TWICE, pair=pair, line=line) if line else None


def _name_conflicts(name: str, taken: TakenNames) -> list[LineError]:
    key, errors = fold(name), []
    if key in taken.names:
        errors.append(LineError(LineProblem.NAME_TAKEN, taken.names[key], name))
    if key in taken.names_above:
        errors.append(LineError(LineProblem.NAME_TWICE, pair=name, line=taken.names_above[key]))
    return errors


def _player_conflicts(players: Sequence[str], taken: TakenNames) -> list[LineError]:
    errors = []
    for key, player in {fold(player): player for player in players}.items():
        if key in taken.players:
            errors.append(LineError(LineProblem.PLAYER_TAKEN, player, taken.players[key]))
        elif key in taken.players_above:
            errors.append(LineError(LineProblem.PLAYER_TWICE, player, *taken.players_above[key]))
    return errors


def _parse_rating(typed: str) -> int | None:
    if not (typed.isascii() and typed.isdecimal()) or len(typed) > len(str(MAX_RATING)):
        return None
    return int(typed)


def _parse_seed(typed: str) -> int | None:
    number = _parse_rating(typed)
    return number if number and number <= MAX_SEED else None


def fold_keys(names: Mapping[str, str] | Collection[str]) -> dict[str, str]:
    by_name = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
    return {fold(name): value for name, value in by_name.items()}
