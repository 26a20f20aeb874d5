"""The elements of a rule book: numbered sentences with sources, tables, examples, situations."""

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
    """A citable rule: number (7.3), permanent key, source and text.

    The number stays the same in all versions of a rule set, so a book may skip numbers. ``against`` is what
    the rule set's own source says otherwise.
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
    """One statement; ``switch`` is the option behind it, ``unchecked`` means that no program checks it."""

    switch: str | None = None
    case: Case | None = None
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class Row(Cited):
    """Cells of a table, citable like a sentence: its text says what column they are in."""

    cells: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in columns: a heading for each column, and rows of as many cells."""

    heads: tuple[Text, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A group of tile codes, with its meld or why it isn't one."""

    tiles: tuple[str, ...]
    valid: bool
    reads: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rule book; ``id`` is permanent for links.

    ``melds_read_by`` is the okey with which the ``melds`` are read.
    """

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
    """A player's question, and the keys of the sentences that answer it.

    ``otherwise`` answers if the first answer isn't in the book; the question is left out unless the sentence
    ``needs`` is in it.
    """

    question: Text
    answers: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    needs: str | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """Where the book states a rule."""

    number: str
    anchor: str
