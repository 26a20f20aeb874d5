"""What a rule book is made of: numbered sentences with their sources, tables, examples, situations."""

from dataclasses import dataclass, field

from rules.sources import Against
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Case:
    """A case in words, and what the engine makes of it."""

    told: Text
    result: Text


@dataclass(frozen=True, slots=True)
class Cited:
    """Something that can be quoted: its number (7.3), its lasting name, where it comes from, what it says.

    The number stays with the rule through all versions of a rule set, so that some are left out of a book.
    ``against`` is what the rule set's own source says otherwise, where it does.
    """

    number: str
    key: str
    source: str
    against: Against | None = None
    text: Text = field(default=Text("", ""))

    @property
    def anchor(self) -> str:
        """The anchor of its address: ``m7-3``."""
        return "m" + self.number.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Sentence(Cited):
    """One statement; ``switch`` names the choice behind it, ``unchecked`` that no program sees to it."""

    switch: str | None = None
    case: Case | None = None
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class Row(Cited):
    """Cells of a table, which can be quoted like a sentence: its text says what column they stand in."""

    cells: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Figures side by side: a heading for each column, and rows of as many cells."""

    heads: tuple[Text, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A group of tile codes, and what it makes or why it makes nothing."""

    tiles: tuple[str, ...]
    valid: bool
    reads: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rule book; ``id`` stays the same, so that people can link to it.

    ``melds_read_by`` says which okey the ``melds`` are read with.
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
        """Everything in it that can be quoted, by number."""
        return (*self.sentences, *(self.table.rows if self.table else ()))


@dataclass(frozen=True, slots=True)
class Situation:
    """What players ask when something happened, and the keys of the sentences that answer.

    ``otherwise`` answer where the first of the answers does not stand in the book; it is asked only where the
    sentence ``needs`` does.
    """

    question: Text
    answers: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    needs: str | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """Where in the book a rule stands."""

    number: str
    anchor: str
