from __future__ import annotations

import itertools
from typing import Any

import pytest

from rules.games.okey101.bounds import CHECKED_CODES, bounds
from rules.games.okey101.rulesets import rule_set
from tests.static.conftest import Modules
from tests.static.hand_builders import hand

pytestmark = pytest.mark.browser

MODULE = "table/limits"
LIMITS = bounds(rule_set("101-pairs"), "en")


def found(modules: Modules, kind: str, **hands: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    answers = modules.answers(MODULE, "checkHand", {name: [hand, LIMITS] for name, hand in hands.items()})
    return {
        name: [(problem["code"], problem["seat"]) for problem in answer[kind]]
        for name, answer in answers.items()
    }


def test_impossible_hands(modules: Modules) -> None:
    series, pairs = LIMITS["rack"]["series"], LIMITS["rack"]["pairs"]
    assert found(
        modules,
        "errors",
        nothing=hand("A1", "snnn"),
        most=hand("A1", "ssnn", points={"B1": str(series)}),
        more=hand("A1", "ssnn", points={"B1": str(series + 1)}),
        most_of_pairs=hand("A1", "spnn", points={"B1": str(pairs)}),
        more_of_pairs=hand("A1", "spnn", points={"B1": str(pairs + 1)}),
        of_whom_nothing_is_asked=hand("A1", "nsnn", finish="direct", points={"B1": "999"}),
        most_tiles=hand("A1", "spnn", tiles={"B1": ["r1"] * LIMITS["tiles"]["pairs"]}),
        more_tiles=hand("A1", "spnn", tiles={"B1": ["r1"] * (LIMITS["tiles"]["pairs"] + 1)}),
        no_number=hand("A1", "ssnn", points={"B1": "9x"}),
        three_okeys=hand("A1", "sssn", okeys={"B1": 2, "A2": 1}),
        two_and_one_thrown=hand("A1", "ssnn", finish="okey", okeys={"B1": 2}),
        one_and_one_thrown=hand("A1", "ssnn", finish="okey", okeys={"B1": 1}),
        both_thrown=hand("A1", "ssnn", finish="double_okey", okeys={"B1": 1}),
        nothing_thrown_without_a_finisher=hand("deck_exhausted", "ssnn", finish="okey", okeys={"B1": 2}),
        okeys_of_who_did_not_open=hand("A1", "snnn", okeys={"B1": 2, "A2": 2}),
    ) == {
        "nothing": [],
        "most": [],
        "more": [("rack_out_of_range", "B1")],
        "most_of_pairs": [],
        "more_of_pairs": [("rack_out_of_range", "B1")],
        "of_whom_nothing_is_asked": [],
        "most_tiles": [],
        "more_tiles": [("rack_out_of_range", "B1")],
        "no_number": [],
        "three_okeys": [("too_many_okeys", "")],
        "two_and_one_thrown": [("too_many_okeys", "")],
        "one_and_one_thrown": [],
        "both_thrown": [("too_many_okeys", "")],
        "nothing_thrown_without_a_finisher": [],
        "okeys_of_who_did_not_open": [],
    }


def test_finishing_with_pairs(modules: Modules) -> None:
    assert found(
        modules,
        "errors",
        against_series=hand("A1", "psnn"),
        against_nobody=hand("A1", "pnnn"),
        against_nobody_with_both_okeys=hand("A1", "pnnn", finish="double_okey"),
        partner_s_series=hand("A1", "pnsn", spares_partner=True),
        directly=hand("A1", "psnn", finish="direct"),
        all_pairs=hand("A1", "pppp"),
        not_his_own=hand("A1", "sppp"),
        without_a_deck=hand("deck_exhausted", "pppp"),
    ) == {
        "against_series": [],
        "against_nobody": [("pairs_finish_needs_open_series", "A1")],
        "against_nobody_with_both_okeys": [],
        "partner_s_series": [],
        "directly": [("direct_finish_with_pairs", "A1")],
        "all_pairs": [("all_opened_pairs_is_void", "")],
        "not_his_own": [],
        "without_a_deck": [],
    }


def test_pairs_finish_alone_if_no_discard_is_needed(modules: Modules) -> None:
    rising = bounds(rule_set("101-rising"), "en")
    hands = {
        "against nobody": ([hand("A1", "pnnn"), rising], []),
        "directly": ([hand("A1", "pnnn", finish="direct"), rising], []),
        "all pairs": ([hand("A1", "pppp"), rising], ["all_opened_pairs_is_void"]),
    }
    answers = modules.answers(
        MODULE, "checkHand", {name: arguments for name, (arguments, _codes) in hands.items()}
    )
    assert {name: [problem["code"] for problem in answer["errors"]] for name, answer in answers.items()} == {
        name: codes for name, (_given, codes) in hands.items()
    }


def test_warnings_until_confirmed(modules: Modules) -> None:
    many = LIMITS["infractions"]["many"]
    discard = {"B1": {"playable_discard": 1}}
    assert found(
        modules,
        "warnings",
        empty=hand("A1", "ssnn", points={"B1": "0"}),
        blank=hand("A1", "ssnn"),
        one_okey=hand("A1", "ssnn", points={"B1": "0"}, okeys={"B1": 1}),
        confirmed=hand("A1", "ssnn", points={"B1": "0"}, accepted=["empty_rack_without_finish"]),
        another_confirmed=hand("A1", "ssnn", points={"B1": "0"}, accepted=["many_infractions"]),
        as_many=hand("A1", "snnn", fouls={"B1": {"late": many}}),
        too_many=hand("A1", "snnn", fouls={"B1": {"late": many, "show": 1}}),
        the_finisher_s_too=hand("A1", "snnn", fouls={"A1": {"late": many + 1}}),
        discard_beside_series=hand("A1", "snnn", fouls=discard),
        discard_without=hand("A1", "pnnn", fouls=discard),
        one_act=hand(
            "A1", "ssnn", points={"B1": "9"}, fouls={"B1": {"invalid_meld": 1, "invalid_opening": 1}}
        ),
        two_acts=hand("A1", "ssnn", points={"B1": "9"}, fouls={"B1": {"invalid_meld": 2, "okey_discard": 1}}),
    ) == {
        "empty": [("empty_rack_without_finish", "B1")],
        "blank": [("empty_rack_without_finish", "B1")],
        "one_okey": [],
        "confirmed": [],
        "another_confirmed": [("empty_rack_without_finish", "B1")],
        "as_many": [],
        "too_many": [("many_infractions", "B1")],
        "the_finisher_s_too": [("many_infractions", "A1")],
        "discard_beside_series": [],
        "discard_without": [("playable_discard_without_series", "B1")],
        "one_act": [("one_act_twice", "B1")],
        "two_acts": [],
    }


def test_missing_input_is_asked_for_first(modules: Modules) -> None:
    answer = modules.answer(MODULE, "checkHand", hand("A1", "s-n-"), LIMITS)
    assert answer["unanswered"] == ["B1", "B2"]
    assert modules.answer(MODULE, "checkHand", hand("A1", "snnn"), LIMITS)["unanswered"] == []


def test_void_hands(modules: Modules) -> None:
    replayed = LIMITS | {"void": {"nobody_opened": True}}
    scored = LIMITS | {"void": {"nobody_opened": False}}
    modules.check_cases(
        MODULE,
        "isVoid",
        {
            "all opened pairs": ([hand("all_opened_pairs"), scored], True),
            "nobody opened": ([hand("deck_exhausted", "nnnn"), replayed], True),
            "nobody opened, but it scores": ([hand("deck_exhausted", "nnnn"), scored], False),
            "one opened": ([hand("deck_exhausted", "nnsn"), replayed], False),
            "one opening is missing": ([hand("deck_exhausted", "nnn-"), replayed], False),
            "somebody finished": ([hand("A1", "nnnn"), replayed], False),
        },
    )


def test_every_problem_has_a_sentence(modules: Modules) -> None:
    hands = {
        f"{end} {finish} {''.join(openings)}": [
            hand(
                end,
                "".join(openings),
                finish=finish,
                fouls={"B1": {"playable_discard": 9, "okey_discard": 1}},
                okeys={"B1": 2},
            ),
            LIMITS,
        ]
        for end in ("A1", "B2", "deck_exhausted", "all_opened_pairs")
        for finish in ("plain", "okey", "double_okey", "direct", "direct_okey")
        for openings in itertools.product("spn", repeat=4)
    }
    answers = modules.answers(MODULE, "checkHand", hands)
    codes = {
        problem["code"] for answer in answers.values() for problem in answer["errors"] + answer["warnings"]
    }
    assert codes <= set(CHECKED_CODES)
    assert codes >= set(CHECKED_CODES) - {"rack_out_of_range"}
