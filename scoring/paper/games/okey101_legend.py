from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext, pgettext

from rules.book.text_changes import TEXT_VERSION
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.localized_text import TIMES, Text, format_signed
from rules.rulebook import rule_book
from rules.sentences import Chapter
from scoring.paper.games.okey101_notation import FOUL_LETTERS

_SENTENCE_KEYS: Final = (
    *("lowest-wins", "finisher", "unopened", "unopened_cap", "rack", "rack_of_pairs", "multiplied"),
    *("partner_cancelled", "partner_cancels", "okey_left", "okey_left_multiplied"),
    "okey_left_when_unopened",
    *("okey_face_counts", "false-okey-left", "pairs_doubled_on_exhaustion", "nobody_opened", "all-pairs"),
)
"""Needed to add up by hand."""


@dataclass(frozen=True)
class Foul:
    letter: str
    code: str
    name: Text
    costs: Text


@dataclass(frozen=True)
class Legend:
    points: Sequence[Text]
    finishes: Sequence[tuple[Text, Text, Text]]
    fouls: Sequence[Foul]
    both_okeys: bool
    indicator: bool

    @property
    def parts(self) -> list[tuple[str, str]]:
        return legend_parts(self)


def build_legend(rules: RuleSet, text_version: int = TEXT_VERSION) -> Legend:
    """Return finishes, infractions and sentences from the rule book of these rules."""
    chapters = rule_book(rules, text_version=text_version)
    table = next(chapter.table for chapter in chapters if chapter.id == "finish")
    return Legend(
        points=list(_legend_sentences(rules, chapters)),
        finishes=[(row.cells[0], row.cells[1], row.cells[2]) for row in table.rows] if table else [],
        fouls=fouls_of(rules),
        both_okeys=rules.double_okey,
        indicator=rules.okey_face_counts,
    )


def _legend_sentences(rules: RuleSet, chapters: Sequence[Chapter]) -> Iterator[Text]:
    sentences = {
        sentence.key: sentence for chapter in reversed(chapters) for sentence in reversed(chapter.sentences)
    }
    for key in _SENTENCE_KEYS:
        if (cited_sentence := sentences.get(key)) and (
            cited_sentence.switch != key or getattr(rules, key) not in (False, None)
        ):
            yield cited_sentence.text


def fouls_of(rules: RuleSet) -> list[Foul]:
    """Return the infractions that these rules have, with letters and signed points."""
    return [
        Foul(
            FOUL_LETTERS[code],
            code,
            kind.name,
            Text(format_signed(amount, "tr"), format_signed(amount, "en")),
        )
        for code, kind in INFRACTIONS.items()
        if (amount := rules.infractions.get(code)) is not None
    ]


def legend_parts(legend: Legend) -> list[tuple[str, str]]:
    """Return (heading, text) in the page's language: points, finishes, infractions if any, filling it in."""
    language = get_language() or "tr"
    finishes = [
        f"{name.in_language(language)} {factor.in_language(language)} ({figure.in_language(language)})"
        for name, factor, figure in legend.finishes
    ]
    fouls = [
        f"{foul.letter} {foul.name.in_language(language)} {foul.costs.in_language(language)}"
        for foul in legend.fouls
    ]
    parts = [
        (
            pgettext("on a score sheet", "Points"),
            " ".join(text.in_language(language) for text in legend.points),
        ),
        (pgettext("on a score sheet", "Finishes"), f"{_plain(' · '.join(finishes))}."),
    ]
    if fouls:
        parts.append((pgettext("on a score sheet", "Infractions"), " · ".join(fouls) + "."))
    return [*parts, (pgettext("on a score sheet", "How to fill it in"), filling_instructions(legend))]


def filling_instructions(legend: Legend) -> str:
    instructions = [
        gettext("Who: the finisher's number, 1–4; D the deck ran out, P all four opened with pairs."),
        gettext("How: empty is plain, O okey, D direct, P pairs; together: DO."),
    ]
    if legend.both_okeys:
        instructions.append(gettext("2 is double okey."))
    instructions.append(gettext("Opening: circle – not opened, S series, P pairs."))
    instructions.append(gettext("Infractions: the letter, with how often if more than once: a b2."))
    instructions.append(gettext("A void hand takes a row too: strike it out and continue in the next."))
    instructions.append(gettext("R beside a row: referee's ruling."))
    return " ".join(instructions)


def _plain(text: str) -> str:
    return text.replace(f"{TIMES} ", TIMES)
