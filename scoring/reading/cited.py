"""Where a rule book tells the rule of a score line, of a refusal or of a doubt.

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

from rules.rulebook import for_singles, references
from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import rules_of
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
