import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.standings.standings_rows import StandingsRow, row_of
from rules.standings.statements import MAX_NAMED_ENTRANTS, word
from rules.standings.tiebreaks import (
    DEFAULT_ORDER,
    DEFAULT_STEPS,
    STEPS,
    EncounterRecord,
    UnknownStep,
    rank_group,
    steps_by_ids,
)

NAMES = {"a": "Kordon", "b": "Sahil", "c": "Çarşı", "d": "Liman"}


def beat(winner, loser, score=(2, 0), penalties=(0, 0), fouls=(0, 0)):
    return EncounterRecord((winner, loser), winner, score, penalties, fouls)


def in_words(statement, names=NAMES):
    """Return the statement in Turkish and English."""
    return tuple(word(statement, names.__getitem__, language) for language in ("tr", "en"))


def order(entrants, results, lot=None, steps=DEFAULT_STEPS):
    """Return ranks and entrants: "1a 2b 2c"."""
    return " ".join(f"{place.rank}{place.entrant}" for place in rank_group(entrants, results, lot, steps))


def reasons(entrants, results, lot=None, steps=DEFAULT_STEPS):
    return {
        place.entrant: place.reason for place in rank_group(entrants, results, lot, steps) if place.reason
    }


def test_row_adds_up_encounters_on_both_sides():
    results = [
        beat("a", "b", (2, 1), (100, 900), (1, 2)),
        beat("c", "a", (2, 0), (10, 500), (0, 4)),
        EncounterRecord(("a", "d"), None, (1, 0), (30, 40), (1, 0)),
    ]
    row = row_of("a", results)
    assert row == StandingsRow(2, 1, 3, 3, 630, 950, 6)
    assert (row.average, row.match_difference) == (320, 0)
    assert row_of("d", results) == StandingsRow(0, 0, 0, 1, 40, 30, 0)


def test_walkover_gives_matches_and_no_penalties():
    row = row_of("a", [beat("a", "b")])
    assert (row.encounters_won, row.matches_won, row.average) == (1, 2, 0)


def test_extra_encounter_adds_to_no_row():
    assert row_of("a", [replace(beat("a", "b", penalties=(1, 2)), extra=True)]) == StandingsRow()


def test_double_walkover_counts_as_played_and_lost_by_both():
    record = EncounterRecord(("a", "b"), None, (0, 0), (0, 0), (0, 0), walkover=True, lost_by_both=2)
    assert row_of("a", [record]) == row_of("b", [record]) == StandingsRow(encounters_played=1, matches_lost=2)
    assert record.decided
    assert not EncounterRecord(("a", "b"), None, (0, 0), (0, 0), (0, 0)).decided
    # It is never worse than a defeat.
    assert order("abcd", [record, beat("c", "d", (2, 1))]) == "1c 2d 3a 3b"


def test_unopened_hands_and_finishes_are_added_up_by_side():
    record = replace(beat("a", "b"), unopened=(1, 2), finishes=(3, 4))
    assert row_of("a", [record, record]) == StandingsRow(2, 2, 4, 0, unopened=2, finishes=6)
    assert row_of("b", [record, record]) == StandingsRow(2, 0, 0, 4, unopened=4, finishes=8)


def test_unplayed_group_is_level_in_the_given_order():
    ranked = rank_group(["d", "a", "c"], [], None)
    assert [(place.rank, place.entrant, place.tied, place.reason) for place in ranked] == [
        (1, "d", True, None),
        (1, "a", True, None),
        (1, "c", True, None),
    ]
    assert rank_group([], [], None) == []
    assert [(place.rank, place.tied) for place in rank_group(["a"], [], None)] == [(1, False)]
    assert [(place.rank, place.tied) for place in rank_group(["a", "b"], [], None)] == [(1, True)] * 2


def test_row_has_the_value_of_each_step_that_separated_it():
    ranked = rank_group(
        "abcd", [beat("a", "c"), beat("b", "c"), beat("a", "b", penalties=(5, 5))], ["d", "c"]
    )
    assert {row.entrant: row.separated_by for row in ranked} == {
        "a": {"encounters_won": 2},
        "b": {"encounters_won": 1},
        "c": {"encounters_won": 0, "match_difference": -4},
        "d": {"encounters_won": 0, "match_difference": 0},
    }
    level = rank_group("ab", [], ["b", "a"])
    assert [(row.entrant, row.separated_by) for row in level] == [("b", {"lot": 1}), ("a", {"lot": 2})]


def test_encounters_won_are_the_first_step():
    results = [beat("b", "a"), beat("b", "c"), beat("a", "c")]
    assert order("abc", results) == "1b 2a 3c"
    assert reasons("abc", results)["b"].step == "encounters_won"


ROUND = [("a", "b"), ("b", "c"), ("c", "a")]
"""Everybody beats the next one."""


