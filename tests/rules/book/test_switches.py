from dataclasses import replace

import pytest

from rules.book.switch_examples import ScoredExample
from rules.games import GAMES
from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_points.problems import find_errors
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import OneColourDoubles
from rules.games.okey_points.score import score_hand
from rules.localized_text import Text
from rules.rulesets import Contradiction, MalformedRuleSet
from tests.rules.games.okey_points.hand_builders import won

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
EVERY_PRESET = pytest.mark.parametrize(
    ("game", "rules"),
    [(game, rules) for game in GAMES for rules in game.presets.values()],
    ids=lambda value: value.id,
)


@EVERY_GAME
def test_every_switch_is_under_one_heading(game):
    headings = game.book.headings
    listed = [switch.field for heading in headings for switch in heading.switches]
    assert listed == list(game.book.switches)
    assert len({heading.anchor for heading in headings}) == len(headings)
    assert all(heading.name.tr != heading.name.en for heading in headings)


@EVERY_PRESET
def test_amounts_cover_every_member_of_a_list(game, rules):
    for switch in game.book.switches.values():
        values = getattr(rules, switch.field)
        if not switch.amounts:
            continue
        codes = [amount.code for amount in switch.amounts]
        assert set(values) <= set(codes)
        for amount in switch.amounts:
            assert amount.name.tr != amount.name.en
            assert amount.description.tr != amount.description.en
            assert amount.default_points is not None or amount.code in values
        assert replace(rules, **{switch.field: dict.fromkeys(codes, 7)})


@EVERY_PRESET
def test_amounts_stated_by_the_own_source_are_cited(game, rules):
    for switch in game.book.switches.values():
        for amount in switch.amounts:
            points = getattr(rules, switch.field).get(amount.code)
            cited = [place.split()[0] for place in amount.sources_for(points)]
            assert set(cited) <= {"S0", "S1", "S2", "S3", "S4"}


def test_price_has_a_source_only_at_its_figure():
    countdown, standard = OKEY_POINTS.presets.values()
    prices = {amount.code: amount for amount in OKEY_POINTS.book.switches["finishes"].amounts}
    assert prices["pairs"].sources_for(countdown.finishes["pairs"]) == ("S1",)
    assert prices["pairs"].sources_for(standard.finishes["pairs"]) == ("S4",)
    assert prices["groups"].sources_for(2) == ("S1", "S4")
    assert prices["pairs_okey"].sources_for(standard.finishes["pairs_okey"]) == ()


@EVERY_PRESET
def test_every_example_is_described_and_shows_the_chosen_rules(game, rules):
    for switch in game.book.switches.values():
        for example in switch.examples:
            assert example.description.tr != example.description.en
            fitted = example.adapt_to_rules(rules)
            for compared in switch.compare(rules):
                result = fitted.show(compared.rules)
                assert result.verdict is not None or result.sides


def test_example_hand_is_scored_or_refused_with_a_reason():
    countdown = OKEY_POINTS.presets["okey-countdown"]
    text = Text("Örnek", "Example")
    example = ScoredExample(text, parse_report(won(indicator_shown_by="A2")), find_errors, score_hand)
    assert example.adapt_to_rules(countdown) is example
    result = example.show(countdown)
    assert (result.sides, result.verdict) == ({"A": 0, "B": 3}, None)
    silent = example.show(replace(countdown, indicator_shown=False))
    assert silent.verdict is not None
    assert not silent.sides


def test_incompatible_options_say_which_and_why():
    countdown = OKEY_POINTS.presets["okey-countdown"]
    with pytest.raises(Contradiction) as refused:
        replace(countdown, one_colour_doubles=OneColourDoubles.YES)
    assert isinstance(refused.value, MalformedRuleSet)
    assert refused.value.field == "one_colour_doubles"
    assert refused.value.words.tr != refused.value.words.en == str(refused.value)
