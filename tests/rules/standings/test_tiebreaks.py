import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.standings.standings_rows import Row, row_of
from rules.standings.tiebreaks import (
    DEFAULT_ORDER,
    DEFAULT_STEPS,
    STEPS,
    EncounterRecord,
    UnknownStep,
    rank_group,
    steps_named,
)

NAMES = {"a": "Kordon", "b": "Sahil", "c": "Çarşı", "d": "Liman"}


def beat(winner, loser, score=(2, 0), penalties=(0, 0), fouls=(0, 0)):
    """An encounter, the winner named first."""
    return EncounterRecord((winner, loser), winner, score, penalties, fouls)


def order(entrants, results, lot=None, steps=DEFAULT_STEPS):
    """The ranks and entrants, "1a 2b 2c"."""
    return " ".join(f"{one.rank}{one.entrant}" for one in rank_group(entrants, results, lot, steps))


def reasons(entrants, results, lot=None, steps=DEFAULT_STEPS):
    return {one.entrant: one.reason for one in rank_group(entrants, results, lot, steps) if one.reason}


def test_a_row_adds_up_both_sides_of_encounters():
    results = [
        beat("a", "b", (2, 1), (100, 900), (1, 2)),
        beat("c", "a", (2, 0), (10, 500), (0, 4)),
        EncounterRecord(("a", "d"), None, (1, 0), (30, 40), (1, 0)),
    ]
    row = row_of("a", results)
    assert row == Row(2, 1, 3, 3, 630, 950, 6)
    assert (row.average, row.match_difference) == (320, 0)
    assert row_of("d", results) == Row(0, 0, 0, 1, 40, 30, 0)


def test_a_walkover_gives_the_matches_and_no_penalties():
    row = row_of("a", [beat("a", "b")])
    assert (row.encounters_won, row.matches_won, row.average) == (1, 2, 0)


def test_an_extra_encounter_adds_to_no_row():
    assert row_of("a", [replace(beat("a", "b", penalties=(1, 2)), extra=True)]) == Row()


def test_where_both_lose_each_has_played_and_lost_the_matches():
    record = EncounterRecord(("a", "b"), None, (0, 0), (0, 0), (0, 0), walkover=True, lost_by_both=2)
    assert row_of("a", [record]) == row_of("b", [record]) == Row(encounters_played=1, matches_lost=2)
    assert record.decided
    assert not EncounterRecord(("a", "b"), None, (0, 0), (0, 0), (0, 0)).decided
    # Nobody stands worse than by a defeat.
    assert order("abcd", [record, beat("c", "d", (2, 1))]) == "1c 2d 3a 3b"


def test_unopened_hands_and_finishes_are_added_up_for_each_side():
    record = replace(beat("a", "b"), unopened=(1, 2), finishes=(3, 4))
    assert row_of("a", [record, record]) == Row(2, 2, 4, 0, unopened=2, finishes=6)
    assert row_of("b", [record, record]) == Row(2, 0, 0, 4, unopened=4, finishes=8)


def test_an_unplayed_group_is_level_in_the_order_given():
    ranked = rank_group(["d", "a", "c"], [], None)
    assert [(one.rank, one.entrant, one.tied, one.reason) for one in ranked] == [
        (1, "d", True, None),
        (1, "a", True, None),
        (1, "c", True, None),
    ]
    assert rank_group([], [], None) == []
    assert [(one.rank, one.tied) for one in rank_group(["a"], [], None)] == [(1, False)]
    assert [(one.rank, one.tied) for one in rank_group(["a", "b"], [], None)] == [(1, True)] * 2


def test_encounters_won_come_first():
    results = [beat("b", "a"), beat("b", "c"), beat("a", "c")]
    assert order("abc", results) == "1b 2a 3c"
    assert reasons("abc", results)["b"].step == "encounters_won"


ROUND = [("a", "b"), ("b", "c"), ("c", "a")]
"""Everybody beats the next one."""


def test_then_the_match_difference():
    results = [beat(*ROUND[0], (2, 0)), beat(*ROUND[1], (2, 1)), beat(*ROUND[2], (2, 1))]
    assert order("abc", results) == "1a 2c 3b"
    found = reasons("abc", results)
    assert (found["a"].step, found["a"].mine, found["a"].theirs) == ("match_difference", 1, 0)


