"""What a game says of itself, so that nothing outside has to ask which game it is."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rules.books.book import Book
from rules.deeds import Deed
from rules.hands import Report
from rules.lines import Line, Score
from rules.objections import Problem
from rules.rulesets import RuleSet
from rules.shape import Answer
from rules.text import Text

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


def nothing_unasked(_report: Any, _was: Any, _rules: Any) -> list[str]:
    """Tell that whatever the rules, the same is asked."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[Rules, Entry]):
    """A game as data and pure functions of its rule sets and its reports.

    What reads untrusted JSON raises Malformed.
    """

    id: str
    names: Text
    presets: Mapping[str, Rules]
    read_rules: Callable[[str], Rules]
    """From the JSON text that a rule set of the game wrote."""
    parse_report: Callable[[object], Entry]
    find_errors: Callable[[Entry, Rules], list[Problem]]
    find_warnings: Callable[[Entry, Rules], list[Problem]]
    score_hand: Callable[[Entry, Rules], Score]
    book: Book
    deeds_of: Callable[[Entry, Collection[Line]], tuple[Deed, ...]]
    """What a report counts of the players beside the points of these lines; the hand is not void."""
    particulars: Callable[[Entry], tuple[Text, ...]] = nothing_more
    """What a report tells of the hand as a whole and its score does not."""
    unasked: Callable[[Entry, Rules, Rules], list[str]] = nothing_unasked
    """The seats that pay by the second rules for what the first had no need to ask."""
    answer_rack: Callable[[object, Rules], Answer]
    """What a decoded rack could do."""
    answer_opening: Callable[[object, Rules], Answer] | None = None
    """What a decoded opening is worth, where openings have a threshold."""
    ends_at: int | None = None
    """So many penalties of a side end a match; None where a match has its number of hands."""
    lengths: tuple[int | None, ...]
    """How many hands a stage may give a match, or at most where figures end it; None is no limit."""
    rules_for: Callable[[Rules, bool], Rules] = as_they_are
    """The rules as those play by them who enter, singles or not."""
    parts_level: Callable[[Rules], bool] = never
    """Whether a level match is won by whose players paid less often by a rule that is counted."""
    right_of_keeper_deals: Callable[[Rules], bool] = never
    """Whether the right-hand neighbour of who keeps the scores deals the first hand; else lots are drawn."""
    finish_names: Mapping[str, Text] = field(default_factory=dict)
    """What can be special about a finish, by its code among the deeds."""
    parts_ties: tuple[str, ...] = ("fewest_infractions",)
    """The steps of a group's order that look at how somebody played."""
    foul_names: Mapping[str, Text] = field(default_factory=dict)
    """What each infraction is called that a rule set of the game may know, by its code among the deeds."""
    with_before: Callable[[Entry, Mapping[str, int]], Entry] | None = None
    """A report as it counts after so many penalties of each side, where a score depends on them."""
