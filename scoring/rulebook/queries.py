"""The rule book of a tournament as its page shows it: chapters with scored examples, and their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import override

from rules.games.okey101.rulesets import RuleSet
from rules.lines import Line
from rules.rulebook.book import Chapter, Format, StagePlan, rule_book
from rules.games.okey101.book.examples import Example, Shown
from rules.seats import side_of
from rules.sources import CHOSEN, HOUSE_RULE, INHERITED, SOURCES
from rules.standings.steps import steps_named
from rules.text import Text
from scoring.reading.frame import Frame, StageInFrame
from tournaments.domain.plans.wording import numbered, stage_name


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
    """How the stages are played, in their order."""
    names = _names(frame)
    crowned = main_of(frame)
    for stage in frame.stages:
        yield _plan(stage, names[stage.stage.pk], crowns=stage is crowned)


def main_of(frame: Frame) -> StageInFrame:
    """The stage whose first is champion: where the way of first places ends."""
    last = frame.stages[0]
    while onward := next((feed for feed in last.feeds_out if feed.first_rank == 1), None):
        last = frame.stage(onward.stage_id)
    return last


def _names(frame: Frame) -> dict[int, Text]:
    """The names of the stages in both languages, numbered where they are alike."""
    told = {}
    for language in ("tr", "en"):
        with override(language):
            told[language] = numbered([stage_name(one.stage) for one in frame.stages])
    return {
        one.stage.pk: Text(tr, en) for one, tr, en in zip(frame.stages, told["tr"], told["en"], strict=True)
    }


def _plan(one: StageInFrame, name: Text, *, crowns: bool) -> StagePlan:
    stage = one.stage
    return StagePlan(
        name=name,
        best_of=stage.best_of,
        hands_per_match=stage.hands_per_match,
        advance=0 if one.last else one.advance,
        steps=steps_named(stage.tie_breaks) if stage.tabular else (),
        format=Format(stage.kind),
        crowns=crowns,
        best=one.best.best or 0 if one.best else 0,
        meetings=stage.meetings,
        rounds=stage.rounds,
        third_place=stage.third_place,
        reset_final=stage.reset_final,
    )


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
