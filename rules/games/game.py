from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from rules.book.game_book import Book
from rules.hand_summary import HandSummary, VersionReport
from rules.hands import Report
from rules.rulesets import RuleSet
from rules.rulings import RULING
from rules.score_lines import Line, Score
from rules.seat_events import PLAIN_FINISH, SeatEvent, SeatEventKind
from rules.seats import sides_of
from rules.strict_json import Answer
from rules.text import Text
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
    """A game as data and pure functions; readers of untrusted JSON raise Malformed."""

    id: str
    names: Text
    about: Text
    """One sentence that helps a club choose."""
    presets: Mapping[str, Rules]
    """By id; the first is the usual start."""
    read_rules: Callable[[str], Rules]
    """From the JSON text written by a rule set of the game."""
    parse_report: Callable[[object], Entry]
    find_errors: Callable[[Entry, Rules], list[Problem]]
    find_warnings: Callable[[Entry, Rules], list[Problem]]
    score_hand: Callable[[Entry, Rules], Score]
    book: Book
    deeds_of: Callable[[Entry, Collection[Line]], tuple[SeatEvent, ...]]
    """The seat events of a report, given the lines of its score; the hand isn't void."""
    outlived: tuple[str, ...] = ()
    """Refusals that don't apply to hands played by other rules; their subject then costs nothing."""
    particulars: Callable[[Entry], tuple[Text, ...]] = no_details
    """Facts about the whole hand that its score doesn't show."""
    unasked: Callable[[Entry, Rules, Rules], list[str]] = no_missing_seats
    """The seats charged by the second rules for something the first didn't ask."""
    left_open: Callable[[Entry, Rules, Rules], list[Problem]] = no_missing_seats
    """A warning for each input that the second rules need and the first didn't ask."""
    answer_rack: Callable[[object, Rules], Answer]
    """What a decoded rack could do."""
    answer_opening: Callable[[object, Rules], Answer] | None = None
    """The value of a decoded opening, where openings have a threshold."""
    tile_questions: Mapping[str, Text] = field(default_factory=dict)
    """Questions about tiles on the referee's page, by code, in order; empty if no page judges tiles."""
    ends_at: int | None = None
    """The penalties of a side that end a match; None if a match has a fixed number of hands."""
    lengths: tuple[int | None, ...]
    """The numbers of hands a stage may allow; with `ends_at`, the limits. None is no limit."""
    offered: tuple[int | None, ...]
    """The lengths offered to organizers, shortest first."""
    open_match: tuple[int, int] | None = None
    """The usual fewest and most hands of a match, where penalties end it."""
    rules_for: Callable[[Rules, bool], Rules] = unchanged_rules
    """The rules as played by the entrants, singles or pairs."""
    parts_level: Callable[[Rules], bool] = never
    """Whether fewer payments by a counted rule win a level match."""
    right_of_keeper_deals: Callable[[Rules], bool] = never
    """Whether the scorekeeper's right-hand neighbour deals first; else by lot."""
    turns_indicator: bool = True
    """Whether a turned-up tile names the okey."""
    numberless: Text = FALSE_OKEY_NAME
    """The name of the two tiles without a number."""
    sum_names: Mapping[str, Text]
    """Headings that sum up lines of a total, in order: by a line's rule or its prefix."""
    counts: frozenset[SeatEventKind]
    """The kinds of seat events the game counts."""
    finish_names: Mapping[str, Text] = field(default_factory=dict)
    """Names of special finishes by code."""
    usual_finishes: tuple[str, ...] = (PLAIN_FINISH,)
    """Kinds of finishes listed even for players without one, in order."""
    infraction_names: Mapping[str, Text] = field(default_factory=dict)
    """Names of infractions by code under any rules, in display order."""
    parts_ties: tuple[str, ...] = ("fewest_infractions",)
    """The tie-break steps based on how entrants played."""
    parts_ties_too: tuple[str, ...] = ()
    """Optional further such steps, whose figures the game counts."""
    with_before: Callable[[Entry, Mapping[str, int]], Entry] | None = None
    """A report with each side's penalties so far, where a score depends on them."""
    charges_sides: bool = False
    """Whether a side pays once for a hand; else every player pays."""
    parts_of: Callable[[VersionReport[Entry, Rules], Mapping[str, str]], Mapping[str, HandSummary]] = (
        no_summaries
    )
    """The hand summary of everybody charged, given the players' names by seat."""
    differences: Callable[
        [VersionReport[Entry, Rules], VersionReport[Entry, Rules], Mapping[str, str]], list[Text]
    ] = no_differences
    """What differs between two versions of a report, with the same names."""

    @property
    def all_sum_names(self) -> tuple[Text, ...]:
        return tuple(dict.fromkeys((*self.sum_names.values(), *_COMMON_SUMS.values(), _OTHER)))

    def sum_name(self, rule: str) -> Text:
        names = {**self.sum_names, **_COMMON_SUMS}
        return names.get(rule) or names.get(rule.partition(".")[0], _OTHER)

    def fined(self, rules: Rules) -> dict[str, Text]:
        """Return infractions these rules fine, in display order."""
        return {code: name for code, name in self.infraction_names.items() if rules.fines(code)}

    def charged(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Return the players or sides that pay, in order."""
        playing = tuple(seats)
        return sides_of(playing) if self.charges_sides else playing
