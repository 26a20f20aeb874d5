"""A pasted list of pairs or players, read line by line."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.entrants.entries import Entry
from tournaments.domain.entrants.known import Acquaintances
from tournaments.enums import EntrantKind
from tournaments.naming.entry_lines import EntryLine, LineProblem, read_entry_lines

from .who import Question, named_field, question

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

LONGEST_LIST = 400_000
"""Letters: as many lines as a tournament has entrants, of long names."""

LINE_PROBLEMS: Mapping[LineProblem, StrPromise] = {
    LineProblem.PARTS: _("A line is “name; player; player; club; rating”, or shorter: “player; player”."),
    LineProblem.EMPTY_NAME: _("A name between the semicolons is missing."),
    LineProblem.TOO_LONG: _("A name is too long: 80 letters at most."),
    LineProblem.RATING: _("The rating is no whole number from 0 to 99999."),
    LineProblem.SAME_PLAYER: _("Both players have the same name."),
    LineProblem.NAME_TAKEN: _("A pair of this name is entered already."),
    LineProblem.NAME_TWICE: _("A line above has the same pair name."),
    LineProblem.PLAYER_TWICE: _("One of the players is in another pair already."),
}

LINE_PROBLEMS_OF_SINGLES: Mapping[LineProblem, StrPromise] = {
    **LINE_PROBLEMS,
    LineProblem.PARTS: _("A line is “player; club; rating”; club and rating may be left out."),
    LineProblem.NAME_TAKEN: _(
        "A player of this name is entered already. Add something that tells them apart."
    ),
    LineProblem.NAME_TWICE: _("A line above has the same name. Add something that tells them apart."),
}


class PasteForm(forms.Form):
    """A pasted list. `previewed` is the digest of the text whose preview was looked at."""

    lines = forms.CharField(
        label=_("The list"),
        strip=False,
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea,
    )
    leave_out = forms.BooleanField(required=False)
    previewed = forms.CharField(required=False, max_length=64)


class PastedLines:
    """A pasted text, read line by line against those who are entered already."""

    def __init__(
        self,
        text: str,
        *,
        names: Collection[str],
        players: Collection[str],
        room: int,
        kind: str = EntrantKind.PAIRS,
        known: Acquaintances | None = None,
        given: Mapping[str, str] | None = None,
    ) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.room, self.singles = room, kind == EntrantKind.SINGLES
        self._known, self._given = known, given or {}
        self.lines = read_entry_lines(
            self.text, singles=self.singles, taken_names=names, taken_players=players
        )

    @property
    def entries(self) -> list[Entry]:
        """Whom the good lines enter."""
        return [
            Entry(line.name, line.players, line.club, line.rating, answers=_answers_of(questions))
            for line, questions in self._asked
            if not line.problems
        ]

    @property
    def good(self) -> list[EntryLine]:
        return [line for line in self.lines if not line.problems]

    @property
    def bad(self) -> list[EntryLine]:
        return [line for line in self.lines if line.problems]

    @property
    def too_many(self) -> int:
        """How many good lines are more than the tournament has room for."""
        return max(0, len(self.good) - self.room)

    @property
    def left_over(self) -> str:
        """The bad lines as typed, to be mended."""
        return "\n".join(line.typed for line in self.bad)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def explained(self) -> list[tuple[EntryLine, list[StrPromise]]]:
        """Each line with the sentences that say what is wrong with it; the bad ones come first."""
        sentences = LINE_PROBLEMS_OF_SINGLES if self.singles else LINE_PROBLEMS
        lines = self.bad + self.good
        return [(line, [sentences[problem] for problem in line.problems]) for line in lines]

    @property
    def shown(self) -> list[tuple[EntryLine, list[StrPromise], list[Question]]]:
        """The same with what is asked of each line: whom its names mean."""
        asked = {line.number: [one for one in questions if one] for line, questions in self._asked}
        return [(line, problems, asked[line.number]) for line, problems in self.explained]

    @cached_property
    def _asked(self) -> list[tuple[EntryLine, list[Question | None]]]:
        """Each line with a question for each of its players whom the club may know."""
        return [
            (line, [] if line.problems else [self._question(name) for name in line.players])
            for line in self.lines
        ]

    def _question(self, name: str) -> Question | None:
        field = named_field(name)
        known = self._known.of(name, likely=False) if self._known else []
        return question(field, name, known, given=self._given.get(field, ""), settled=True)


def _answers_of(questions: Sequence[Question | None]) -> dict[int, UUID | None]:
    """Whom the places of a line mean."""
    asked = [(place, one) for place, one in enumerate(questions, start=1) if one is not None]
    return {place: one.chosen.key if one.chosen else None for place, one in asked}
