import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.localized_text import Text
from rules.standings.criteria import build_group
from rules.standings.qualification.requirements import (
    MAX_NAMED_SCENARIOS,
    MOST_OUTCOMES,
    Condition,
    QualifyingScenario,
    Requirements,
    boxes_of,
    cover_cells,
    requirements_of,
)
from rules.standings.qualification.scenarios import OpenGroup, possible_results
from rules.standings.qualification.search import Contest
from rules.standings.steps import DEFAULT_ORDER, STEPS, steps_by_ids
from rules.standings.tiebreaks import rank_group
from tests.rules.standings.qualification.test_status import look, open_between
from tests.rules.standings.test_tiebreaks import NAMES, beat, in_words

ALL_NAMES = {**NAMES, "e": "Bostan", "f": "Yalı"}

LAST = [open_between("a", "b"), open_between("c", "d")]
BY_RESULTS = ["encounters_won", "match_difference", "head_to_head"]


def text_of(statement):
    return Text(*in_words(statement, ALL_NAMES))


def sentences_of(entrants, records, **options):
    outlooks = look(entrants, records, **options)
    needed = {entrant: outlooks[entrant].requirements for entrant in entrants}
    return {entrant: text_of(needs.statement) for entrant, needs in needed.items() if needs}


def english(entrants, records, **options):
    return {entrant: text.en for entrant, text in sentences_of(entrants, records, **options).items()}


def test_sentence_says_that_a_win_is_enough():
    records = [beat("a", "c"), beat("c", "b"), beat("b", "d"), beat("d", "a"), *LAST]
    sentences = sentences_of("abcd", records)
    assert {text.en for text in sentences.values()} == {"A win is enough"}
    assert {text.tr for text in sentences.values()} == {"Galibiyet yeter"}


def test_certain_entrants_have_no_requirements():
    outlooks = look("abcd", [beat("a", "c"), beat("a", "d"), beat("b", "c"), beat("b", "d"), *LAST])
    assert [outlook.requirements for outlook in outlooks.values()] == [None] * 4


def test_requirement_names_what_another_must_not_do():
    records = [beat("a", "c"), beat("d", "a", (2, 1)), beat("b", "c"), beat("b", "d"), *LAST]
    sentences = sentences_of("abcd", records)
    assert sentences["a"].en == "A win; or a defeat while Liman does not win"
    assert sentences["a"].tr == "Galibiyet; ya da yenilgi, Liman kazanmazsa"
    assert sentences["d"].en == "A win while Kordon does not win"
    assert sentences["d"].tr == "Galibiyet, Kordon kazanmazsa"


def test_scores_are_named_only_where_they_matter():
    records = [beat("a", "b"), beat("a", "c"), beat("e", "a"), beat("b", "e"), beat("d", "e", (2, 1))]
    records += [beat("c", "e", (2, 1)), beat("d", "a", (2, 1)), beat("b", "d"), open_between("b", "c")]
    sentences = sentences_of("abcde", records)
    assert (sentences["b"].en, sentences["c"].en) == (
        "A win or a defeat 1–2 is enough",
        "A win 2–0 is enough",
    )
    assert (sentences["b"].tr, sentences["c"].tr) == (
        "Galibiyet ya da 1–2 yenilgi yeter",
        "2–0 galibiyet yeter",
    )


def test_contest_of_hands_is_named():
    sentences = sentences_of(
        "abc", [beat("a", "c"), beat("b", "c"), open_between("a", "b")], places=1, order=["average"]
    )
    assert sentences["a"].en == "Any result, then decided by average against Sahil and Çarşı"
    assert sentences["a"].tr == "Her sonuç, sonra averajla belirlenir (Sahil ve Çarşı karşısında)"
    assert sentences["c"].en == "Decided by average against Kordon and Sahil"
    assert sentences["c"].tr == "Averajla belirlenir (Kordon ve Sahil karşısında)"


def test_contest_by_lot_is_named():
    records = [beat("a", "c"), beat("b", "c"), beat("a", "b"), open_between("b", "a")]
    sentences = english("abc", records, places=1, order=["encounters_won", "lot"])
    assert sentences["a"] == "A win; or a defeat, then decided by lot against Sahil"
    assert sentences["b"] == "A win, then decided by lot against Kordon"


def test_tie_without_a_lot_stays_level():
    sentences = sentences_of("ab", [open_between("a", "b")], places=1, order=[])
    assert (sentences["a"].en, sentences["a"].tr) == (
        "Any result, then level with Sahil",
        "Her sonuç, sonra eşit kalır (Sahil ile)",
    )


