"""What a game says of itself, so that nothing outside has to ask which game it is."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from rules.books.book import Book
from rules.deeds import PLAIN_FINISH, Deed, DeedKind
from rules.hands import Report
from rules.lines import Line, Score
from rules.objections import Problem
from rules.rulesets import RuleSet
from rules.rulings import RULING
from rules.shape import Answer
from rules.text import Text

_COMMON_PARTS: Final[Mapping[str, Text]] = {
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


def nothing_unasked(_report: Any, _was: Any, _rules: Any) -> list[Any]:
    """Tell that whatever the rules, the same is asked."""
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
    unasked: Callable[[Entry, Rules, Rules], list[str]] = nothing_unasked
    """The seats that pay by the second rules for what the first had no need to ask."""
    left_open: Callable[[Entry, Rules, Rules], list[Problem]] = nothing_unasked
    """What decides a score by the second rules and the first had no need to ask: a doubt each."""
    answer_rack: Callable[[object, Rules], Answer]
    """What a decoded rack could do."""
    answer_opening: Callable[[object, Rules], Answer] | None = None
    """What a decoded opening is worth, where openings have a threshold."""
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
    parts: Mapping[str, Text]
    """What a total is made of, in the order in which it is told: by a line's rule or its beginning."""
    counts: frozenset[DeedKind]
    """What players do that is counted of them."""
    sides_pay: bool = False
    """Whether a hand costs a side something, once, and not each of its players."""
    finish_names: Mapping[str, Text] = field(default_factory=dict)
    """What can be special about a finish, by its code among the deeds."""
    usual_finishes: tuple[str, ...] = (PLAIN_FINISH,)
    """The kinds of finishes that are listed even of those who never finished so, in this order."""
    infraction_names: Mapping[str, Text] = field(default_factory=dict)
    """What an infraction is called, by its code among the deeds, as the rules list them."""
    parts_ties: tuple[str, ...] = ("fewest_infractions",)
    """The steps of a group's order that look at how somebody played."""
    parts_ties_too: tuple[str, ...] = ()
    """Further such steps, which an order may have: the game counts what they look at."""
    with_before: Callable[[Entry, Mapping[str, int]], Entry] | None = None
    """A report as it counts after so many penalties of each side, where a score depends on them."""

    @property
    def all_parts(self) -> tuple[Text, ...]:
        """Everything that part of a total is called, in order."""
        return tuple(dict.fromkeys((*self.parts.values(), *_COMMON_PARTS.values(), _OTHER)))

    def part_of(self, rule: str) -> Text:
        """Name the part of a total to which a line with this rule belongs."""
        known = {**self.parts, **_COMMON_PARTS}
        return known.get(rule) or known.get(rule.partition(".")[0], _OTHER)
