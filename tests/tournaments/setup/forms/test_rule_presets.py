"""The games and the rule sets to start from, as cards."""

from __future__ import annotations

import pytest
from django.utils import translation

from rules.games import DEFAULT_RULE_SET, GAMES, game_of
from tournaments.setup.forms.rule_presets import GameCard, PresetCard, game_cards


def games(language: str = "en") -> dict[str, GameCard]:
    with translation.override(language):
        return {card.id: card for card in game_cards()}


def cards(language: str = "en") -> dict[str, PresetCard]:
    return {preset.id: preset for game in games(language).values() for preset in game.presets}


def test_there_is_a_card_for_each_game_the_usual_one_first():
    assert list(games()) == [game.id for game in GAMES]
    assert next(iter(cards())) == DEFAULT_RULE_SET


@pytest.mark.parametrize("language", ["tr", "en"])
def test_a_game_is_told_in_a_sentence_of_its_own(language):
    found = games(language).values()
    assert len({game.name for game in found}) == len({game.about for game in found}) == len(GAMES)
    assert all(game.about.endswith(".") for game in found)


def test_there_is_a_card_for_each_rule_set():
    assert [(card.id, card.name) for card in cards().values()] == [
        ("101-pairs", "101 in pairs"),
        ("101-rising", "101 with a rising threshold"),
        ("101-rounds", "101 for singles"),
        ("okey-countdown", "Countdown Okey"),
        ("okey-standard", "Standard Okey"),
        ("okey-task", "Task Okey"),
    ]


def test_the_usual_one_differs_in_nothing():
    assert cards()["101-pairs"].differs == []
    assert [card.id for card in cards().values() if card.usual] == ["101-pairs"]


@pytest.mark.parametrize("preset", ["101-rising", "101-rounds"])
def test_the_others_say_how_they_differ_in_the_sentences_of_the_rule_book(preset):
    game = game_of(preset)
    rules, usual, switches = game.presets[preset], game.presets["101-pairs"], game.book.switches
    differing = [name for name in switches if getattr(rules, name) != getattr(usual, name)]
    assert cards()[preset].differs == [switches[name].choice(rules).rule.en for name in differing]
    assert len(differing) >= 3


def test_of_two_neither_is_what_the_other_differs_from():
    countdown, standard = cards()["okey-countdown"].differs, cards()["okey-standard"].differs
    assert len(countdown) == len(standard) == 3
    assert not set(countdown) & set(standard)


def test_where_both_have_one_sentence_the_choice_is_told_in_a_few_words():
    assert cards()["okey-standard"].differs[0].startswith("What finishes cost: plain 2, ")


def test_the_only_one_differs_from_none():
    assert cards()["okey-task"].differs == []


def test_they_speak_the_language_of_the_page():
    card = cards("tr")["101-rounds"]
    assert (card.name, card.source) == ("Bireysel 101", "Vikipedi (İngilizce), Okey maddesi")
    assert "Bitenin eşi rakipler gibi öder." in card.differs
