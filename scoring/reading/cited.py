"""Where the rule book of a tournament tells the rule of a score line, of a refusal or of a doubt."""

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

from rules.rulebook import references
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


def cited(tournament: Tournament | None, rule: str) -> Citation | None:
    """The sentence of a rule, by what a line calls it or by the code of a refusal or a doubt.

    None where the book has no such sentence, and where there is no tournament whose book could tell it.
    Takes no query where the tournament was read with its rule book.
    """
    if tournament is None:
        return None
    singles = tournament.kind == EntrantKind.SINGLES
    found = references(rules_of(tournament.rule_book), singles=singles).get(rule)
    if found is None:
        return None
    page = reverse("scoring:rules", args=[tournament.public_id])
    return Citation(found.number, f"{page}#{found.anchor}")


def every_citation(tournament: Tournament | None, rules: Iterable[str]) -> dict[str, dict[str, str]]:
    """The sentences of several rules as a script reads them: words and address by rule."""
    found = {rule: cited(tournament, rule) for rule in rules}
    return {rule: {"words": one.words, "address": one.address} for rule, one in found.items() if one}


def cite(context: Mapping[str, Any], rule: str, *, beside: bool = False) -> SafeString:
    """A link to the sentence of a rule in the page's tournament; `beside` opens it in a window of its own."""
    found = cited(context.get("tournament") or None, rule)
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
