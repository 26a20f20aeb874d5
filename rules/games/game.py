from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from rules.book.game_book import Book
from rules.hand_summary import HandSummary, VersionReport
from rules.hands import Report
from rules.localized_text import Text
from rules.rulesets import RuleSet
from rules.rulings import RULING, word_ruling
from rules.score_lines import Line, Score
from rules.seat_events import PLAIN_FINISH, SeatEvent, SeatEventKind
from rules.seats import sides_of
from rules.strict_json import Answer
from rules.tiles import FALSE_OKEY_NAME
from rules.validation import Problem

_COMMON_SUMS: Final[Mapping[str, Text]] = {
    "infraction": Text("Kural hataları", "Infractions"),
    RULING: Text("Hakemin belirlediği puan", "Fixed by the referee"),
}
_OTHER: Final = Text("Diğer", "Other")

Rules = TypeVar("Rules", bound=RuleSet)
Entry = TypeVar("Entry", bound=Report)


def unchanged_rules(rules: Any, _singles: Any) -> Any:
    return rules


def never(_rules: Any) -> bool:
    return False


def no_details(_report: Any) -> tuple[Text, ...]:
    return ()


def no_missing_seats(_report: Any, _old_rules: Any, _rules: Any) -> list[Any]:
    return []


def no_summaries(_version: Any, _names: Mapping[str, str]) -> dict[str, HandSummary]:
    return {}


def no_differences(_before: Any, _after: Any, _names: Mapping[str, str]) -> list[Text]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[Rules, Entry]):
    """Data and pure functions; readers of untrusted JSON raise Malformed."""

    id: str
    names: Text
    about: Text
    presets: Mapping[str, Rules]
    """By id; the first is the usual start."""
    read_rules: Callable[[str], Rules]
    """From a rule set's JSON."""
    parse_report: Callable[[object], Entry]
    find_errors: Callable[[Entry, Rules], list[Problem]]
    find_warnings: Callable[[Entry, Rules], list[Problem]]
    score_hand: Callable[[Entry, Rules], Score]
    word_own_line: Callable[[Line], Text]
    """From rule, points and values; no ruling's."""
    book: Book
    seat_events_of: Callable[[Entry, Collection[Line]], tuple[SeatEvent, ...]]
    """Of a report that isn't void, with its score's lines."""
    outdated_refusals: tuple[str, ...] = ()
    """Refusals that don't apply to hands by other rules; their subject then costs nothing."""
    hand_details: Callable[[Entry], tuple[Text, ...]] = no_details
    """Facts that the score doesn't show."""
    seats_missing_inputs: Callable[[Entry, Rules, Rules], list[str]] = no_missing_seats
    """Charged by the second rules for what the first didn't ask."""
    missing_inputs: Callable[[Entry, Rules, Rules], list[Problem]] = no_missing_seats
    """A warning for each input that only the second rules ask."""
    answer_rack: Callable[[object, Rules], Answer]
    answer_opening: Callable[[object, Rules], Answer] | None = None
    """An opening's value, where there is a threshold."""
    tile_questions: Mapping[str, Text] = field(default_factory=dict)
    """The referee's questions about tiles, by code, in order; empty without such a page."""
    ends_at: int | None = None
    """A side's penalties that end a match; None if hands are fixed."""
    lengths: tuple[int | None, ...]
    """A stage's numbers of hands, or with `ends_at` their limits; None is no limit."""
    offered_lengths: tuple[int | None, ...]
    """For organizers, shortest first."""
    open_match: tuple[int, int] | None = None
    """Usual fewest and most hands, where penalties end a match."""
    rules_for: Callable[[Rules, bool], Rules] = unchanged_rules
    """As played, by singles if true."""
    decides_level_match: Callable[[Rules], bool] = never
    """Fewer payments by a counted rule win a level match."""
    keepers_right_deals_first: Callable[[Rules], bool] = never
    """The scorekeeper's right-hand neighbour; else by lot."""
    turns_indicator: bool = True
    """A turned-up tile names the okey."""
    numberless_name: Text = FALSE_OKEY_NAME
    """Of the two tiles without a number."""
    sum_names: Mapping[str, Text]
    """Headings that sum up a total's lines, in order: by rule or prefix."""
    counted_event_kinds: frozenset[SeatEventKind]
    finish_names: Mapping[str, Text] = field(default_factory=dict)
    """Special ones, by code."""
    usual_finishes: tuple[str, ...] = (PLAIN_FINISH,)
    """Listed even for players without one, in order."""
    infraction_names: Mapping[str, Text] = field(default_factory=dict)
    """By code under any rules, in display order."""
    play_tie_breaks: tuple[str, ...] = ("fewest_infractions",)
    optional_play_tie_breaks: tuple[str, ...] = ()
    """Further ones, whose figures the game counts."""
    with_penalties_before: Callable[[Entry, Mapping[str, int]], Entry] | None = None
    """Adds each side's penalties so far, where scores depend on them."""
    charges_sides: bool = False
    """A side pays once for a hand; else every player pays."""
    hand_summaries: Callable[[VersionReport[Entry, Rules], Mapping[str, str]], Mapping[str, HandSummary]] = (
        no_summaries
    )
    """Of everybody charged, with players' names by seat."""
    differences: Callable[
        [VersionReport[Entry, Rules], VersionReport[Entry, Rules], Mapping[str, str]], list[Text]
    ] = no_differences
    """Between two versions of a report, with the same names."""

    @property
    def all_sum_names(self) -> tuple[Text, ...]:
        return tuple(dict.fromkeys((*self.sum_names.values(), *_COMMON_SUMS.values(), _OTHER)))

    def sum_name(self, rule: str) -> Text:
        names = {**self.sum_names, **_COMMON_SUMS}
        return names.get(rule) or names.get(rule.partition(".")[0], _OTHER)

    def word_line(self, line: Line) -> Text:
        return word_ruling(line) if line.rule == RULING else self.word_own_line(line)

    def fined_infractions(self, rules: Rules) -> dict[str, Text]:
        """In display order."""
        return {code: name for code, name in self.infraction_names.items() if rules.fines(code)}

    def payers_of(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Players or sides, in order."""
        playing = tuple(seats)
        return sides_of(playing) if self.charges_sides else playing
