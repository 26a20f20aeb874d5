from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext, pgettext

from rules.book.text_changes import TEXT_VERSION
from rules.games.okey_points.finishes import WinningHand, price_code
from rules.games.okey_points.reports import Finish, HandReport
from rules.games.okey_points.rulesets import OneColourDoubles, RuleSet
from rules.games.okey_points.score import score_hand
from rules.hands import LastTile, Outcome, SeatReport
from rules.localized_text import Text
from rules.rulebook import rule_book
from rules.seats import SEATS_PAIRS
from rules.sentences import Chapter

_SENTENCE_KEYS: Final = (
    *("start", "others-pay", "side-once", "nobody_finished", "one_colour_doubles", "one-colour-pairs"),
    *("indicator_shown", "indicator_spares_below", "below-zero", "match-ends", "level"),
)
"""Needed to count down by hand."""


@dataclass(frozen=True)
class Legend:
    points: Sequence[Text]
    finishes: Sequence[tuple[Text, int]]
    one_colour: bool
    indicator: bool

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Return headings and texts: points, finishes, how to fill it in."""
        language = get_language() or "tr"
        finishes = " · ".join(f"{name.in_language(language)} {points}" for name, points in self.finishes)
        sentences = " ".join(text.in_language(language) for text in self.points)
        pays = gettext("what each other side pays")
        return [
            (pgettext("on a score sheet", "Points"), sentences),
            (pgettext("on a score sheet", "Finishes"), f"{pays}: {finishes}."),
            (pgettext("on a score sheet", "How to fill it in"), self._filling_instructions()),
        ]

    def _filling_instructions(self) -> str:
        instructions = [gettext("Indicator: circle who showed it, if anybody did.")] if self.indicator else []
        instructions.append(gettext("Who: circle the finisher's number, or D if the deck ran out."))
        instructions.append(
            gettext("How: nothing for runs and sets; circle P pairs, R run of one colour, O okey.")
        )
        if self.one_colour:
            instructions.append(gettext("T if all tiles are of one colour."))
        instructions.append(gettext("Then write what each side has left; below zero with a minus."))
        instructions.append(gettext("R beside a row: referee's ruling."))
        return " ".join(instructions)


def build_legend(rules: RuleSet, singles: bool, text_version: int = TEXT_VERSION) -> Legend:
    chapters = rule_book(rules, singles=singles, text_version=text_version)
    return Legend(
        points=list(_legend_sentences(rules, chapters)),
        finishes=list(_finishes(rules, chapters)),
        one_colour=rules.one_colour_doubles is not OneColourDoubles.NO,
        indicator=rules.indicator_shown,
    )


def _legend_sentences(rules: RuleSet, chapters: Sequence[Chapter]) -> Iterator[Text]:
    sentences = {
        sentence.key: sentence for chapter in reversed(chapters) for sentence in reversed(chapter.sentences)
    }
    needless = {"one_colour_doubles"} if rules.one_colour_doubles is OneColourDoubles.NO else set()
    if not rules.indicator_shown:
        needless |= {"indicator_shown", "indicator_spares_below"}
    yield from (sentences[key].text for key in _SENTENCE_KEYS if key in sentences and key not in needless)


def _finishes(rules: RuleSet, chapters: Sequence[Chapter]) -> Iterator[tuple[Text, int]]:
    table = next(chapter.table for chapter in chapters if chapter.table)
    names = {row.key.rpartition(".")[2]: row.cells[0] for row in table.rows}
    for hand in WinningHand:
        for last in (LastTile.PLAIN, LastTile.OKEY):
            yield names[price_code(hand, last)], _cost(Finish(hand, last), rules)


def _cost(finish: Finish, rules: RuleSet) -> int:
    seats = {seat: SeatReport(opening_reported=False) for seat in SEATS_PAIRS}
    report = HandReport(Outcome.FINISHED, seats, finisher="A1", finish=finish)
    return score_hand(report, rules).by_side()["B"]
