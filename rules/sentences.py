from dataclasses import dataclass, field

from rules.localized_text import Text
from rules.sources import Against


@dataclass(frozen=True, slots=True)
class Case:
    """``result`` is the engine's."""

    description: Text
    result: Text


@dataclass(frozen=True, slots=True)
class Reason:
    """Of several chosen sentences."""

    code: str
    text: Text

    @property
    def anchor(self) -> str:
        return f"why-{self.code}"


@dataclass(frozen=True, slots=True)
class CitableRule:
    """``number`` (7.3) is the same in all versions of a rule set, ``key`` permanent."""

    number: str
    key: str
    source: str
    against: Against | None = None
    text: Text = field(default=Text("", ""))
    reason: Reason | None = None

    @property
    def anchor(self) -> str:
        return "m" + self.number.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Sentence(CitableRule):
    """``unchecked``: no program checks it."""

    switch: str | None = None
    case: Case | None = None
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class Row(CitableRule):
    cells: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    heads: tuple[Text, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """``reading``: the meld, or why it isn't one."""

    tiles: tuple[str, ...]
    valid: bool
    reading: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """``id`` is permanent; ``melds_note`` is the okey."""

    number: int
    id: str
    title: Text
    sentences: tuple[Sentence, ...]
    table: Table | None = None
    melds_note: Text | None = None
    melds: tuple[LaidMeld, ...] = ()

    @property
    def citable_rules(self) -> tuple[CitableRule, ...]:
        return (*self.sentences, *(self.table.rows if self.table else ()))


@dataclass(frozen=True, slots=True)
class Situation:
    """A player's question, and its answers' keys.

    ``alternative_answers`` replace them if the book lacks the first; without ``required_sentence`` it is
    omitted.
    """

    question: Text
    answers: tuple[str, ...]
    alternative_answers: tuple[str, ...] = ()
    required_sentence: str | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    number: str
    anchor: str
