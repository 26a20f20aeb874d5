"""What a chapter of the rule book is made of: sentences with their sources, tables, examples."""

from dataclasses import dataclass

from rules.games.okey101.rulesets import RuleSet
from rules.rulebook.examples import Example
from rules.rulebook.switches import SWITCHES
from rules.sources import cite
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Article:
    """A sentence of the rules and where it comes from; ``switch`` names the choice behind it."""

    text: Text
    source: str
    switch: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Cells of a table, and the source of what they say where it has one of its own."""

    cells: tuple[Text, ...]
    source: str = ""


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

    id: str
    title: Text
    articles: tuple[Article, ...]
    table: Table | None = None
    melds_read_by: Text | None = None
    melds: tuple[LaidMeld, ...] = ()
    examples: tuple[Example, ...] = ()


def stated(rules: RuleSet, text: Text, *places: str) -> Article:
    """Make a sentence that these places state; with none it is chosen."""
    return Article(text, cite(places, rules.source))


def switched(rules: RuleSet, *names: str) -> tuple[Article, ...]:
    """Make the sentences of the choices that a rule set makes."""
    chosen = (SWITCHES[name] for name in names)
    return tuple(Article(switch.choice(rules).rule, switch.source(rules), switch.field) for switch in chosen)
