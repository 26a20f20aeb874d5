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


def test_every_game_has_a_card_with_the_usual_one_first():
    assert list(games()) == [game.id for game in GAMES]
    assert next(iter(cards())) == DEFAULT_RULE_SET


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_game_has_its_own_description(language):
    game_cards = games(language).values()
    assert len({game.name for game in game_cards}) == len({game.about for game in game_cards}) == len(GAMES)
    assert all(game.about.endswith(".") for game in game_cards)


def test_every_rule_set_has_a_card():
    assert [(card.id, card.name) for card in cards().values()] == [
        ("101-pairs", "101 in pairs"),
        ("101-rising", "101 with a rising threshold"),
        ("101-rounds", "101 for singles"),
        ("okey-countdown", "Countdown Okey"),
        ("okey-standard", "Standard Okey"),
        ("okey-task", "Task Okey"),
    ]


def test_usual_rule_set_has_no_differences():
    assert cards()["101-pairs"].differences == []
    assert [card.id for card in cards().values() if card.is_usual] == ["101-pairs"]


@pytest.mark.parametrize("preset", ["101-rising", "101-rounds"])
def test_other_rule_sets_show_differences_in_the_words_of_the_rule_book(preset):
    game = game_of(preset)
    rules, usual, switches = game.presets[preset], game.presets["101-pairs"], game.book.switches
    differing = [name for name in switches if getattr(rules, name) != getattr(usual, name)]
    assert cards()[preset].differences == [switches[name].choice(rules).rule.en for name in differing]
    assert len(differing) >= 3


def test_two_rule_sets_differ_from_each_other():
    countdown, standard = cards()["okey-countdown"].differences, cards()["okey-standard"].differences
    assert len(countdown) == len(standard) == 3
    assert not set(countdown) & set(standard)


def test_differences_with_one_sentence_show_the_choice():
    assert cards()["okey-standard"].differences[0].startswith("What finishes cost: plain 2, ")


def test_single_rule_set_has_no_differences():
    assert cards()["okey-task"].differences == []


def test_cards_are_in_the_language_of_the_page():
    card = cards("tr")["101-rounds"]
    assert (card.name, card.source) == ("Tekli 101", "Vikipedi (İngilizce), Okey maddesi")
    assert "Bitenin eşine de rakipler gibi yazılır." in card.differences
