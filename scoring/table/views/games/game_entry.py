from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from rules.rulesets import RuleSet
from rules.strict_json import decode
from scoring.models import Entry
from scoring.table.forms.correction_form import Correction
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.score_rows import ScoreRow
from scoring.table.views.seat_labels import Charged, Place, Seat, charged_sides
from tournaments.models import Tournament


def no_context(_form: Any, _seats: Sequence[Place], _rule_source: Tournament | RuleSet) -> dict[str, Any]:
    return {}


def no_steps(_form: Any) -> dict[str, str]:
    return {}


def no_pictures(_form: Any) -> dict[str, str]:
    return {}


@dataclass(frozen=True, kw_only=True)
class HandEntry:
    """A game's forms, templates and context, and who is charged for a hand."""

    game: Game[Any, Any]
    form: type[EntryForm]
    correction: type[Correction]
    initial_of: Callable[[Any, Any], dict[str, Any]]
    """The form's initial values for a stored report."""
    templates: str
    """The folder of the game's templates:

    `_nobody.html` (ends without a finisher), `_questions.html`, optionally `_asked_last.html` and
    `_asked_first.html`, and `_told.html`, with which a referee records a hand that can't be scored.
    """
    asks_first: bool = False
    """Whether something known before the deal is asked above the finisher."""
    asks_last: bool = True
    """Whether something is asked in the summary of the hand."""
    beside: Callable[[Any, Sequence[Place], Tournament | RuleSet], dict[str, Any]] = no_context
    """Context of these templates beside the form."""
    steps: Callable[[Any], dict[str, str]] = no_steps
    """Data attributes for a script that asks step by step; without any, the form is one page."""
    drawn: Callable[[Any], dict[str, str]] = no_pictures
    """Pictures for the part above the finisher, by name."""
    rows: Callable[[Any, Sequence[Seat]], list[ScoreRow]]
    """A row for everyone who is charged, with the problems of their part."""

    @property
    def nobody(self) -> str:
        return f"{self.templates}/_nobody.html"

    @property
    def asked_first(self) -> str:
        return f"{self.templates}/_asked_first.html" if self.asks_first else ""

    @property
    def questions(self) -> str:
        return f"{self.templates}/_questions.html"

    @property
    def asked_last(self) -> str:
        return f"{self.templates}/_asked_last.html" if self.asks_last else ""

    @property
    def told(self) -> str:
        return f"{self.templates}/_told.html"

    def charged(self, seats: Sequence[Seat]) -> Sequence[Charged]:
        return charged_sides(seats) if self.game.charges_sides else seats

    def as_stored(self, entry: Entry, rules: RuleSet) -> dict[str, Any]:
        return self.initial_of(self.game.parse_report(decode(entry.report)), rules)
