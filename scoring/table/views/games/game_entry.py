"""How the hands of a game are entered at a table, as a game's module of this folder says it."""

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
from scoring.table.views.score_rows import Row
from scoring.table.views.seat_labels import Charged, Place, Seat, charged_sides
from tournaments.models import Tournament


def nothing(_form: Any, _seats: Sequence[Place], _of: Tournament | RuleSet) -> dict[str, Any]:
    """Tell that the form holds all that its templates need."""
    return {}


def no_steps(_form: Any) -> dict[str, str]:
    """Tell that the form is whole on its page."""
    return {}


def nothing_drawn(_form: Any) -> dict[str, str]:
    """Tell that there are no pictures."""
    return {}


@dataclass(frozen=True, kw_only=True)
class Entering:
    """The forms of a game, what its page asks, and who is charged for a hand."""

    game: Game[Any, Any]
    form: type[EntryForm]
    correction: type[Correction]
    initial_of: Callable[[Any, Any], dict[str, Any]]
    """What a form shows for a report that is in the ledger."""
    templates: str
    """The folder of what is asked: `_nobody.html` (how a hand ends that nobody finished), `_questions.html`,
    `_asked_last.html` and `_asked_first.html` where something is; `_told.html` is all of it as a referee
    writes down a hand that can't be scored."""
    asks_first: bool = False
    """Whether something stands above who finished: what is known before the hand is dealt."""
    asks_last: bool = True
    """Whether something is asked where the whole hand is looked at."""
    beside: Callable[[Any, Sequence[Place], Tournament | RuleSet], dict[str, Any]] = nothing
    """What these templates need beside the form."""
    steps: Callable[[Any], dict[str, str]] = no_steps
    """What a script reads on the form, as data attributes, if it asks one thing after the other; without, the
    form is whole on its page, its only step."""
    drawn: Callable[[Any], dict[str, str]] = nothing_drawn
    """Pictures beside what stands above all, each by its name."""
    rows: Callable[[Any, Sequence[Seat]], list[Row]]
    """A row for everybody who is charged, with what was said against his part."""

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
        """Who pays for a hand, of those who sit on these seats."""
        return charged_sides(seats) if self.game.charges_sides else seats

    def as_stored(self, entry: Entry, rules: RuleSet) -> dict[str, Any]:
        """What a form shows for a hand that is in the ledger."""
        return self.initial_of(self.game.parse_report(decode(entry.report)), rules)