def test_then_the_average():
    results = [
        beat(*ROUND[0], penalties=(0, 90)),
        beat(*ROUND[1], penalties=(0, 30)),
        beat(*ROUND[2], penalties=(0, 40)),
    ]
    assert order("abc", results) == "1a 2c 3b"
    assert [found.mine for found in reasons("abc", results).values()] == [50, 10]


def test_then_the_encounters_among_the_still_tied():
    # a and b are level in everything but their own encounter, which b won.
    results = [beat("b", "a"), beat("a", "c"), beat("c", "b"), beat("a", "d"), beat("b", "d"), beat("d", "c")]
    found = reasons("abcd", results)
    assert order("abcd", results) == "1b 2a 3d 4c"
    assert (found["b"].step, found["b"].against, found["b"].mine, found["b"].theirs) == (
        "head_to_head",
        ("a",),
        1,
        0,
    )
    assert (found["a"].step, found["d"].step) == ("encounters_won", "head_to_head")


def test_head_to_head_is_recomputed_among_those_still_tied():
    # Of four with two wins among five, a leads; b, c, d are then parted by their own encounters.
    steps = steps_named(["head_to_head", "lot"])
    results = [beat("a", "b"), beat("a", "c"), beat("b", "d"), beat("c", "e"), beat("d", "e"), beat("b", "c")]
    results += [beat("e", "b"), beat("c", "d"), beat("d", "a"), beat("e", "a")]
    # Among all five everybody has won two encounters: nothing is split.
    assert order("abcde", results, steps=steps) == "1a 1b 1c 1d 1e"
    without_last = [*results[:-1], beat("a", "e")]
    # a has three, e one, b c d two each; among b c d alone b has two, c one, d none.
    assert order("abcde", without_last, steps=steps) == "1a 2b 3c 4d 5e"
    found = reasons("abcde", without_last, None, steps)
    assert (found["a"].against, found["a"].mine, found["a"].theirs) == (("b", "c", "d"), 3, 2)
    assert (found["b"].against, found["b"].mine, found["b"].theirs) == (("c",), 2, 1)
    assert (found["d"].against, found["d"].mine, found["d"].theirs) == (("e",), 2, 1)


def test_an_undecided_encounter_wins_nobody_anything_head_to_head():
    results = [EncounterRecord(("a", "b"), None, (1, 1), (5, 5), (0, 0))]
    assert order("ab", results) == "1a 1b"


def test_then_the_fewest_infractions():
    results = [beat(*ROUND[0], fouls=(3, 0)), beat(*ROUND[1], fouls=(2, 0)), beat(*ROUND[2], fouls=(1, 0))]
    assert order("abc", results) == "1c 2b 3a"
    found = reasons("abc", results)["c"]
    assert (found.step, found.mine, found.theirs) == ("fewest_infractions", 1, 2)


LEVEL = [beat(*pair) for pair in ROUND]


def test_last_a_recorded_lot():
    assert order("abc", LEVEL, ["c", "a", "b"]) == "1c 2a 3b"
    found = reasons("abc", LEVEL, ["c", "a", "b"])["c"]
    assert (found.step, found.mine, found.theirs) == ("lot", 1, 2)


@pytest.mark.parametrize("lot", [None, [], ["c", "a"], ["x", "y", "z"]])
def test_a_lot_parts_only_those_whom_it_names_all(lot):
    ranked = rank_group("abc", LEVEL, lot)
    assert [(one.rank, one.tied) for one in ranked] == [(1, True)] * 3


def test_a_lot_decides_nothing_that_a_criterion_has_decided():
    results = [beat("a", "b"), beat("a", "c")]
    assert order("abc", results, ["c", "b", "a"]) == "1a 2c 3b"


def test_everybody_is_ranked_with_the_row_that_says_why():
    results = [
        beat("a", "b", (2, 1), (100, 900), (1, 2)),
        EncounterRecord(("b", "c"), None, (1, 0), (7, 8), (0, 0)),
    ]
    rows = {one.entrant: one.row for one in rank_group("abc", results, None)}
    assert rows == {entrant: row_of(entrant, results) for entrant in "abc"}


def test_ranks_go_on_after_a_shared_one():
    results = [beat("a", "d"), beat("b", "d"), beat("c", "d")]
    ranked = rank_group("dabc", results, None)
    assert [(one.rank, one.entrant, one.tied) for one in ranked] == [
        (1, "a", True),
        (1, "b", True),
        (1, "c", True),
        (4, "d", False),
    ]
    assert [found.against for found in reasons("dabc", results).values()] == [("d",)] * 3


