from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantKind
from tournaments.naming.entry_lines import read_entry_lines, read_entry_rows
from tournaments.naming.line_checks import EntryLine
from tournaments.naming.line_problems import DoubtKind, LineProblem
from tournaments.naming.names import fold
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.spreadsheets.delimited_text import parse_text
from tournaments.spreadsheets.errors import BadFile
from tournaments.spreadsheets.grid import MAX_LIST_LENGTH
from tournaments.spreadsheets.headings import PAIR_CONTENTS, SINGLES_CONTENTS, detect_columns
from tournaments.spreadsheets.table_rows import table_rows
from tournaments.web.long_lists import ShortenedList, shorten

from .name_matches import PersonQuestion, build_question, field_for_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

LINE_PROBLEMS: Mapping[LineProblem, StrPromise] = {
    LineProblem.PARTS: _(
        "A line is “player - player”, or “name; player; player”; club and rating may follow after semicolons."
    ),
    LineProblem.HYPHEN: _(
        "One name, or two? Put spaces around the hyphen between two players;"
        " without them it belongs to a name."
    ),
    LineProblem.SEVERAL: _("“%(player)s” looks like more than one name. Put semicolons between the columns."),
    LineProblem.NO_TEXT: _(
        "Cell %(cell)s holds a date, time, number or the like instead of a name: %(player)s. Format it as "
        "text in the spreadsheet, and type the name again."
    ),
    LineProblem.NO_LETTER: _("A name must contain letters: %(player)s."),
    LineProblem.EMPTY_NAME: _("A name between the columns is missing."),
    LineProblem.TOO_LONG: _("A name is too long: 80 characters at most."),
    LineProblem.RATING: _("The rating must be a whole number from 0 to 99999."),
    LineProblem.SEED: _("The seed number must be a whole number from 1 to 2048."),
    LineProblem.POT: _("The pot must be a whole number from 1 to 2048."),
    LineProblem.PHONE: _("“%(player)s” is not a phone number: it has at least seven digits, and no letters."),
    LineProblem.PAID: _("“%(player)s” doesn't say whether the fee is paid: write yes or no."),
    LineProblem.SAME_PLAYER: _("Both players have the same name: %(player)s."),
    LineProblem.PAIR_TAKEN: _("Already entered, as “%(pair)s”: this line is left out."),
    LineProblem.PAIR_TWICE: _("Line %(line)s has the same pair, “%(pair)s”. Delete one of the two lines."),
    LineProblem.NAME_TAKEN: _(
        "Another pair is already called “%(pair)s”: %(player)s. Give this pair another name."
    ),
    LineProblem.NAME_TWICE: _(
        "Line %(line)s has the same pair name, “%(pair)s”. Give one of the two another name."
    ),
    LineProblem.PLAYER_TAKEN: _(
        "%(player)s is already entered, in the pair “%(pair)s”. If this is someone else with the same "
        "name, enter this pair in the form for one pair and say so there."
    ),
    LineProblem.PLAYER_TWICE: _(
        "%(player)s is already in line %(line)s, in the pair “%(pair)s”. If this is someone else with the "
        "same name, enter this pair in the form for one pair and say so there."
    ),
}

LINE_PROBLEMS_OF_SINGLES: Mapping[LineProblem, StrPromise] = {
    **LINE_PROBLEMS,
    LineProblem.PARTS: _("A line is “player; club; rating”; club and rating may be left out."),
    LineProblem.SEVERAL: _(
        "“%(player)s” looks like more than one player: give each their own line. Club and rating follow "
        "after semicolons."
    ),
    LineProblem.NAME_TAKEN: _(
        "“%(pair)s” is already entered: this line is left out. If it is someone else, add something to the "
        "name."
    ),
    LineProblem.NAME_TWICE: _(
        "Line %(line)s has the same name, “%(pair)s”. Delete one of the two lines; if it is someone else, "
        "add something to the name."
    ),
}


LINE_DOUBTS: Mapping[DoubtKind, StrPromise] = {
    DoubtKind.TITLE: _("This may be a heading or a message rather than players."),
    DoubtKind.REMARK: _("“%(text)s” is left out of the names. Do they play?"),
}


@dataclass(frozen=True)
class CheckedLine:
    line: EntryLine
    texts: Sequence[str] = ()
    questions: Sequence[PersonQuestion] = ()
    confirm_field: str = ""
    is_confirmed: bool = False
    is_paid: bool = False

    @property
    def phones(self) -> list[str]:
        return [phone for phone in (*self.line.phones, *self.line.found_phones) if phone]


STORE_PHONES_FIELD: Final = "store_phones"
AMOUNTS_PAID_FIELD: Final = "amounts_paid"
TICKS_NOT_PAID_FIELD: Final = "ticks_not_paid"
KEEP_CAPITALS_FIELD: Final = "keep_capitals"


