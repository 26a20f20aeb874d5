from dataclasses import dataclass, field

from rules.sources import Against
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Case:
    """A case in words, with the engine's result."""

    told: Text
    result: Text


@dataclass(frozen=True, slots=True)
class Cited:
    """A citable rule with its number (7.3) and permanent key.

    A number is the same in all versions of a rule set. ``against`` is what its own source says otherwise.
    """

    number: str
    key: str
    source: str
    against: Against | None = None
    text: Text = field(default=Text("", ""))

    @property
    def anchor(self) -> str:
        return "m" + self.number.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Sentence(Cited):
    """One statement; ``unchecked`` if no program checks it."""

    switch: str | None = None
    case: Case | None = None
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class Row(Cited):
    cells: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    heads: tuple[Text, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """Tile codes; ``reads`` is their meld, or why they aren't one."""

    tiles: tuple[str, ...]
    valid: bool
    reads: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter with a permanent ``id``; ``melds_read_by`` is the okey."""

    number: int
    id: str
    title: Text
    sentences: tuple[Sentence, ...]
    table: Table | None = None
    melds_read_by: Text | None = None
    melds: tuple[LaidMeld, ...] = ()

    @property
    def cited(self) -> tuple[Cited, ...]:
        return (*self.sentences, *(self.table.rows if self.table else ()))


@dataclass(frozen=True, slots=True)
class Situation:
    """A player's question, and the keys of its answers.

    ``otherwise`` replaces answers whose first isn't in the book; without the sentence ``needs`` it is left
    out.
    """

    question: Text
    answers: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    needs: str | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    number: str
    anchor: str