def test_match_difference_is_the_next_step():
    results = [beat(*ROUND[0], (2, 0)), beat(*ROUND[1], (2, 1)), beat(*ROUND[2], (2, 1))]
    assert order("abc", results) == "1a 2c 3b"
    by_entrant = reasons("abc", results)
    assert (by_entrant["a"].step, by_entrant["a"].own_value, by_entrant["a"].other_value) == (
        "match_difference",
        1,
        0,
    )


def test_average_is_the_next_step():
    results = [
        beat(*ROUND[0], penalties=(0, 90)),
        beat(*ROUND[1], penalties=(0, 30)),
        beat(*ROUND[2], penalties=(0, 40)),
    ]
    assert order("abc", results) == "1a 2c 3b"
    assert [reason.own_value for reason in reasons("abc", results).values()] == [50, 10]


def test_encounters_among_the_tied_are_the_next_step():
    # a and b are level except for their own encounter, which b won.
    results = [beat("b", "a"), beat("a", "c"), beat("c", "b"), beat("a", "d"), beat("b", "d"), beat("d", "c")]
    by_entrant = reasons("abcd", results)
    assert order("abcd", results) == "1b 2a 3d 4c"
    assert (
        by_entrant["b"].step,
        by_entrant["b"].against,
        by_entrant["b"].own_value,
        by_entrant["b"].other_value,
    ) == (
        "head_to_head",
        ("a",),
        1,
        0,
    )
    assert (by_entrant["a"].step, by_entrant["d"].step) == ("encounters_won", "head_to_head")


def test_head_to_head_is_recomputed_for_those_still_tied():
    # a leads four of five with two wins each; b, c, d are then separated by their own encounters.
    steps = steps_by_ids(["head_to_head", "lot"])
    results = [beat("a", "b"), beat("a", "c"), beat("b", "d"), beat("c", "e"), beat("d", "e"), beat("b", "c")]
    results += [beat("e", "b"), beat("c", "d"), beat("d", "a"), beat("e", "a")]
    # Among all five everybody has won two encounters: nothing is split.
    assert order("abcde", results, steps=steps) == "1a 1b 1c 1d 1e"
    without_last = [*results[:-1], beat("a", "e")]
    # a has three, e one, b c d two each; among b c d alone b has two, c one, d none.
    assert order("abcde", without_last, steps=steps) == "1a 2b 3c 4d 5e"
    by_entrant = reasons("abcde", without_last, None, steps)
    assert (by_entrant["a"].against, by_entrant["a"].own_value, by_entrant["a"].other_value) == (
        ("b", "c", "d"),
        3,
        2,
    )
    assert (by_entrant["b"].against, by_entrant["b"].own_value, by_entrant["b"].other_value) == (("c",), 2, 1)
    assert (by_entrant["d"].against, by_entrant["d"].own_value, by_entrant["d"].other_value) == (("e",), 2, 1)


def test_head_to_head_does_not_separate_entrants_who_never_met():
    steps = steps_by_ids(["encounters_won", "head_to_head", "fewest_infractions", "lot"])
    # a beat b; c met neither: the winner over c could be ahead of a.
    results = [beat("a", "b", fouls=(3, 0)), beat("b", "d"), beat("c", "e", fouls=(1, 0))]
    ranked = rank_group("abc", results, None, steps)
    assert [place.entrant for place in ranked] == ["b", "c", "a"]
    assert {place.reason.step for place in ranked if place.reason} == {"fewest_infractions"}


def test_head_to_head_puts_first_who_no_missing_encounter_can_overtake():
    steps = steps_by_ids(["head_to_head", "lot"])
    results = [beat("a", "b"), beat("a", "c"), beat("a", "d")]
    assert order("abcd", results, steps=steps) == "1a 2b 2c 2d"
    # c can still win against b and d, and pass b, but not a.
    assert order("abcd", [*results, beat("b", "d")], steps=steps) == "1a 2b 2c 2d"
    assert order("abcd", [*results, beat("b", "d"), beat("c", "d")], steps=steps) == "1a 2b 2c 4d"


def test_second_meeting_still_to_play_can_change_the_order():
    steps = steps_by_ids(["head_to_head", "lot"])
    open_return = EncounterRecord(("b", "a"), None, (0, 0), (0, 0), (0, 0))
    assert order("ab", [beat("a", "b"), open_return], steps=steps) == "1a 1b"
    assert order("ab", [beat("a", "b"), beat("a", "b"), open_return], steps=steps) == "1a 2b"


def test_average_among_the_tied_needs_that_all_have_met():
    steps = steps_by_ids(["average_among_tied", "lot"])
    results = [beat("a", "b", penalties=(10, 90)), beat("b", "c", penalties=(10, 20))]
    assert order("abc", results, steps=steps) == "1a 1b 1c"
    assert order("abc", [*results, beat("c", "a", penalties=(0, 5))], steps=steps) == "1a 2c 3b"


