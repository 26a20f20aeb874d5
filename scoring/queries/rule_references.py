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
from scoring.ledger.rulebooks import game_of_rules, rules_of
from tournaments.enums import EntrantKind
from tournaments.models import Tournament


@dataclass(frozen=True)
class Citation:
    number: str
    address: str

    @property
    def label(self) -> str:
        return gettext("Rule %(number)s") % {"number": self.number}


def find_citation(source: Tournament | RuleSet | None, rule: str) -> Citation | None:
    """Return the number and address of a rule's sentence; None without a source or sentence.

    No query if the tournament has its rule book.
    """
    if source is None:
        return None
    if isinstance(source, RuleSet):
        sentences = references(source, singles=for_singles(source))
    else:
        rules = rules_of(source.rule_book)
        sentences = references(
            rules, singles=source.kind == EntrantKind.SINGLES, text_version=source.book_text
        )
    sentence = sentences.get(rule)
    return Citation(sentence.number, f"{rule_book_address(source)}#{sentence.anchor}") if sentence else None


def rule_book_address(source: Tournament | RuleSet) -> str:
    if isinstance(source, RuleSet):
        return reverse("scoring:rule_set_book", kwargs={"rule_set_id": source.id})
    return reverse("scoring:rules", args=[source.public_id])


def tile_referee_of(source: Tournament | RuleSet) -> str:
    """Return the tile referee's address, a draft's by its unchanged rule set; "" without tile questions."""
    rules = source if isinstance(source, RuleSet) else rules_of(source.rule_book)
    if not game_of_rules(rules).tile_questions:
        return ""
    if isinstance(source, Tournament) and not source.draft:
        return reverse("scoring:tournament_tile_referee", args=[source.public_id])
    if rules.id == DEFAULT_RULE_SET:
        return reverse("scoring:tile_referee")
    return reverse("scoring:rule_set_tile_referee", kwargs={"rule_set_id": rules.id})


def find_citations(source: Tournament | RuleSet | None, rules: Iterable[str]) -> dict[str, dict[str, str]]:
    citations = {rule: find_citation(source, rule) for rule in rules}
    return {
        rule: {"words": citation.label, "address": citation.address}
        for rule, citation in citations.items()
        if citation
    }


def cite(context: Mapping[str, Any], rule: str, *, new_window: bool = False) -> SafeString:
    citation = find_citation(context.get("tournament") or context.get("bare_rules") or None, rule)
    if citation is None:
        return SafeString("")
    window = SafeString(' target="_blank" rel="noopener"' if new_window else "")
    return format_html('<a class="cite" href="{}"{}>{}</a>', citation.address, window, citation.label)


def errors_with_citations(context: Mapping[str, Any], errors: ErrorList) -> SafeString:
    """Join the messages, each with its rule's link, if any."""
    problems: list[ValidationError] = errors.as_data() if errors else []
    return format_html_join(
        " ",
        "{} {}",
        (
            (message, cite(context, problem.code or "", new_window=True))
            for problem in problems
            for message in problem.messages
        ),
    )


def rule_source_label(source: str) -> str:
    """Name "S0 VI": chapter VI of the guide to the pairs tournament."""
    stated = source.removesuffix(AMENDED)
    words = _stated_label(stated)
    return (
        gettext("%(source)s; changed by this tournament") % {"source": words} if stated != source else words
    )


def _stated_label(source: str) -> str:
    """Name document (perhaps “adopted”), whose choice, or ruling; add a source that differs."""
    own_source, _against, other_source = source.partition(AGAINST)
    if other_source:
        values = {"source": _stated_label(own_source), "other": place_label(other_source)}
        return gettext("%(source)s; %(other)s says otherwise") % values
    if source == CHOSEN:
        return gettext("Istaka's choice")
    if source == HOUSE_RULE:
        return gettext("this tournament's choice")
    if source == RULING:
        return gettext("decided by the referee")
    stated = source.removesuffix(INHERITED)
    words = place_label(stated)
    return gettext("%(source)s, adopted") % {"source": words} if stated != source else words


def place_label(place: str) -> str:
    """Replace a document's code (S0 to S4) by its name; keep another."""
    code, _space, section = place.partition(" ")
    names = {
        "S0": gettext("guide"),
        "S1": gettext("rules page"),
        "S2": "okey.gg",
        "S3": gettext("guide to tasks"),
        "S4": gettext("Wikipedia"),
    }
    return f"{names.get(code, code)} {section}".strip()


def source_mark(source: str) -> SafeString:
    """Mark sources other than the book's own."""
    css_class = "src"
    if AGAINST in source:
        css_class = "badge bad"
    elif source in (CHOSEN, HOUSE_RULE):
        css_class = "badge" if source == CHOSEN else "badge warn"
    return format_html('<span class="{}">{}</span>', css_class, rule_source_label(source))