def test_finished_entrant_depends_on_others():
    records = [beat("a", "b"), beat("a", "c"), beat("d", "a", (2, 1)), open_between("d", "c")]
    sentences = sentences_of("abcd", records, places=1, order=BY_RESULTS)
    assert sentences["a"].en == "Through if Liman does not win 2–0"
    assert sentences["a"].tr == "Üst tura çıkar, Liman 2–0 kazanmazsa"
    assert (sentences["d"].en, sentences["d"].tr) == ("A win 2–0 is enough", "2–0 galibiyet yeter")


ALL = tuple(possible_results(open_between("a", "b"), 3))


@pytest.mark.parametrize(
    ("numbers", "turkish", "english"),
    [
        ([0, 1], "Sahil kazanmazsa", "Sahil does not win"),
        ([2, 3], "Kordon kazanmazsa", "Kordon does not win"),
        ([0], "Kordon 2–0 kazanırsa", "Kordon wins 2–0"),
        ([3], "Sahil 2–0 kazanırsa", "Sahil wins 2–0"),
        ([2], "Sahil 2–1 kazanırsa", "Sahil wins 2–1"),
        ([1, 2, 3], "Kordon 2–0 kazanmazsa", "Kordon does not win 2–0"),
        ([0, 1, 2], "Sahil 2–0 kazanmazsa", "Sahil does not win 2–0"),
        ([1, 2], "Kordon · Sahil 2–1 ya da 1–2 biterse", "Kordon · Sahil ends 2–1 or 1–2"),
    ],
)
def test_conditions_on_others(numbers, turkish, english):
    text = text_of(condition(numbers).statement)
    assert (text.tr, text.en) == (turkish, english)


def condition(numbers, results=ALL):
    return Condition(
        tuple(results[number] for number in numbers),
        tuple(result for number, result in enumerate(results) if number not in numbers),
    )


def test_longer_encounters_name_each_score():
    results = possible_results(open_between("a", "b"), 5)
    assert text_of(condition([0, 1], results).statement).en == "Kordon wins 3–0 or 3–1"
    assert text_of(condition([2, 3, 4, 5], results).statement).en == "Kordon does not win 3–0 or 3–1"
    assert text_of(condition([4, 5], results).own_result("b")).en == "a win 3–1 or 3–0"


@pytest.mark.parametrize(
    ("numbers", "first", "second"),
    [
        ([0, 1, 2, 3], "any result", "any result"),
        ([0, 1], "a win", "a defeat"),
        ([0], "a win 2–0", "a defeat 0–2"),
        ([0, 1, 2], "a win or a defeat 1–2", "a win 2–1 or a defeat"),
        ([1, 2], "a win 2–1 or a defeat 1–2", "a win 2–1 or a defeat 1–2"),
    ],
)
def test_own_results_from_each_side(numbers, first, second):
    own_condition = condition(numbers)
    assert (text_of(own_condition.own_result("a")).en, text_of(own_condition.own_result("b")).en) == (
        first,
        second,
    )


def test_own_results_in_turkish():
    assert text_of(condition([0, 1, 2]).own_result("b")).tr == "2–1 galibiyet ya da yenilgi"
    assert text_of(condition([0, 1, 2, 3]).own_result("b")).tr == "her sonuç"


OTHERS = tuple(possible_results(open_between("c", "d"), 3))


def test_several_conditions_and_a_contest_are_combined():
    conditions = (condition([0, 1], OTHERS), condition([0], possible_results(open_between("e", "f"), 3)))
    way = QualifyingScenario(condition([0, 1]), conditions, Contest(STEPS["average"], ("c",)))
    text = text_of(Requirements("a", (way,)).statement)
    assert (
        text.en == "A win while Liman does not win and Bostan wins 2–0, then decided by average against Çarşı"
    )
    assert text.tr == (
        "Galibiyet, Liman kazanmazsa ve Bostan 2–0 kazanırsa, sonra averajla belirlenir (Çarşı karşısında)"
    )


def test_contest_without_an_own_encounter_names_its_condition():
    way = QualifyingScenario(None, (condition([0, 1], OTHERS),), Contest(None, ("c", "b")))
    text = text_of(Requirements("a", (way,)).statement)
    assert text.en == "Level with Çarşı and Sahil if Liman does not win"
    assert text.tr == "Eşit kalır (Çarşı ve Sahil ile), Liman kazanmazsa"
    assert not way.is_enough


def test_only_an_own_result_alone_is_enough():
    win, contest = condition([0, 1]), Contest(None, ("b",))
    assert QualifyingScenario(win, (), None).is_enough
    assert not QualifyingScenario(win, (), contest).is_enough
    assert not QualifyingScenario(win, (win,), None).is_enough
    assert not QualifyingScenario(None, (), None).is_enough