def test_tied_entrants_who_have_all_met_are_separated_as_before():
    steps = steps_by_ids(["head_to_head"])
    double = replace(beat("a", "b"), winner=None, matches_won=(0, 0), lost_by_both=2)
    assert order("abc", [double, beat("a", "c"), beat("b", "c")], steps=steps) == "1a 1b 3c"


def test_undecided_encounter_does_not_count_head_to_head():
    results = [EncounterRecord(("a", "b"), None, (1, 1), (5, 5), (0, 0))]
    assert order("ab", results) == "1a 1b"


def test_fewest_infractions_are_the_next_step():
    results = [beat(*ROUND[0], fouls=(3, 0)), beat(*ROUND[1], fouls=(2, 0)), beat(*ROUND[2], fouls=(1, 0))]
    assert order("abc", results) == "1c 2b 3a"
    reason = reasons("abc", results)["c"]
    assert (reason.step, reason.own_value, reason.other_value) == ("fewest_infractions", 1, 2)


LEVEL = [beat(*pair) for pair in ROUND]


def test_recorded_lot_is_the_last_step():
    assert order("abc", LEVEL, ["c", "a", "b"]) == "1c 2a 3b"
    reason = reasons("abc", LEVEL, ["c", "a", "b"])["c"]
    assert (reason.step, reason.own_value, reason.other_value) == ("lot", 1, 2)


@pytest.mark.parametrize("lot", [None, [], ["c", "a"], ["x", "y", "z"]])
def test_lot_applies_only_if_it_names_all_tied(lot):
    ranked = rank_group("abc", LEVEL, lot)
    assert [(place.rank, place.tied) for place in ranked] == [(1, True)] * 3


def test_lot_does_not_override_another_step():
    results = [beat("a", "b"), beat("a", "c")]
    assert order("abc", results, ["c", "b", "a"]) == "1a 2c 3b"


def test_everybody_is_ranked_with_their_row():
    results = [
        beat("a", "b", (2, 1), (100, 900), (1, 2)),
        EncounterRecord(("b", "c"), None, (1, 0), (7, 8), (0, 0)),
    ]
    rows = {place.entrant: place.row for place in rank_group("abc", results, None)}
    assert rows == {entrant: row_of(entrant, results) for entrant in "abc"}


def test_ranks_continue_after_a_shared_one():
    results = [beat("a", "d"), beat("b", "d"), beat("c", "d")]
    ranked = rank_group("dabc", results, None)
    assert [(place.rank, place.entrant, place.tied) for place in ranked] == [
        (1, "a", True),
        (1, "b", True),
        (1, "c", True),
        (4, "d", False),
    ]
    assert [reason.against for reason in reasons("dabc", results).values()] == [("d",)] * 3


def test_stage_can_use_its_own_order():
    results = [beat("a", "b", penalties=(50, 0))]
    assert order("ab", results, steps=steps_by_ids(["average", "encounters_won"])) == "1b 2a"
    assert order("ab", results, steps=()) == "1a 1b"
    assert steps_by_ids(DEFAULT_ORDER) == DEFAULT_STEPS
    with pytest.raises(UnknownStep) as unknown:
        steps_by_ids(["average", "height"])
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
        "Sahil karşısında aralarındaki karşılaşmalarla önde",
        "Above Sahil by encounters among the tied",
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
    reason = reasons(entrants, results, ["a", "b"], steps_by_ids([step]))["a"]
    assert in_words(reason.above) == (turkish, english)


def test_every_step_has_sentence_name_explanation_and_source():
    assert set(SENTENCES) == set(STEPS)
    for step in STEPS.values():
        assert step.source
        assert step.name.tr != step.name.en
        assert step.explanation.tr != step.explanation.en
        assert step.explanation.tr.endswith(".")
        assert step.explanation.en.endswith(".")


def test_each_place_has_a_reason_for_those_below_and_above():
    results = [
        beat("b", "a", penalties=(0, 20)),
        beat("b", "c", penalties=(0, 30)),
        beat("a", "c", (2, 1)),
        beat("c", "d"),
    ]
    sentences = {
        place.entrant: [in_words(reason) for reason in place.reasons]
        for place in rank_group("abcd", results, None)
    }
    assert sentences["b"] == [
        (
            "Kordon ve Çarşı karşısında kazanılan karşılaşmayla önde: 2 / 1",
            "Above Kordon and Çarşı by encounters won: 2 against 1",
        ),
    ]
    assert sentences["a"] == [
        ("Çarşı karşısında averajla önde: −20 / −30", "Above Çarşı by average: −20 against −30"),
        ("Sahil kazanılan karşılaşmayla önde: 2 / 1", "Sahil is above by encounters won: 2 against 1"),
    ]
    assert sentences["d"] == [
        ("Çarşı kazanılan karşılaşmayla önde: 1 / 0", "Çarşı is above by encounters won: 1 against 0"),
    ]


