"""Switches of every game: each under one heading, each showing what it decides."""

from dataclasses import replace

import pytest

from rules.book.switch_examples import ScoredExample
from rules.games import GAMES
from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_points.problems import find_errors
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import OneColourDoubles
from rules.games.okey_points.score import score_hand
from rules.rulesets import Contradiction, MalformedRuleSet
from rules.text import Text
from tests.rules.games.okey_points.hands import won

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
EVERY_PRESET = pytest.mark.parametrize(
    ("game", "rules"),
    [(game, rules) for game in GAMES for rules in game.presets.values()],
    ids=lambda one: one.id,
)


@EVERY_GAME
def test_every_switch_stands_under_one_heading(game):
    headings = game.book.headings
    listed = [switch.field for heading in headings for switch in heading.switches]
    assert listed == list(game.book.switches)
    assert len({heading.anchor for heading in headings}) == len(headings)
    assert all(heading.name.tr != heading.name.en for heading in headings)


@EVERY_PRESET
def test_amounts_are_all_that_a_list_of_them_can_hold(game, rules):
    for switch in game.book.switches.values():
        theirs = getattr(rules, switch.field)
        if not switch.amounts:
            continue
        codes = [one.code for one in switch.amounts]
        assert set(theirs) <= set(codes)
        for one in switch.amounts:
            assert one.name.tr != one.name.en
            assert one.told.tr != one.told.en
            assert one.usual is not None or one.code in theirs
        assert replace(rules, **{switch.field: dict.fromkeys(codes, 7)})


@EVERY_PRESET
def test_amounts_that_the_own_source_states_are_cited(game, rules):
    for switch in game.book.switches.values():
        for one in switch.amounts:
            points = getattr(rules, switch.field).get(one.code)
            cited = [place.split()[0] for place in one.stated(points)]
            assert set(cited) <= {"S0", "S1", "S2", "S3", "S4"}


def test_a_price_is_stated_only_at_its_figure():
    countdown, standard = OKEY_POINTS.presets.values()
    prices = {one.code: one for one in OKEY_POINTS.book.switches["finishes"].amounts}
    assert prices["pairs"].stated(countdown.finishes["pairs"]) == ("S1",)
    assert prices["pairs"].stated(standard.finishes["pairs"]) == ("S4",)
    assert prices["groups"].stated(2) == ("S1", "S4")
    assert prices["pairs_okey"].stated(standard.finishes["pairs_okey"]) == ()


@EVERY_PRESET
def test_every_example_is_told_and_shows_the_rules_that_are_chosen(game, rules):
    for switch in game.book.switches.values():
        for example in switch.examples:
            assert example.told.tr != example.told.en
            fitted = example.fitted(rules)
            for compared in switch.compare(rules):
                shown = fitted.show(compared.rules)
                assert shown.verdict is not None or shown.sides


def test_a_hand_of_an_example_is_scored_or_told_why_it_is_not():
    countdown = OKEY_POINTS.presets["okey-countdown"]
    told = Text("Anlatıldı", "Told")
    example = ScoredExample(told, parse_report(won(indicator_shown_by="A2")), find_errors, score_hand)
    assert example.fitted(countdown) is example
    shown = example.show(countdown)
    assert (shown.sides, shown.verdict) == ({"A": 0, "B": 3}, None)
    silent = example.show(replace(countdown, indicator_shown=False))
    assert silent.verdict is not None
    assert not silent.sides


def test_choices_that_exclude_each_other_say_which_and_why():
    countdown = OKEY_POINTS.presets["okey-countdown"]
    with pytest.raises(Contradiction) as refused:
        replace(countdown, one_colour_doubles=OneColourDoubles.YES)
    assert isinstance(refused.value, MalformedRuleSet)
    assert refused.value.field == "one_colour_doubles"
    assert refused.value.words.tr != refused.value.words.en == str(refused.value)
