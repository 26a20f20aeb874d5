"""Twenty questions as players say them: the answer is among the page's first three hits, questions first."""

from __future__ import annotations

import pytest

from rules.games.okey101.rulesets import PRESETS
from rules.localized_text import Text
from rules.rulebook import rule_book
from rules.standings.stage_plans import Format, StagePlan
from scoring.rulebook.queries.book_page import Book, situations_by_topic
from scoring.rulebook.queries.book_search import search_book

RULES = PRESETS["101-pairs"]
SPOKEN = {
    "okeyi yanlışlıkla attım": "9.42",
    "göstergeyi göstersem ne olur": "2.10",
    "sıra bende değilken çekti": "4.17",
    "800": "7.5",
    "yandan taşı aldım açamadım": "4.8",
    "eşiyle konuşuyor": "10.16",
    "iki taş çektim": "4.16",
    "işlek taş attım kimse söylemedi": "9.13",
    "zil çaldı, el bitmedi": "11.14",
    "rakip geç kaldı": "11.32",
    "ıstakasını devirdi": "4.26",
    "yanlış kişi dağıttı": "10.48",
    "okeyim elimde kaldı": "8.12",
    "çift açtım, üç taş işledim": "6.3",
    "barajı tutturamadım": "5.10",
    "bittim dedi, perleri yanlış": "7.46",
    "taşını attıktan sonra işledi": "6.33",
    "eli yanlış yazdık": "10.36",
    "taşım eksik çıktı": "4.18",
    "deste bitti, kimse açmadı": "7.22",
}
FIRST_HITS = 3


@pytest.fixture(scope="module")
def book() -> Book:
    stage = StagePlan(Text("Gruplar", "Groups"), 3, 11, format=Format.GROUPS, least_hands=5)
    chapters = rule_book(RULES, (stage,), protest=15)
    return Book(RULES, chapters, list(situations_by_topic(RULES, chapters)), frozenset())


@pytest.mark.parametrize("spoken", [*SPOKEN, *(words.upper() for words in ("rakip gelmedi",))])
def test_answer_is_among_the_first_three_hits(book: Book, spoken: str):
    results = search_book(book, spoken, "tr")
    hits = [[answer.number for answer in question.answers] for question in results.questions]
    hits += [[citation.number] for citation in results.citations]
    assert any(SPOKEN.get(spoken, "11.32") in numbers for numbers in hits[:FIRST_HITS])


def test_better_matches_come_first(book: Book):
    first, *_others = search_book(book, "iki taş çektim", "tr").questions
    assert first.answers[0].number == "4.16"
    assert search_book(book, "drew two tiles", "en").questions[0].answers[0].number == "4.16"
