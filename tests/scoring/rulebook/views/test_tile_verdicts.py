"""What each game's tile referee says, and the sentences of the book that it cites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games.okey101.rulesets import PRESETS
from rules.games.okey_points.rulesets import PRESETS as OKEY
from rules.games.okey_task.tasks import Task
from scoring.officials.domain import amendments
from tests.factories import NOW, open_tournament
from tests.languages import english
from tests.scoring.live.page_counters import address
from tests.scoring.play.test_open_length import OPEN, stages
from tests.scoring.rulebook.views.tile_questions import ask, cited_addresses, parts_of, read_group, request
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PAIRS, RISING, COUNTDOWN, TASK = (
    "/hakem/",
    "/hakem/101-rising/",
    "/hakem/okey-countdown/",
    "/hakem/okey-task/",
)
SERIES_102 = "r10 r11 r12, k13 b13 r13, y9 b5 y11"
_16 = "r10 r11 r12 r13, b10 b11 b12 b13, y10 y11 y12 y13, k10 k11 k12 k13"
_20 = f"{_16}, r1 r2 r3 r4"
LOW_21 = "r1 r2 r3 r4 r5 r6 r7, b1 b2 b3 b4, k1 k2 k3, r1 y1 k1, b2 y2 k2 r2"
TEN_PAIRS = ", ".join(f"{code} {code}" for code in [*(f"r{number}" for number in range(1, 10)), "k9"])


def amended(rules, **options) -> Tournament:
    tournament = open_tournament(**options)
    amendments.change_rules(
        tournament=tournament, rules=rules, edited_digest=tournament.rule_book.digest, by=CONSOLE, at=NOW
    )
    tournament.refresh_from_db()
    return tournament


@pytest.mark.slow
@pytest.mark.parametrize(
    ("group", "lines"),
    [
        ("r10 r11 r12", {"run": []}),
        ("k13 b13 r13", {"set": []}),
        ("k7 k7", {"pair": []}),
        ("k1", {}),
        ("k12 k13 k1", {"run_past_highest": ["3.2"], "charged_invalid_meld": ["9.44"]}),
        ("k1 r2 b3", {"no_meld": ["3.1"], "charged_invalid_meld": ["9.44"]}),
        ("k1 r1 b1 y1 b5", {"set_too_long": ["3.3"], "charged_invalid_meld": ["9.44"]}),
        ("k1 k1 b1", {"colour_twice": ["3.4"], "charged_invalid_meld": ["9.44"]}),
        ("k1 r1", {"not_the_same": ["3.5"], "charged_invalid_meld": ["9.44"]}),
        ("b4 b5", {"indicator_in_pair": ["2.11"], "charged_invalid_meld": ["9.44"]}),
        ("r8 r9 *", {"no_meld": ["2.9"], "charged_invalid_meld": ["9.44"]}),
    ],
)
def test_group_is_read_with_its_fault_in_101(group, lines):
    """With b4 as indicator b5 is the okey."""
    assert read_group(PAIRS, group, indicator="b4") == lines


def test_okeys_are_shown_with_the_tiles_that_they_stand_for():
    reading = parts_of(request(PAIRS, melds="y9 b5 y11", indicator="b4"))["reads-0"]
    assert reading.count('data-test="stands-for"') == 1
    assert reading.index('aria-label="mavi 5"') < reading.index('aria-label="sarı 10"')


def test_indicator_pairs_where_the_rules_let_it():
    assert read_group(RISING, "b4 r9", indicator="b4") == {"pair": ["2.11"]}


@pytest.mark.parametrize(
    ("melds", "lines"),
    [
        (SERIES_102, {"opens": ["5.1"]}),
        (f"{SERIES_102}, k12 k13 k1", {"rest_opens": ["5.20"], "charged_invalid_meld": ["9.44"]}),
        ("r1 r2 r3", {"short": ["5.1"], "charged_invalid_opening": ["9.43"]}),
        ("r1 r2 r3, k1 b2 y3", {"short": ["5.20", "5.14"], "charged_invalid_meld": ["9.44"]}),
        ("r1 r1", {"short": ["5.3"], "charged_invalid_opening": ["9.43"]}),
        ("r1 r2 r3, k1 k1", {"mixed": ["5.26"], "charged_invalid_opening": ["9.43"]}),
        (f"{SERIES_102}, k1 k1", {"mixed": ["5.26"], "series_left": ["5.26"], "free": ["5.26"]}),
        (
            "r1 r1, b2 b2, k3 k3, y4 y4, r9 r9, y1 y2 y3, y9 b9 r8",
            {"mixed": ["5.26"], "invalid_meld": [], "pairs_left": ["5.26"], "charged_invalid_meld": ["9.44"]},
        ),
    ],
)
def test_opening_is_judged_with_its_charge(melds, lines):
    assert ask(PAIRS, ask="laid", indicator="b4", melds=melds) == lines


@pytest.mark.parametrize(
    ("melds", "lines"),
    [
        (f"{_20} r5", {"finished": ["7.5"], "any": ["7.36"]}),
        (f"{_20} r5, k7", {"finished": ["7.5"]}),
        (f"{_20} r5, b5", {"finished": ["7.5"], "okey": ["7.36"]}),
        (_20, {"if_double_okey": ["7.14", "7.5"]}),
        (f"{_20}, b5 b5", {"finished": ["7.5"], "double_okey": ["7.38"]}),
        (LOW_21, {"finished": ["7.5"], "any": ["7.36"], "spared": ["7.6", "7.7"]}),
        ("k7", {"not_finished": ["7.5"], "tiles_left": []}),
        (f"{_20} r5 r6", {"not_finished": ["7.5"], "nothing_to_discard": [], "separate_thrown": []}),
        (
            f"{_20} r5 k7",
            {
                "not_finished": ["7.5"],
                "charged_invalid_meld": ["9.44"],
                "invalid_meld": ["7.24"],
                "separate_thrown": [],
            },
        ),
        (TEN_PAIRS, {"not_finished": ["7.9"], "pairs": ["7.9"]}),
        (
            "r1 r2 r3, k1 k1",
            {
                "not_finished": ["7.5"],
                "charged_invalid_opening": ["9.43"],
                "mixed": ["5.26"],
                "tiles_left": [],
            },
        ),
        (
            "r1 r1",
            {
                "not_finished": ["7.9"],
                "charged_invalid_opening": ["9.43"],
                "short": ["7.6"],
                "pairs": ["7.9"],
            },
        ),
    ],
)
def test_direct_finish_is_judged_with_every_reason(melds, lines):
    assert ask(PAIRS, ask="finish", indicator="b4", melds=melds) == lines


def test_free_ending_finishes_with_pairs():
    for melds, thrown in ((f"{TEN_PAIRS}, k1 k1", []), (f"{TEN_PAIRS}, b5", None)):
        lines = ask(RISING, ask="finish", indicator="b4", melds=melds)
        assert ("finished" in lines) is (thrown is not None)


def test_rack_shows_both_kinds_and_their_melds():
    question = {"ask": "rack", "indicator": "b4", "rack": SERIES_102.replace(",", "") + " k1"}
    assert ask(PAIRS, **question) == {"series_could_open": ["5.1"], "pairs_could_not": ["5.3"]}
    melds = parts_of(request(PAIRS, **question))["melds"]
    assert [row.count('class="ref-tiles"') for row in melds.split('class="ref-melds"')[1:]] == [3, 1]


def test_last_openings_count_where_the_threshold_rises():
    question = {"ask": "laid", "indicator": "b4", "melds": SERIES_102}
    for page, series, code in ((RISING, "101", "opens"), (RISING, "102", "short"), (PAIRS, "102", "opens")):
        assert code in ask(page, **question, series=series, pairs="9")
    rack = {"ask": "rack", "indicator": "b4", "rack": SERIES_102.replace(",", "")}
    assert "series_could_not" in ask(RISING, **rack, series="102")


def test_tournament_is_judged_by_its_own_rules_and_book():
    tournament = amended(replace(PRESETS["101-pairs"], infractions={"invalid_opening": 50}))
    page = address("tournament_tile_referee", tournament)
    assert read_group(page, "k1 r2 b3", indicator="b4").keys() == {"no_meld"}
    response = request(page, "en", melds="r1 r2 r3, k1 r2 b3", indicator="b4").content.decode()
    assert "50 penalty points" in response
    assert {cited.partition("#")[0] for cited in cited_addresses(response)} == {
        english(address("rules", tournament))
    }


# --- Classic Okey ---

WON = "r1 r2 r3, b7 b8 b9, k9 r9 y9 b9, y11 b6 y13 y1"
LONG_RUN = " ".join(f"r{number}" for number in [*range(1, 14), 1])
SEVEN_PAIRS = "r1 r1, r2 r2, r3 r3, r4 r4, r5 r5, r6 r6, r7 r7"


@pytest.mark.parametrize(
    ("group", "lines"),
    [
        ("r12 r13 r1", {"run": []}),
        ("r7 k7 b6", {"set": []}),
        ("r7 r7", {"pair": []}),
        (LONG_RUN, {"run": []}),
        ("r7", {}),
        ("r13 r1 r2", {"run_past_highest": ["3.3"]}),
        ("r7 k8 y9", {"no_meld": ["5.4"]}),
        ("r8 r9 *", {"no_meld": ["2.9"]}),
    ],
)
def test_group_is_read_with_its_fault_in_classic_okey(group, lines):
    assert read_group(COUNTDOWN, group, indicator="b5") == lines


@pytest.mark.parametrize(
    ("melds", "lines"),
    [
        (WON, {"groups": ["5.4"], "price": ["6.31", "6.32"]}),
        (LONG_RUN, {"one_colour_run": ["5.6"], "one_colour": ["6.8"], "price": ["6.35", "6.36"]}),
        (SEVEN_PAIRS, {"pairs": ["5.5"], "one_colour": ["6.8"], "price": ["6.33", "6.34"]}),
        ("r1 r2 r3, r1 r2 r3, r4 r5 r6 r7, r4 r5 r6 r7", None),
        (WON.removesuffix(" y1"), {"not_finished": [], "tiles_missing": ["5.1"]}),
        (
            WON.replace("y11 b6 y13 y1", "y12 y13 y1 y2"),
            {"not_finished": [], "invalid_meld": [], "goes_on": ["5.18"]},
        ),
        (
            "r1 r2 r3, k1 k2 k3, y4 y5 y6 y7, r9 r9, b1 b1",
            {"not_finished": [], "mixed": ["3.11"], "goes_on": ["5.18"]},
        ),
    ],
)
def test_shown_hand_has_its_price_or_every_reason(melds, lines):
    verdict = ask(COUNTDOWN, ask="laid", indicator="b5", melds=melds)
    assert lines is None or verdict == lines
    assert lines is not None or verdict["other_ways"] == ["5.16"]


def test_tiles_arranged_otherwise_would_finish():
    broken = "r1 r2, r3 r1, r2 r3, r4 r5 r6 r7, r4 r5 r6 r7"
    assert ask(COUNTDOWN, ask="laid", indicator="b5", melds=broken)["other_ways"] == ["5.22"]


def test_rack_shows_every_way_to_finish():
    question = {"ask": "rack", "indicator": "b5"}
    assert ask(COUNTDOWN, **question, rack="r1 r1") == {"tiles_missing": ["5.1"]}
    both = SEVEN_PAIRS.replace(",", "")
    assert ask(COUNTDOWN, **question, rack=both).keys() == {"one_colour", "groups", "pairs", "price"}
    rows = parts_of(request(COUNTDOWN, **question, rack=both))["melds"].split('class="ref-melds"')[1:]
    assert rows[1].count('class="ref-tiles"') == 7
    assert ask(COUNTDOWN, **question, rack=both.replace("r7 r7", "r7 k1")).keys() == {"could_not"}


def test_price_follows_the_rules_of_the_tournament():
    free = {"pairs": 0, "pairs_okey": 0}
    rules = replace(OKEY["okey-countdown"], finishes=dict(OKEY["okey-countdown"].finishes) | free)
    tournament = amended(rules, rule_set_id="okey-countdown", stages=stages(OPEN))
    page = address("tournament_tile_referee", tournament)
    assert "free" in ask(page, ask="laid", indicator="b5", melds=SEVEN_PAIRS)
    twice = ask("/hakem/okey-standard/", ask="laid", indicator="b5", melds=SEVEN_PAIRS)
    assert "one_colour" in twice


# --- Task Okey ---


@pytest.mark.parametrize("task", Task)
def test_every_task_cites_its_sentence(task):
    lines = ask(TASK, ask="laid", task=task.value, melds="r1 b2 k3")
    assert lines["fails"] == [f"4.{31 + list(Task).index(task)}"]
    assert lines["taken_back"] == ["4.10"]
    assert "invalid_meld" in lines


@pytest.mark.parametrize(
    ("group", "lines"),
    [
        ("r12 r13 r1", {"run": []}),
        ("k9 r9 b9", {"set": []}),
        ("r4 *", {"pair": []}),
        ("r4", {}),
        ("r13 r1 r2", {"run_past_highest": ["3.3"]}),
    ],
)
def test_group_is_read_with_its_fault_in_task_okey(group, lines):
    assert read_group(TASK, group) == lines


@pytest.mark.parametrize(
    ("task", "melds", "lines"),
    [
        ("kut_3_seri_3", "r12 r13 *, k9 r9 b9", {"fulfils": ["4.38"], "keep_one": ["4.7"]}),
        ("kut_3", "r1 r2 r3", {"fails": ["4.31"], "other_melds": ["4.5"], "taken_back": ["4.10"]}),
        ("cift", "r1 r1", {"fails": ["4.42"], "pairs": ["4.8"], "taken_back": ["4.10"]}),
        (
            "cift",
            f"{TEN_PAIRS}, * *",
            {"fails": ["4.42"], "nothing_to_discard": ["4.7"], "taken_back": ["4.10"]},
        ),
    ],
)
def test_melds_are_judged_by_the_task(task, melds, lines):
    assert ask(TASK, ask="laid", task=task, melds=melds) == lines


def test_rack_opens_by_the_task_and_shows_its_melds():
    question = {"ask": "rack", "task": "cift"}
    assert ask(TASK, **question, rack="r1 r1 k4 k4 y9 y9 b2 *") == {"could_not": ["4.42", "4.7"]}
    opening = {**question, "rack": "r1 r1 k4 k4 y9 y9 b2 * y13"}
    assert ask(TASK, **opening) == {"could_open": ["4.42", "4.7"]}
    assert parts_of(request(TASK, **opening))["melds"].count('class="ref-tiles"') == 4
    assert ask(TASK, **opening | {"task": ""}).keys() == {"choose_task"}