def test_a_stage_can_order_the_steps_as_it_likes():
    results = [beat("a", "b", penalties=(50, 0))]
    assert order("ab", results, steps=steps_named(["average", "encounters_won"])) == "1b 2a"
    assert order("ab", results, steps=()) == "1a 1b"
    assert steps_named(DEFAULT_ORDER) == DEFAULT_STEPS
    with pytest.raises(UnknownStep) as unknown:
        steps_named(["average", "height"])
    assert unknown.value.args == ("height",)


SENTENCES = {
    "encounters_won": (
        [beat("a", "b")],
        "Sahil karşısında kazanılan karşılaşmayla önde: 1 / 0",
        "Above Sahil by encounters won: 1 against 0",
    ),
    "match_difference": (
        [beat("a", "c"), beat("b", "d", (2, 1))],
        "Sahil karşısında maç farkıyla önde: +2 / +1",
        "Above Sahil by match difference: +2 against +1",
    ),
    "average": (
        [beat("a", "c", penalties=(0, 2390)), beat("b", "d", penalties=(0, 1903))],
        "Sahil karşısında averajla önde: +2.390 / +1.903",
        "Above Sahil by average: +2,390 against +1,903",
    ),
    "penalties_a_hand": (
        [replace(beat("a", "b", penalties=(50, 125)), hands=4)],
        "Sahil karşısında el başına ceza puanıyla önde: 12,50 / 31,25",
        "Above Sahil by penalty points a hand: 12.50 against 31.25",
    ),
    "head_to_head": (
        [beat("a", "b"), beat("b", "c"), beat("d", "a"), beat("a", "e"), beat("b", "f")],
        "Sahil karşısında aralarındaki karşılaşmalarla önde: 1 / 0",
        "Above Sahil by encounters among the tied: 1 against 0",
    ),
    "average_among_tied": (
        [beat("a", "b", penalties=(10, 1210))],
        "Sahil karşısında aralarındaki averajla önde: +1.200 / −1.200",
        "Above Sahil by average among the tied: +1,200 against −1,200",
    ),
    "opponents_strength": (
        [beat("c", "a"), beat("d", "b"), beat("c", "d")],
        "Sahil ve Çarşı karşısında rakiplerinin gücüyle önde: 2 / 1",
        "Above Sahil and Çarşı by strength of opponents: 2 against 1",
    ),
    "fewest_unopened": (
        [replace(beat("a", "c"), unopened=(3, 0)), replace(beat("b", "d"), unopened=(5, 0))],
        "Sahil karşısında daha az açılmayan elle önde: 3 / 5",
        "Above Sahil by fewer hands unopened: 3 against 5",
    ),
    "most_finishes": (
        [replace(beat("a", "c"), finishes=(7, 0)), replace(beat("b", "d"), finishes=(6, 0))],
        "Sahil karşısında bitirdiği elle önde: 7 / 6",
        "Above Sahil by hands finished: 7 against 6",
    ),
    "extra_encounter": (
        [replace(beat("a", "b"), extra=True)],
        "Sahil karşısında ek karşılaşmayla önde: 1 / 0",
        "Above Sahil by an extra encounter: 1 against 0",
    ),
    "fewest_infractions": (
        [beat("a", "c", fouls=(8, 0)), beat("b", "d", fouls=(13, 0))],
        "Sahil karşısında daha az kural hatasıyla önde: 8 / 13",
        "Above Sahil by fewer infractions: 8 against 13",
    ),
    "lot": ([], "Sahil karşısında kurayla önde", "Above Sahil by lot"),
}


@pytest.mark.parametrize("step", SENTENCES)
def test_every_step_explains_itself(step):
    results, turkish, english = SENTENCES[step]
    entrants = "ab" if step != "opponents_strength" else "abcd"
    found = reasons(entrants, results, ["a", "b"], steps_named([step]))["a"]
    sentence = found.sentence(NAMES.__getitem__)
    assert (sentence.tr, sentence.en) == (turkish, english)


def test_every_step_has_a_sentence_a_name_an_explanation_and_a_source():
    assert set(SENTENCES) == set(STEPS)
    for step in STEPS.values():
        assert step.source
        assert step.name.tr != step.name.en
        assert step.says.tr != step.says.en
        assert step.says.tr.endswith(".")
        assert step.says.en.endswith(".")