class PasteForm(forms.Form):
    lines = forms.CharField(
        label=_("The list"),
        strip=False,
        required=False,
        max_length=MAX_LIST_LENGTH,
        widget=forms.Textarea,
    )
    leave_out = forms.BooleanField(required=False)
    previewed = forms.CharField(required=False, max_length=80)


class CheckedLines:
    def __init__(
        self,
        lines: list[EntryLine],
        *,
        digest: str,
        free_places: int,
        singles: bool,
        known: AvailablePeople | None = None,
        posted: Mapping[str, str] | None = None,
    ) -> None:
        """Only store; `digest` identifies the previewed text, `posted` answers the preview's questions."""
        self.lines = lines
        self.keeps_capitals = KEEP_CAPITALS_FIELD in (posted or {})
        self.digest = f"{digest} in capitals" if self.keeps_capitals else digest
        self.room, self.singles = free_places, singles
        self._known, self._given = known, posted or {}

    @property
    def entries(self) -> list[ListedEntrant]:
        """Return entries of `valid_lines`, with chosen or preselected people."""
        return [
            ListedEntrant(
                line.name,
                line.players,
                line.club,
                line.rating,
                line.seed,
                line.pot,
                answers=_people_by_place(questions),
                phones=self._phones_of(line),
                paid=self.is_paid(line),
            )
            for line, questions in self._questions_by_line
            if self._is_valid(line)
        ]

    @property
    def valid_lines(self) -> list[EntryLine]:
        """Lines without problems; those with doubts only if confirmed."""
        return [line for line in self.lines if self._is_valid(line)]

    @property
    def invalid_lines(self) -> list[EntryLine]:
        return [line for line in self.lines if not (self._is_valid(line) or self._is_entered(line))]

    @property
    def entered_lines(self) -> list[EntryLine]:
        """Lines of entrants who are on the list already; they need no decision."""
        return [line for line in self.lines if self._is_entered(line)]

    @property
    def found_phone_count(self) -> int:
        """Count phone numbers that stood in names of valid lines."""
        return sum(bool(phone) for line in self.valid_lines for phone in line.found_phones)

    @property
    def asks_about_capitals(self) -> bool:
        return self.keeps_capitals or any(line.was_in_capitals for line in self.lines)

    @property
    def stores_phones(self) -> bool:
        return STORE_PHONES_FIELD in self._given

    @property
    def amounts(self) -> list[str]:
        """Return different amounts that valid lines have where they should say whether the fee is paid."""
        return list(dict.fromkeys(line.amount for line in self.valid_lines if line.amount))

    @property
    def amounts_are_paid(self) -> bool:
        return AMOUNTS_PAID_FIELD in self._given

    @property
    def ticks(self) -> list[str]:
        """Return different ticks that stand beside the names of valid lines."""
        return list(dict.fromkeys(line.tick for line in self.valid_lines if line.tick))

    @property
    def ticks_are_paid(self) -> bool:
        return TICKS_NOT_PAID_FIELD not in self._given

    def is_paid(self, line: EntryLine) -> bool:
        if line.tick:
            return self.ticks_are_paid
        return line.paid or bool(line.amount and self.amounts_are_paid)

    def _phones_of(self, line: EntryLine) -> tuple[str, ...]:
        if not self.stores_phones or not line.found_phones:
            return line.phones
        both = zip_longest(line.phones, line.found_phones, fillvalue="")
        return tuple(column or found for column, found in both)

    @property
    def excess_count(self) -> int:
        return max(0, len(self.valid_lines) - self.room)

    def unsolved_text(self, entrants_by_player: Mapping[str, str], *, entered: bool) -> str:
        """Return the lines that are still to be entered, reserves below their heading.

        Valid lines are left out if they were `entered`. A line is solved if its players are all in one pair
        by now; `entrants_by_player` are names of entrants.
        """
        entrants = {fold(player): name for player, name in entrants_by_player.items()}
        texts, section = list[str](), ""
        for line in self.invalid_lines if entered else self.lines:
            if not _is_solved(line, entrants):
                texts += [line.section] if line.section != section else []
                texts.append(line.typed)
                section = line.section
        return "\n".join(texts)

    @property
    def explained_errors(self) -> ShortenedList[CheckedLine]:
        """Lines with doubts are never shortened away."""
        return shorten(
            (self._checked(line, errors=True) for line in self.invalid_lines),
            always=lambda row: bool(row.confirm_field),
        )

    @property
    def explained_entered_lines(self) -> ShortenedList[CheckedLine]:
        return shorten(
            (self._checked(line, errors=True) for line in self.entered_lines),
            always=lambda row: bool(row.line.doubts),
        )

    @property
    def error_texts(self) -> Mapping[LineProblem, StrPromise]:
        return LINE_PROBLEMS_OF_SINGLES if self.singles else LINE_PROBLEMS

    @property
    def lines_with_questions(self) -> ShortenedList[CheckedLine]:
        """Return valid lines with their questions; shortened, except those with a question or tick.

        With more lines than free places, nothing is asked.
        """
        if self.excess_count:
            return shorten(
                (self._checked(line) for line in self.valid_lines), always=lambda row: bool(row.confirm_field)
            )
        rows = (
            self._checked(line, questions=[question for question in questions if question])
            for line, questions in self._questions_by_line
            if self._is_valid(line)
        )
        return shorten(rows, always=lambda row: bool(row.questions or row.confirm_field))

    def _checked(
        self, line: EntryLine, *, errors: bool = False, questions: Sequence[PersonQuestion] = ()
    ) -> CheckedLine:
        """Return the line with texts about doubts and, with `errors`, problems."""
        problems = [self.error_texts[fault.problem] % vars(fault) for fault in line.line_errors if errors]
        doubts = [LINE_DOUBTS[doubt.kind] % vars(doubt) for doubt in line.doubts]
        asks = bool(line.doubts) and not line.problems
        field = confirm_field(line) if asks else ""
        confirmed = asks and field in self._given
        return CheckedLine(
            line, [*problems, *doubts], questions, field, confirmed, is_paid=self.is_paid(line)
        )

    def _is_valid(self, line: EntryLine) -> bool:
        return not line.problems and (not line.doubts or confirm_field(line) in self._given)

    def _is_entered(self, line: EntryLine) -> bool:
        return line.problems == (LineProblem.NAME_TAKEN if self.singles else LineProblem.PAIR_TAKEN,)

    @cached_property
    def _questions_by_line(self) -> list[tuple[EntryLine, list[PersonQuestion | None]]]:
        return [
            (line, [self._question(name, line) for name in line.players] if self._is_valid(line) else [])
            for line in self.lines
        ]

    def _question(self, name: str, line: EntryLine) -> PersonQuestion | None:
        field = field_for_name(name)
        known = self._known.find_by_name(name, likely=False) if self._known else []
        posted = self._given.get(field, "")
        return build_question(field, name, known, beside=line.players, posted=posted, preselect=True)


