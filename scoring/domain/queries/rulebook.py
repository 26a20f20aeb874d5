"""The rule book of a tournament as its page shows it: chapters with scored examples, and their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.rulebook.book import Chapter, StagePlan, rule_book
from rules.rulebook.examples import Example, Shown
from rules.rulesets import RuleSet
from rules.score import Line
from rules.seats import side_of
from rules.sources import CHOSEN, HOUSE_RULE, INHERITED, SOURCES
from rules.steps import steps_named
from rules.text import Text
from tournaments.models import Stage

from .frame import Frame

GROUPS = Text("Gruplar", "Groups")
KNOCKOUT = Text("Eleme turu", "Knock-out")


@dataclass(frozen=True)
class ShownSeat:
    """What an example costs one seat, and why."""

    seat: str
    side: str
    points: int
    lines: Sequence[Line]


@dataclass(frozen=True)
class ShownExample:
    """A case in words, with a verdict in words or the figures of a scored hand."""

    told: Text
    verdict: Text | None
    seats: Sequence[ShownSeat]
    sides: Mapping[str, int]


@dataclass(frozen=True)
class ShownChapter:
    """A chapter whose examples are scored."""

    chapter: Chapter
    examples: Sequence[ShownExample]


@dataclass(frozen=True)
class Book:
    """The whole book, and which marks of sources stand in it."""

    rules: RuleSet
    chapters: Sequence[ShownChapter]
    marks: frozenset[str]

    @property
    def sources(self) -> dict[str, Text]:
        """The sources that the book names."""
        return {
            code: name for code, name in SOURCES.items() if any(mark.startswith(code) for mark in self.marks)
        }

    @property
    def inherits(self) -> bool:
        return any(mark.endswith(INHERITED) for mark in self.marks)

    @property
    def chooses(self) -> bool:
        return CHOSEN in self.marks

    @property
    def has_house_rules(self) -> bool:
        return HOUSE_RULE in self.marks


def rule_book_of(frame: Frame) -> Book:
    """The book of a tournament, by the rules and the stages that it has now. Takes no query."""
    rules = frame.rules
    chapters = rule_book(rules, list(_plans(frame)))
    return Book(
        rules=rules,
        chapters=[ShownChapter(one, [_show(example, rules) for example in one.examples]) for one in chapters],
        marks=frozenset(mark for chapter in chapters for mark in _marks(chapter)),
    )


def _plans(frame: Frame) -> Iterator[StagePlan]:
    """How the stages are played; before the draw a knock-out is foreseen."""
    stage, only_group = frame.groups_stage, frame.group_count == 1
    advance = 1 if only_group else stage.advance
    yield _plan(stage, GROUPS, advance=advance, steps=stage.tie_breaks)
    if not only_group:
        yield _plan(frame.knockout, KNOCKOUT)


def _plan(stage: Stage, name: Text, *, advance: int = 0, steps: Sequence[str] = ()) -> StagePlan:
    return StagePlan(name, stage.best_of, stage.hands_per_match, advance, steps_named(steps))


def _show(example: Example, rules: RuleSet) -> ShownExample:
    shown = example.show(rules)
    seats = [] if shown.verdict else [_seat(seat, shown) for seat in shown.seats]
    return ShownExample(example.told, shown.verdict, seats, shown.sides)


def _seat(seat: str, shown: Shown) -> ShownSeat:
    lines = [line for line in shown.lines if line.seat == seat]
    return ShownSeat(seat, side_of(seat), shown.seats[seat], lines)


def _marks(chapter: Chapter) -> Iterator[str]:
    yield from (article.source for article in chapter.articles)
    if chapter.table:
        yield from (row.source for row in chapter.table.rows)
