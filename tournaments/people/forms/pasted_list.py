from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantKind
from tournaments.naming.entry_lines import EntryLine, LineProblem, read_entry_lines
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.spreadsheets.grid import MAX_LIST_LENGTH
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
    LineProblem.EMPTY_NAME: _("A name between the columns is missing."),
    LineProblem.TOO_LONG: _("A name is too long: 80 characters at most."),
    LineProblem.RATING: _("The rating must be a whole number from 0 to 99999."),
    LineProblem.SEED: _("The seed number must be a whole number from 1 to 2048."),
    LineProblem.POT: _("The pot must be a whole number from 1 to 2048."),
    LineProblem.SAME_PLAYER: _("Both players have the same name: %(player)s."),
    LineProblem.NAME_TAKEN: _("The pair “%(pair)s” is already entered: %(player)s."),
    LineProblem.NAME_TWICE: _("Line %(line)s has the same pair name, “%(pair)s”."),
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
    LineProblem.NAME_TAKEN: _("“%(pair)s” is already entered. Add something to tell them apart."),
    LineProblem.NAME_TWICE: _(
        "Line %(line)s has the same name, “%(pair)s”. Add something to tell them apart."
    ),
}


class PasteForm(forms.Form):
    lines = forms.CharField(
        label=_("The list"),
        strip=False,
        required=False,
        max_length=MAX_LIST_LENGTH,
        widget=forms.Textarea,
    )
    leave_out = forms.BooleanField(required=False)
    previewed = forms.CharField(required=False, max_length=64)


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
        """`digest` identifies the previewed text; `posted` answers questions about people."""
        self.lines, self.digest = lines, digest
        self.room, self.singles = free_places, singles
        self._known, self._given = known, posted or {}

    @property
    def entries(self) -> list[ListedEntrant]:
        """Return entries of lines without problems."""
        return [
            ListedEntrant(
                line.name,
                line.players,
                line.club,
                line.rating,
                line.seed,
                line.pot,
                answers=_answers_of(questions),
            )
            for line, questions in self._questions_by_line
            if not line.problems
        ]

    @property
    def valid_lines(self) -> list[EntryLine]:
        return [line for line in self.lines if not line.problems]

    @property
    def invalid_lines(self) -> list[EntryLine]:
        return [line for line in self.lines if line.problems]

    @property
    def excess_count(self) -> int:
        return max(0, len(self.valid_lines) - self.room)

    @property
    def invalid_text(self) -> str:
        return "\n".join(line.typed for line in self.invalid_lines)

    @property
    def explained_errors(self) -> ShortenedList[tuple[EntryLine, list[str]]]:
        sentences = self.error_texts
        bad = shorten(self.invalid_lines)
        rows = [
            (line, [sentences[fault.problem] % vars(fault) for fault in line.line_errors])
            for line in bad.rows
        ]
        return ShortenedList(rows, bad.more)

    @property
    def error_texts(self) -> Mapping[LineProblem, StrPromise]:
        return LINE_PROBLEMS_OF_SINGLES if self.singles else LINE_PROBLEMS

    @property
    def lines_with_questions(self) -> ShortenedList[tuple[EntryLine, list[PersonQuestion]]]:
        """Return valid lines; those with questions are never shortened away.

        With more lines than free places, nothing is asked.
        """
        if self.excess_count:
            good = shorten(self.valid_lines)
            return ShortenedList([(line, []) for line in good.rows], good.more)
        rows = [
            (line, [question for question in questions if question])
            for line, questions in self._questions_by_line
            if not line.problems
        ]
        return shorten(rows, always=lambda row: bool(row[1]))

    @cached_property
    def _questions_by_line(self) -> list[tuple[EntryLine, list[PersonQuestion | None]]]:
        return [
            (line, [] if line.problems else [self._question(name) for name in line.players])
            for line in self.lines
        ]

    def _question(self, name: str) -> PersonQuestion | None:
        field = field_for_name(name)
        known = self._known.find_by_name(name, likely=False) if self._known else []
        return build_question(field, name, known, posted=self._given.get(field, ""), preselect=True)


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
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        singles = kind == EntrantKind.SINGLES
        lines = read_entry_lines(self.text, singles=singles, taken_names=names, taken_players=players)
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        super().__init__(
            lines, digest=digest, free_places=free_places, singles=singles, known=known, posted=posted
        )


def _answers_of(questions: Sequence[PersonQuestion | None]) -> dict[int, UUID | None]:
    """Return chosen public ids by place, None for a new person or no answer."""
    by_place = [
        (place, asked_question)
        for place, asked_question in enumerate(questions, start=1)
        if asked_question is not None
    ]
    return {
        place: asked_question.chosen.key if asked_question.chosen else None
        for place, asked_question in by_place
    }
