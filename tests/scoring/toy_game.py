"""A toy game: the highest die wins a hand, and each other side pays for it.

It defines only what a game must have, so that code which expects more fails.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

import pytest
from django.urls import URLResolver, get_resolver

from rules import games, rulesets
from rules.book import book_context
from rules.book.book_context import number_sentences, sentences_for
from rules.book.game_book import Book
from rules.book.leaving_sentences import LEAVING
from rules.book.length_switch import BEST_OF
from rules.book.match_chapter import chapter_of_matches
from rules.book.questions import question
from rules.book.switch import Choice, Heading, Switch
from rules.book.table_sentences import CONDUCT, SEATING
from rules.games.game import Game, never
from rules.hands import Outcome, Report, SeatReport
from rules.localized_text import Text, fill
from rules.reports import read_entry, read_report_fields
from rules.rulesets import Reader
from rules.score_lines import NO_VALUES, Line, Score
from rules.seat_events import PLAIN_FINISH, SeatEvent, SeatEventKind
from rules.seats import side_of, sides_of
from rules.sentences import Chapter
from rules.sources import CHOSEN
from rules.standings.stage_plans import StagePlan
from rules.strict_json import Answer, read_members
from rules.validation import ERROR_CODES, Problem, finisher_errors, seat_errors, unique_problems
from scoring.rulebook import urls

RULE_SET: Final = "toy-dice"


@dataclass(frozen=True, kw_only=True)
class RuleSet(rulesets.RuleSet):
    source: str = "S4"
    lost: int = 3
    hands_per_match: int = 3
    best_of: int = 1

    READERS: ClassVar[Mapping[str, Reader]] = MappingProxyType(
        {
            **rulesets.RuleSet.READERS,
            "lost": rulesets.read_amount,
            "hands_per_match": rulesets.read_match_length,
            "best_of": rulesets.read_encounter_length,
        }
    )

    @property
    def preset(self) -> RuleSet:
        return PRESETS.get(self.id, self)


PRESETS: Final = {RULE_SET: RuleSet(id=RULE_SET, names=Text("Zarla oyun", "A game of dice"))}


def parse_report(data: object) -> Report:
    entry = read_entry(data, ("rule_set", "outcome", "finisher", "seats", "accepted"))
    return Report(**read_report_fields(entry, (Outcome.FINISHED,), _seat))


def _seat(value: object, where: str) -> SeatReport:
    read_members(value, where, ())
    return SeatReport(opening_reported=False)


def find_errors(report: Report, _rules: RuleSet) -> list[Problem]:
    return unique_problems([*seat_errors(report), *finisher_errors(report)], ERROR_CODES)


def find_warnings(_report: Report, _rules: RuleSet) -> list[Problem]:
    return []


def score_hand(report: Report, rules: RuleSet) -> Score:
    sides = sides_of(report.playing)
    winner = side_of(report.finisher or "")
    lines = tuple(_line(side, 0 if side == winner else rules.lost) for side in sides)
    return Score(lines, multiplier=1, void=False, seats=(), sides=sides)


def _line(side: str, points: int) -> Line:
    return Line(side, points, "lower-die" if points else "higher-die", CHOSEN, NO_VALUES, word_line)


def word_line(line: Line) -> Text:
    return fill(Text("Zarı düşük: {points}", "The lower die: {points}"), points=line.points)


def toy_seat_events(report: Report, _lines: Collection[Line]) -> tuple[SeatEvent, ...]:
    return (SeatEvent(report.finisher or "", SeatEventKind.FINISHED, PLAIN_FINISH),)


def answer_rack(_data: object, _rules: RuleSet) -> Answer:
    return {"ok": False, "errors": ["malformed_rack"]}


def _points(points: int) -> Choice:
    costs = Text(f"Zarı düşük olan {points} puan öder.", f"Who has the lower die pays {points} points.")
    return Choice(points, Text(f"{points} puan", f"{points} points"), costs)


def _hands(number: int) -> Choice:
    length = Text(f"Bir maç {number} eldir.", f"A match has {number} hands.")
    return Choice(number, Text(f"{number} el", f"{number} hands"), length)


COSTS: Final = Switch(
    "lost",
    Text("Yitirilen el", "A lost hand"),
    Text("Yitirilen elin bedelini belirler.", "Decides what a lost hand costs."),
    create_choice=_points,
    samples=(4,),
)
HANDS: Final = Switch(
    "hands_per_match",
    Text("Bir maçta el", "Hands in a match"),
    Text("Bir maçın kaç el olduğunu belirler.", "Decides how many hands a match has."),
    create_choice=_hands,
    samples=(5,),
    set_per_stage=True,
)
SWITCHES: Final = {switch.field: switch for switch in (COSTS, HANDS, BEST_OF)}


@dataclass(frozen=True)
class Play(book_context.BookContext[RuleSet]):
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES


_DICE: Final = (
    book_context.BookSentence[Play](
        "1.1",
        "higher-die",
        Text("Eli, zarı en yüksek olan kazanır.", "The player with the highest die wins a hand."),
    ),
    book_context.SwitchSentence[Play]("1.2", "lost", name="lower-die"),
)
_TABLE: Final = (*number_sentences("2.1", SEATING), *number_sentences("2.31", CONDUCT))


def _dice(play: Play) -> Chapter:
    return Chapter(1, "dice", Text("Zar", "Dice"), tuple(sentences_for(_DICE, play)))


def _table(play: Play) -> Chapter:
    return Chapter(2, "table", Text("Masa", "The table"), tuple(sentences_for(_TABLE, play)))


def _matches(play: Play, stages: Sequence[StagePlan]) -> Chapter:
    return chapter_of_matches(3, tuple(number_sentences("3.33", LEAVING)), play, stages)


BOOK: Final = Book(
    create_context=Play,
    chapters=(_dice, _table),
    matches=_matches,
    answers={"finisher_missing": "higher-die"},
    situations={"dice": (question("Zarı kim kazanır?", "Who wins with a die?", "higher-die"),)},
    switches=SWITCHES,
    headings=(Heading("lengths", Text("Uzunluk", "Lengths"), tuple(SWITCHES.values())),),
    for_singles=never,
    reasons={},
)

TOY: Final = Game(
    id="toy",
    names=Text("Zar", "Dice"),
    about=Text("Zarı yüksek olan eli kazanır.", "The higher die wins a hand."),
    presets=PRESETS,
    read_rules=RuleSet.from_json,
    parse_report=parse_report,
    find_errors=find_errors,
    find_warnings=find_warnings,
    score_hand=score_hand,
    word_own_line=word_line,
    book=BOOK,
    seat_events_of=toy_seat_events,
    answer_rack=answer_rack,
    lengths=tuple(range(1, rulesets.LONGEST_MATCH + 1)),
    offered_lengths=(3, 5, 7),
    sum_names={"lower-die": Text("Yitirilen eller", "Lost hands")},
    counted_event_kinds=frozenset({SeatEventKind.FINISHED}),
    play_tie_breaks=("most_finishes",),
    charges_sides=True,
)


def add(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game to the list of games, also where the list or its derivatives were imported."""
    longer = (*games.GAMES, TOY)
    lists: list[tuple[object, object]] = [
        (games.GAMES, longer),
        (games.RULE_SETS, tuple(sorted((*games.RULE_SETS, *PRESETS)))),
    ]
    for module in [*sys.modules.values()]:
        for name, value in [*vars(module).items()]:
            for listed, now in lists:
                if value is listed:
                    monkeypatch.setattr(module, name, now)
    by_preset: dict[str, Game[Any, Any]] = games._BY_PRESET
    monkeypatch.setitem(by_preset, RULE_SET, TOY)
    monkeypatch.setattr(urls, "urlpatterns", [*urls.urlpatterns, urls._bare_book(RULE_SET)])
    forget_addresses(get_resolver())


def forget_addresses(resolver: URLResolver) -> None:
    """Clear the resolver's caches: URLs of rule books come from the list, once in a process."""
    for known in ("_reverse_dict", "_namespace_dict", "_app_dict"):
        setattr(resolver, known, {})
    vars(resolver).pop("url_patterns", None)
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            forget_addresses(pattern)
