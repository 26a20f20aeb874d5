from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from rules.games.game import Game
from rules.rulesets import RuleSet
from rules.strict_json import decode
from rules.validation import too_many_points
from scoring.models import Entry
from scoring.table.forms.correction_form import BaseCorrectionForm
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.score_rows import ScoreRow
from scoring.table.views.seat_labels import Payer, Seat, SeatPlace, charged_sides


def rack_bounds(largest: Mapping[str, int]) -> dict[str, dict[str, Any]]:
    """Return the largest sum by opening (`rack`), and the refusal of a larger one (`rack_words`)."""
    language = get_language() or "tr"
    words = {opening: too_many_points(most, None).message for opening, most in largest.items()}
    return {
        "rack": dict(largest),
        "rack_words": {opening: text.in_language(language) for opening, text in words.items()},
    }


def no_context(_form: Any, _seats: Sequence[SeatPlace]) -> dict[str, Any]:
    return {}


def no_steps(_form: Any) -> dict[str, str]:
    return {}


def no_pictures(_form: Any) -> dict[str, str]:
    return {}


@dataclass(frozen=True, kw_only=True)
class HandEntry:
    """A game's forms, templates and context, and who is charged."""

    game: Game[Any, Any]
    form: type[EntryForm]
    correction_form: type[BaseCorrectionForm]
    correction_initial: Callable[[Any, Any], dict[str, Any]]
    """The form's initial values for a stored report."""
    template_folder: str
    """The folder of the game's templates:

    `_no_finisher.html` (ends without a finisher), `_questions.html`, optionally
    `_review_questions.html` and `_pre_deal_questions.html`, and `_unscorable_hand.html`, with which a
    referee records a hand that can't be scored.
    """
    asks_first: bool = False
    """Whether something known before the deal is asked above the finisher."""
    asks_last: bool = True
    """Whether something is asked in the summary of the hand."""
    template_context: Callable[[Any, Sequence[SeatPlace]], dict[str, Any]] = no_context
    """Context of these templates beside the form."""
    step_attributes: Callable[[Any], dict[str, str]] = no_steps
    """Data attributes for a script that asks step by step; without any, the form is one page."""
    picture_renderer: Callable[[Any], dict[str, str]] = no_pictures
    """Pictures for the part above the finisher, by name."""
    rows: Callable[[Any, Sequence[Seat]], list[ScoreRow]]
    """A row for everyone who is charged, with the problems of their part."""

    @property
    def nobody_template(self) -> str:
        return f"{self.template_folder}/_no_finisher.html"

    @property
    def asked_first_template(self) -> str:
        return f"{self.template_folder}/_pre_deal_questions.html" if self.asks_first else ""

    @property
    def questions_template(self) -> str:
        return f"{self.template_folder}/_questions.html"

    @property
    def asked_last_template(self) -> str:
        return f"{self.template_folder}/_review_questions.html" if self.asks_last else ""

    @property
    def referee_template(self) -> str:
        return f"{self.template_folder}/_unscorable_hand.html"

    def charged(self, seats: Sequence[Seat]) -> Sequence[Payer]:
        return charged_sides(seats) if self.game.charges_sides else seats

    def initial_from_entry(self, entry: Entry, rules: RuleSet) -> dict[str, Any]:
        return self.correction_initial(self.game.parse_report(decode(entry.report)), rules)
