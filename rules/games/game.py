"""What a game says of itself, so that nothing outside has to ask which game it is."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from rules.book.game_book import Book
from rules.hand_summary import Part, Told
from rules.hands import Report
from rules.rulesets import RuleSet
from rules.rulings import RULING
from rules.score_lines import Line, Score
from rules.seat_events import PLAIN_FINISH, Deed, DeedKind
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


def as_they_are(rules: Any, _singles: Any) -> Any:
    """Give the rules as they are, for single players and pairs."""
    return rules


def never(_rules: Any) -> bool:
    """Tell that no rule set of the game does so."""
    return False


def nothing_more(_report: Any) -> tuple[Text, ...]:
    """Tell that a score says all of a hand."""
    return ()


def nothing_unasked(_report: Any, _was: Any, _rules: Any) -> list[Any]:
    """Tell that whatever the rules, the same is asked."""
    return []


def nothing_told(_told: Any, _names: Mapping[str, str]) -> dict[str, Part]:
    """Tell that a report has no words but those of its score."""
    return {}


def nothing_differs(_before: Any, _after: Any, _names: Mapping[str, str]) -> list[Text]:
    """Tell that what two reports tell otherwise has no words but those of their scores."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[Rules, Entry]):
    """A game as data and pure functions of its rule sets and its reports.

    What reads untrusted JSON raises Malformed.
    """

    id: str
    names: Text
    about: Text
    """A sentence by which a club that has to choose knows the game."""
    presets: Mapping[str, Rules]
    """By their ids; the first is what a club usually begins with."""
    read_rules: Callable[[str], Rules]
    """From the JSON text that a rule set of the game wrote."""
    parse_report: Callable[[object], Entry]
    find_errors: Callable[[Entry, Rules], list[Problem]]
    find_warnings: Callable[[Entry, Rules], list[Problem]]
    score_hand: Callable[[Entry, Rules], Score]
    book: Book
    deeds_of: Callable[[Entry, Collection[Line]], tuple[Deed, ...]]
    """What a report counts of the players beside the points of these lines; the hand is not void."""
    outlived: tuple[str, ...] = ()
    """Refusals that don't hold for hands played by other rules: what they are about then costs nothing."""
    particulars: Callable[[Entry], tuple[Text, ...]] = nothing_more
    """What a report tells of the hand as a whole and its score does not."""
    unasked: Callable[[Entry, Rules, Rules], list[str]] = nothing_unasked
    """The seats that pay by the second rules for what the first had no need to ask."""
    left_open: Callable[[Entry, Rules, Rules], list[Problem]] = nothing_unasked
    """What decides a score by the second rules and the first had no need to ask: a doubt each."""
    answer_rack: Callable[[object, Rules], Answer]
    """What a decoded rack could do."""
    answer_opening: Callable[[object, Rules], Answer] | None = None
    """What a decoded opening is worth, where openings have a threshold."""
    tile_questions: Mapping[str, Text] = field(default_factory=dict)
    """What the referee's page can be asked of tiles, by its code; the first is asked first. Where there are
    none no page judges the game's tiles."""
    ends_at: int | None = None
    """So many penalties of a side end a match; None where a match has its number of hands."""
    lengths: tuple[int | None, ...]
    """How many hands a stage may give a match, or at most where figures end it; None is no limit."""
    offered: tuple[int | None, ...]
    """Those of the lengths that an organizer chooses from, the shortest first."""
    open_match: tuple[int, int] | None = None
    """Fewest and most hands that a match has as a rule, where figures end it."""
    rules_for: Callable[[Rules, bool], Rules] = as_they_are
    """The rules as those play by them who enter, singles or not."""
    parts_level: Callable[[Rules], bool] = never
    """Whether a level match is won by whose players paid less often by a rule that is counted."""
    right_of_keeper_deals: Callable[[Rules], bool] = never
    """Whether the right-hand neighbour of who keeps the scores deals the first hand; else lots are drawn."""
    turns_indicator: bool = True
    """Whether a tile is turned up, which names the okey."""
    numberless: Text = FALSE_OKEY_NAME
    """What the two tiles without a number are called."""
    sum_names: Mapping[str, Text]
    """What the lines of a total are summed up under, in this order: by a line's rule or its beginning."""
    counts: frozenset[DeedKind]
    """What players do that is counted of them."""
    finish_names: Mapping[str, Text] = field(default_factory=dict)
    """What can be special about a finish, by its code among the deeds."""
    usual_finishes: tuple[str, ...] = (PLAIN_FINISH,)
    """The kinds of finishes that are listed even of those who never finished so, in this order."""
    infraction_names: Mapping[str, Text] = field(default_factory=dict)
    """What an infraction is called by whatever rules, by its code among the deeds, in the order of asking."""
    parts_ties: tuple[str, ...] = ("fewest_infractions",)
    """The steps of a group's order that look at how somebody played."""
    parts_ties_too: tuple[str, ...] = ()
    """Further such steps, which an order may have: the game counts what they look at."""
    with_before: Callable[[Entry, Mapping[str, int]], Entry] | None = None
    """A report as it counts after so many penalties of each side, where a score depends on them."""
    charges_sides: bool = False
    """Whether a side pays once for a hand, whoever sits on it; else every player pays."""
    parts_of: Callable[[Told[Entry, Rules], Mapping[str, str]], Mapping[str, Part]] = nothing_told
    """What a report tells of everybody who is charged; the names are those of the players by seat."""
    differences: Callable[[Told[Entry, Rules], Told[Entry, Rules], Mapping[str, str]], list[Text]] = (
        nothing_differs
    )
    """What a report tells otherwise than the one before it, by the same names."""

    @property
    def all_sum_names(self) -> tuple[Text, ...]:
        """Everything that lines of a total are summed up under, in order."""
        return tuple(dict.fromkeys((*self.sum_names.values(), *_COMMON_SUMS.values(), _OTHER)))

    def sum_name(self, rule: str) -> Text:
        """Name what a line with this rule is summed up under."""
        known = {**self.sum_names, **_COMMON_SUMS}
        return known.get(rule) or known.get(rule.partition(".")[0], _OTHER)

    def fined(self, rules: Rules) -> dict[str, Text]:
        """Name each infraction that these rules fine, by its code, in the order of asking."""
        return {code: name for code, name in self.infraction_names.items() if rules.fines(code)}

    def charged(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Give who pays for a hand at these seats, in their order: everybody, or the sides."""
        playing = tuple(seats)
        return sides_of(playing) if self.charges_sides else playing
