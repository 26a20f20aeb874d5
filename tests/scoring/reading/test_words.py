"""Words for play: where a rule comes from, and the chapter that explains a line of a score."""

import pytest
from django.utils import translation

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.line_sources import LINE_SOURCES
from rules.games.okey101.rulesets import PRESETS
from rules.rulebook.book import rule_book
from rules.sources import SOURCES
from scoring.reading.words import chapter_of, source_mark, source_words


@pytest.mark.parametrize(
    ("source", "english", "turkish"),
    [
        ("S0 VI", "guide to the pairs tournament VI", "eşli turnuva rehberi VI"),
        ("S2", "guide to 101 with a rising threshold", "katlamalı 101 rehberi"),
        ("S4, inherited", "encyclopedia, taken over", "ansiklopedi, oradan alındı"),
        ("S4, amended", "encyclopedia; changed by this tournament", "ansiklopedi; bu turnuvada değiştirildi"),
        (
            "S0 VI, inherited, amended",
            "guide to the pairs tournament VI, taken over; changed by this tournament",
            "eşli turnuva rehberi VI, oradan alındı; bu turnuvada değiştirildi",
        ),
        ("chosen", "Istaka's reading: no source says it", "Istaka’nın yorumu: kaynaklarda yazmıyor"),
        (
            "chosen, amended",
            "Istaka's reading: no source says it; changed by this tournament",
            "Istaka’nın yorumu: kaynaklarda yazmıyor; bu turnuvada değiştirildi",
        ),
        ("house rule", "house rule", "bu turnuvanın kuralı"),
    ],
)
def test_a_source_is_named_in_words(source, english, turkish):
    with translation.override("en"):
        assert source_words(source) == english
    with translation.override("tr"):
        assert source_words(source) == turkish


@pytest.mark.parametrize("code", SOURCES)
def test_no_source_is_left_as_a_code(code):
    with translation.override("en"):
        assert code not in source_words(code)


@pytest.mark.parametrize(
    ("source", "mark"),
    [
        ("S0 VI", '<span class="src">guide to the pairs tournament VI</span>'),
        ("chosen", '<span class="badge">Istaka&#x27;s reading</span>'),
        ("house rule", '<span class="badge warn">house rule</span>'),
    ],
)
def test_what_is_chosen_and_what_the_tournament_set_stand_out(source, mark):
    with translation.override("en"):
        assert source_mark(source) == mark


@pytest.mark.parametrize("rule", [*LINE_SOURCES, *(f"infraction.{code}" for code in INFRACTIONS)])
def test_every_line_of_a_score_has_its_chapter(rule):
    chapters = {chapter.id for chapter in rule_book(PRESETS["101-pairs"], ())}
    assert chapter_of(rule) in chapters
    assert (chapter_of(rule) == "infractions") == rule.startswith("infraction.")