def test_sentence_is_limited_to_a_few_scenarios():
    many_ways = tuple(QualifyingScenario(condition([number]), (), None) for number in range(4))
    assert (
        text_of(Requirements("a", many_ways[:MAX_NAMED_SCENARIOS]).statement).en
        == "A win 2–0; or a win 2–1; or a defeat 1–2"
    )
    text = text_of(Requirements("a", many_ways).statement)
    assert text.en == "A win 2–0; or a win 2–1; or a defeat 1–2; or other results that fit"
    assert text.tr.endswith("; ya da 1–2 yenilgi; ya da başka sonuçlar denk gelirse")


def test_no_requirements_before_the_last_round():
    records = [open_between("a", "b"), open_between("b", "c"), beat("a", "c")]
    assert [outlook.requirements for outlook in look("abc", records, places=1).values()] == [None] * 3


def requirements(entrants, records, places, best_of=3):
    options = [possible_results(record, best_of) for record in records if not record.decided]
    decided_group = build_group(entrants, [record for record in records if record.decided], None)
    return requirements_of(OpenGroup(decided_group, steps_by_ids(DEFAULT_ORDER), options), places)


def test_no_requirements_with_too_many_outcomes():
    records = [open_between(*pair) for pair in [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]]
    assert MOST_OUTCOMES == 4**3
    assert set(requirements("abcdef", records[:3], 2)) == set("abcdef")
    assert requirements("abcdefgh", records, 2) == {}
    assert requirements("ab", [beat("a", "b")], 1) == {}


def test_certain_scenarios_come_first():
    records = [beat("b", "c"), beat("a", "c"), open_between("a", "b")]
    certain_ways = requirements("abc", records, 1)["a"].scenarios
    assert [way.contest for way in certain_ways] == [None]
    records = [beat("a", "c"), beat("b", "c"), beat("a", "b"), open_between("b", "a")]
    by_entrant = requirements_of(
        OpenGroup(
            build_group("abc", records[:3], None),
            steps_by_ids(["encounters_won", "average"]),
            [possible_results(records[3], 3)],
        ),
        1,
    )
    assert [way.contest for way in by_entrant["a"].scenarios] == [None, Contest(STEPS["average"], ("b",))]


@st.composite
def last_rounds(draw):
    """Generate all encounters except a last round."""
    names = "abcde"[: draw(st.integers(2, 5))]
    opened = [("a", "b"), ("c", "d")][: draw(st.integers(1, 2)) if len(names) > 3 else 1]
    records = []
    for pair in itertools.combinations(names, 2):
        if pair in opened:
            records.append(open_between(*pair))
        else:
            winner, loser = pair if draw(st.booleans()) else pair[::-1]
            records.append(beat(winner, loser, draw(st.sampled_from([(2, 0), (2, 1)]))))
    return names, records, draw(st.integers(1, len(names) - 1))


@settings(deadline=None)
@given(last_rounds())
def test_scenarios_are_exactly_the_qualifying_outcomes(last_round):
    names, records, places = last_round
    outlooks = look(names, records, places=places, order=BY_RESULTS)
    opened = [record for record in records if not record.decided]
    for results in itertools.product(*(possible_results(record, 3) for record in opened)):
        ending = [record for record in records if record.decided] + list(results)
        ranked = rank_group(names, ending, None, steps_by_ids(BY_RESULTS))
        for place in ranked:
            if outlooks[place.entrant].requirements:
                last = place.rank + sum(other.rank == place.rank for other in ranked) - 1
                fitting = [
                    way for way in outlooks[place.entrant].requirements.scenarios if fits(way, results)
                ]
                sure = any(way.contest is None for way in fitting)
                assert sure == (last <= places)
                assert any(way.contest for way in fitting) == (place.rank <= places < last)


def test_box_covered_by_the_others_is_dropped():
    # The middle three are taken first; the next three rows contain them all.
    options = [possible_results(open_between("a", "b"), 3), possible_results(open_between("c", "d"), 3)]
    cells = {(0, 1), (0, 2), (1, 2), (1, 3), (2, 1), (2, 2)}
    chosen = cover_cells(cells, boxes_of(options), ())
    assert [sorted(box.cells) for box in chosen] == [
        [(0, 1), (0, 2)],
        [(1, 2), (1, 3)],
        [(2, 1), (2, 2)],
    ]


def fits(way, results):
    conditions = [*way.others, *([way.own] if way.own else [])]
    return all(not set(results) & set(condition.ruled_out) for condition in conditions)


@settings(deadline=None)
@given(last_rounds())
def test_no_scenario_is_redundant(last_round):
    names, records, places = last_round
    opened = [record for record in records if not record.decided]
    outcomes = list(itertools.product(*(possible_results(record, 3) for record in opened)))
    for outlook in look(names, records, places=places, order=BY_RESULTS).values():
        for way in outlook.requirements.scenarios if outlook.requirements else ():
            other_ways = [other for other in outlook.requirements.scenarios if other is not way]
            assert any(
                fits(way, results) and not any(fits(o, results) for o in other_ways) for results in outcomes
            )