class PastedLines(CheckedLines):
    def __init__(
        self,
        text: str,
        *,
        names: Mapping[str, str] | Collection[str],
        players: Mapping[str, str] | Collection[str],
        free_places: int,
        kind: str = EntrantKind.PAIRS,
        known: AvailablePeople | None = None,
        posted: Mapping[str, str] | None = None,
    ) -> None:
        """`names` and `players` are those already entered, as in `TakenNames`."""
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        singles = kind == EntrantKind.SINGLES
        checks: dict[str, Any] = {
            "singles": singles,
            "keep_capitals": KEEP_CAPITALS_FIELD in (posted or {}),
            "taken_names": names,
            "taken_players": players,
        }
        lines = _read_lines(self.text, singles=singles, checks=checks)
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        super().__init__(
            lines, digest=digest, free_places=free_places, singles=singles, known=known, posted=posted
        )


def _read_lines(text: str, *, singles: bool, checks: Mapping[str, Any]) -> list[EntryLine]:
    """Read rows of a table that was pasted with its headings, else lines; a list may have one heading."""
    try:
        grid = parse_text(text)
    except BadFile:
        return read_entry_lines(text, **checks)
    matching = detect_columns(grid, offered=SINGLES_CONTENTS if singles else PAIR_CONTENTS)
    if matching.heading_row and (grid.width > 1 or matching.surname_first):
        return read_entry_rows(table_rows(grid, matching, singles=singles), **checks)
    lines = text.splitlines()
    if matching.heading_row:
        lines[matching.heading_row - 1] = ""
    return read_entry_lines("\n".join(lines), **checks)


def _is_solved(line: EntryLine, entrants: Mapping[str, str]) -> bool:
    players = {fold(player) for player in line.players if player}
    return bool(players) and players <= entrants.keys() and len({entrants[player] for player in players}) == 1


def confirm_field(line: EntryLine) -> str:
    """Bound to the text, so that an edited line is asked about again."""
    return f"enter-{hashlib.sha256(line.typed.encode()).hexdigest()[:12]}"


def _people_by_place(questions: Sequence[PersonQuestion | None]) -> dict[int, UUID | None]:
    """Return the chosen or preselected person's public id by place from 1; None is a new person.

    Places without a question are left out.
    """
    by_place = [
        (place, asked_question)
        for place, asked_question in enumerate(questions, start=1)
        if asked_question is not None
    ]
    return {
        place: asked_question.chosen.key if asked_question.chosen else None
        for place, asked_question in by_place
    }