def test_reason_from_below_has_each_languages_thousands_separator():
    results = [beat("a", "c", penalties=(0, 2390)), beat("b", "c", penalties=(0, 903)), beat("c", "d")]
    by_average = steps_by_ids(["average", "lot"])
    assert in_words(rank_group("abcd", results, None, by_average)[1].reasons[-1]) == (
        "Kordon averajla önde: +2.390 / +903",
        "Kordon is above by average: +2,390 against +903",
    )


def test_reason_from_below_names_shared_places_together():
    ranked = rank_group("dabc", [beat("a", "d"), beat("b", "d"), beat("c", "d")], None)
    assert [len(place.reasons) for place in ranked] == [1, 1, 1, 1]
    assert {place.reason.leaders for place in ranked[:3] if place.reason} == {("a", "b", "c")}
    (reason,) = ranked[3].reasons
    assert in_words(reason) == (
        "Kordon, Sahil ve Çarşı kazanılan karşılaşmayla önde: 1 / 0",
        "Kordon, Sahil and Çarşı are above by encounters won: 1 against 0",
    )
    assert rank_group("a", [], None)[0].reasons == ()


@pytest.mark.parametrize(
    ("losers", "named", "others", "english"),
    [
        (
            "bcde",
            ("b", "c", "d", "e"),
            0,
            "Above Sahil, Çarşı, Liman and Bostan by encounters won: 4 against 0",
        ),
        (
            "bcdef",
            ("b", "c", "d"),
            2,
            "Above Sahil, Çarşı, Liman and 2 others by encounters won: 5 against 0",
        ),
    ],
)
def test_reason_names_a_few_entrants_and_counts_the_rest(losers, named, others, english):
    ranked = rank_group(["a", *losers], [beat("a", loser) for loser in losers], None)
    (reason,) = ranked[0].reasons
    assert (reason.entrants, reason.others, MAX_NAMED_ENTRANTS) == (named, others, 4)
    turkish_sentence, english_sentence = in_words(reason, {**NAMES, "e": "Bostan"})
    assert english_sentence == english
    assert ("2 diğeri" in turkish_sentence) is bool(others)


def test_step_may_separate_a_thousand_one_by_one():
    def last(_group, tied):
        worst = max(tied)
        return {entrant: int(entrant == worst) for entrant in tied}

    entrants = [f"{number:04}" for number in range(1100)]
    step = replace(STEPS["lot"], value=last)
    assert [place.entrant for place in rank_group(entrants[::-1], [], None, [step])] == entrants


@st.composite
def groups(draw):
    entrants = list("abcde"[: draw(st.integers(1, 5))])
    small = st.tuples(st.integers(0, 2), st.integers(0, 2))
    results = [
        EncounterRecord(pair, draw(st.sampled_from([None, *pair])), draw(small), draw(small), draw(small))
        for pair in itertools.combinations(entrants, 2)
    ]
    return entrants, results


@given(groups())
def test_everybody_has_a_rank_and_a_lot_leaves_no_tie(group):
    entrants, results = group
    ranked = rank_group(entrants, results, None)
    assert sorted(place.entrant for place in ranked) == entrants
    for place, item in enumerate(ranked, start=1):
        assert item.rank <= place
        assert item.tied == (sum(other.rank == item.rank for other in ranked) > 1)
    by_lot = rank_group(entrants, results, entrants)
    assert [item.rank for item in by_lot] == list(range(1, len(entrants) + 1))
    assert [item.reason is None for item in by_lot] == [False] * (len(entrants) - 1) + [True]


@given(groups(), st.randoms())
def test_order_does_not_depend_on_the_order_of_entry(group, random):
    entrants, results = group
    shuffled, shuffled_results = list(entrants), list(results)
    random.shuffle(shuffled)
    random.shuffle(shuffled_results)
    expected = {place.entrant: (place.rank, place.tied) for place in rank_group(entrants, results, None)}
    actual = {
        place.entrant: (place.rank, place.tied) for place in rank_group(shuffled, shuffled_results, None)
    }
    assert expected == actual


def test_rows_of_several_stages_add_up():
    groups = StandingsRow(
        encounters_played=3, encounters_won=2, penalties=40, opponents_penalties=95, hands=33
    )
    final = StandingsRow(
        encounters_played=1, encounters_won=1, penalties=-5, opponents_penalties=12, hands=11
    )
    both = groups + final
    assert both == StandingsRow(
        encounters_played=4, encounters_won=3, penalties=35, opponents_penalties=107, hands=44
    )
    assert both.average == groups.average + final.average