def test_a_reason_has_the_name_of_its_step_for_a_heading():
    assert reasons("ab", [beat("a", "b")])["a"].text == STEPS["encounters_won"].name


def test_each_place_says_who_is_above_and_whom_it_is_above():
    results = [
        beat("b", "a", penalties=(0, 20)),
        beat("b", "c", penalties=(0, 30)),
        beat("a", "c", (2, 1)),
        beat("c", "d"),
    ]
    said = {
        one.entrant: [(text.tr, text.en) for text in one.sentences(NAMES.__getitem__)]
        for one in rank_group("abcd", results, None)
    }
    assert said["b"] == [
        (
            "Kordon ve Çarşı karşısında kazanılan karşılaşmayla önde: 2 / 1",
            "Above Kordon and Çarşı by encounters won: 2 against 1",
        ),
    ]
    assert said["a"] == [
        ("Sahil kazanılan karşılaşmayla önde: 2 / 1", "Sahil is above by encounters won: 2 against 1"),
        ("Çarşı karşısında averajla önde: −20 / −30", "Above Çarşı by average: −20 against −30"),
    ]
    assert said["d"] == [
        ("Çarşı kazanılan karşılaşmayla önde: 1 / 0", "Çarşı is above by encounters won: 1 against 0"),
    ]


def test_from_below_each_language_has_its_own_thousands():
    results = [beat("a", "c", penalties=(0, 2390)), beat("b", "c", penalties=(0, 903)), beat("c", "d")]
    by_average = steps_named(["average", "lot"])
    below = rank_group("abcd", results, None, by_average)[1].sentences(NAMES.__getitem__)[0]
    assert below.tr == "Kordon averajla önde: +2.390 / +903"
    assert below.en == "Kordon is above by average: +2,390 against +903"


def test_those_who_share_a_place_are_named_together_from_below():
    ranked = rank_group("dabc", [beat("a", "d"), beat("b", "d"), beat("c", "d")], None)
    assert [len(one.sentences(NAMES.__getitem__)) for one in ranked] == [1, 1, 1, 1]
    assert {one.reason.leaders for one in ranked[:3] if one.reason} == {("a", "b", "c")}
    (said,) = ranked[3].sentences(NAMES.__getitem__)
    assert said.en == "Kordon, Sahil and Çarşı are above by encounters won: 1 against 0"
    assert said.tr == "Kordon, Sahil ve Çarşı kazanılan karşılaşmayla önde: 1 / 0"
    assert rank_group("a", [], None)[0].sentences(NAMES.__getitem__) == []


def test_a_step_may_part_a_thousand_one_by_one():
    def last(_group, tied):
        worst = max(tied)
        return {entrant: int(entrant == worst) for entrant in tied}

    entrants = [f"{number:04}" for number in range(1100)]
    step = replace(STEPS["lot"], value=last)
    assert [one.entrant for one in rank_group(entrants[::-1], [], None, [step])] == entrants


@st.composite
def groups(draw):
    """A group of up to five in which any encounter may be open."""
    entrants = list("abcde"[: draw(st.integers(1, 5))])
    small = st.tuples(st.integers(0, 2), st.integers(0, 2))
    results = [
        EncounterRecord(pair, draw(st.sampled_from([None, *pair])), draw(small), draw(small), draw(small))
        for pair in itertools.combinations(entrants, 2)
    ]
    return entrants, results


@given(groups())
def test_every_entrant_has_a_rank_and_a_lot_leaves_no_tie(group):
    entrants, results = group
    ranked = rank_group(entrants, results, None)
    assert sorted(one.entrant for one in ranked) == entrants
    for place, one in enumerate(ranked, start=1):
        assert one.rank <= place
        assert one.tied == (sum(other.rank == one.rank for other in ranked) > 1)
    drawn = rank_group(entrants, results, entrants)
    assert [one.rank for one in drawn] == list(range(1, len(entrants) + 1))
    assert [one.reason is None for one in drawn] == [False] * (len(entrants) - 1) + [True]


@given(groups(), st.randoms())
def test_the_order_does_not_depend_on_the_order_of_entry(group, random):
    entrants, results = group
    shuffled, others = list(entrants), list(results)
    random.shuffle(shuffled)
    random.shuffle(others)
    before = {one.entrant: (one.rank, one.tied) for one in rank_group(entrants, results, None)}
    after = {one.entrant: (one.rank, one.tied) for one in rank_group(shuffled, others, None)}
    assert before == after
