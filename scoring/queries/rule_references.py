"""Where a rule book tells the rule of a score line, of a refusal or of a doubt; what its source is called.

The book is a tournament's. Where there is none it is the bare one of a set of rules that nobody changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.forms.utils import ErrorList
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules.games import DEFAULT_RULE_SET
from rules.rulebook import for_singles, references
from rules.rulesets import RuleSet
from rules.rulings import RULING
from rules.sources import AGAINST, AMENDED, CHOSEN, HOUSE_RULE, INHERITED
from scoring.ledger.rulebooks import game_played, rules_of
from tournaments.enums import EntrantKind
from tournaments.models import Tournament


@dataclass(frozen=True)
class Citation:
    """A sentence of the book by its number, and its address."""

    number: str
    address: str

    @property
    def words(self) -> str:
        return gettext("Rule %(number)s") % {"number": self.number}


def cited(of: Tournament | RuleSet | None, rule: str) -> Citation | None:
    """The sentence of a rule, by what a line calls it or by the code of a refusal or a doubt.

    None where the book has no such sentence, and where nobody's book could tell it. Takes no query where the
    tournament was read with its rule book.
    """
    if of is None:
        return None
    if isinstance(of, RuleSet):
        known = references(of, singles=for_singles(of))
    else:
        rules = rules_of(of.rule_book)
        known = references(rules, singles=of.kind == EntrantKind.SINGLES)
    found = known.get(rule)
    return Citation(found.number, f"{book_of(of)}#{found.anchor}") if found else None


def book_of(of: Tournament | RuleSet) -> str:
    """The address of a whole book."""
    if isinstance(of, RuleSet):
        return reverse("scoring:bare_book", kwargs={"rule_set_id": of.id})
    return reverse("scoring:rules", args=[of.public_id])


def tile_referee_of(of: Tournament | RuleSet) -> str:
    """The address of the page that judges tiles by these rules; nothing where no page does.

    A draft's own page opens for nobody else: there it is the bare one of its rules.
    """
    rules = of if isinstance(of, RuleSet) else rules_of(of.rule_book)
    if not game_played(rules).tile_questions:
        return ""
    if isinstance(of, RuleSet) or of.draft:
        return bare_tile_referee(rules)
    return reverse("scoring:tournament_tile_referee", args=[of.public_id])


def bare_tile_referee(rules: RuleSet) -> str:
    """The address of that page by a set of rules as nobody changed it."""
    if rules.id == DEFAULT_RULE_SET:
        return reverse("scoring:tile_referee")
    return reverse("scoring:bare_tile_referee", kwargs={"rule_set_id": rules.id})


def every_citation(of: Tournament | RuleSet | None, rules: Iterable[str]) -> dict[str, dict[str, str]]:
    """The sentences of several rules as a script reads them: words and address by rule."""
    found = {rule: cited(of, rule) for rule in rules}
    return {rule: {"words": one.words, "address": one.address} for rule, one in found.items() if one}


def cite(context: Mapping[str, Any], rule: str, *, beside: bool = False) -> SafeString:
    """A link to the sentence of a rule in the book of the page's tournament, or of its rules without one.

    `beside` opens it in a window of its own.
    """
    found = cited(context.get("tournament") or context.get("bare_rules") or None, rule)
    if found is None:
        return SafeString("")
    window = SafeString(' target="_blank" rel="noopener"' if beside else "")
    return format_html('<a class="cite" href="{}"{}>{}</a>', found.address, window, found.words)


def objected(context: Mapping[str, Any], errors: ErrorList) -> SafeString:
    """What is wrong with a field, each message with the sentence that says so, where a rule does."""
    problems: list[ValidationError] = errors.as_data() if errors else []
    return format_html_join(
        " ",
        "{} {}",
        (
            (message, cite(context, problem.code or "", beside=True))
            for problem in problems
            for message in problem.messages
        ),
    )


def source_words(source: str) -> str:
    """Name the source of a rule for people: "S0 VI" is chapter VI of the guide to the pairs tournament."""
    stated = source.removesuffix(AMENDED)
    words = _stated_words(stated)
    return (
        gettext("%(source)s; changed by this tournament") % {"source": words} if stated != source else words
    )


def _stated_words(source: str) -> str:
    own, _against, other = source.partition(AGAINST)
    if other:
        told = {"source": _stated_words(own), "other": place_words(other)}
        return gettext("%(source)s; %(other)s says otherwise") % told
    if source == CHOSEN:
        return gettext("Istaka's choice")
    if source == HOUSE_RULE:
        return gettext("this tournament's choice")
    if source == RULING:
        return gettext("decided by the referee")
    stated = source.removesuffix(INHERITED)
    words = place_words(stated)
    return gettext("%(source)s, taken over") % {"source": words} if stated != source else words


def place_words(place: str) -> str:
    """Name a place in a source in short: the legend of the rule book has its title."""
    code, _space, section = place.partition(" ")
    names = {
        "S0": gettext("guide"),
        "S1": gettext("page of rules"),
        "S2": "okey.gg",
        "S3": gettext("guide to tasks"),
        "S4": gettext("Wikipedia"),
    }
    return f"{names.get(code, code)} {section}".strip()


def source_mark(source: str) -> SafeString:
    """The mark after a sentence of the rules: what the own source does not say so stands out."""
    look = "src"
    if AGAINST in source:
        look = "badge bad"
    elif source in (CHOSEN, HOUSE_RULE):
        look = "badge" if source == CHOSEN else "badge warn"
    return format_html('<span class="{}">{}</span>', look, source_words(source))
