"""The rule sets to start from, as cards."""

from __future__ import annotations

import pytest
from django.utils import translation

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import PRESETS
from tournaments.forms.presets import PresetCard, preset_cards


def cards(language: str = "en") -> dict[str, PresetCard]:
    with translation.override(language):
        return {card.id: card for card in preset_cards()}


def test_there_is_a_card_for_each():
    assert [(card.id, card.name) for card in cards().values()] == [
        ("101-pairs", "101 in pairs"),
        ("101-rising", "101 with a rising threshold"),
        ("101-rounds", "101 for singles"),
    ]


def test_the_usual_one_differs_in_nothing():
    assert cards()["101-pairs"].differs == []


@pytest.mark.parametrize("preset", ["101-rising", "101-rounds"])
def test_the_others_say_how_they_differ_in_the_sentences_of_the_rule_book(preset):
    rules, usual = PRESETS[preset], PRESETS["101-pairs"]
    differing = [name for name in SWITCHES if getattr(rules, name) != getattr(usual, name)]
    assert cards()[preset].differs == [SWITCHES[name].choice(rules).rule.en for name in differing]
    assert len(differing) >= 3


def test_they_speak_the_language_of_the_page():
    card = cards("tr")["101-rounds"]
    assert (card.name, card.source) == ("Bireysel 101", "Vikipedi (İngilizce), Okey maddesi")
    assert "Bitenin eşi rakipler gibi öder." in card.differs
