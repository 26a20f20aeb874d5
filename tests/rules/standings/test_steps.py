from dataclasses import replace

import pytest

from rules.standings.criteria import build_group
from rules.standings.step_orders import find_order_problems, steps_for
from rules.standings.steps import DEFAULT_ORDER, FOURS_ORDER, STEPS, SWISS_ORDER, steps_by_ids
from rules.standings.tiebreaks import rank_group
from tests.rules.standings.test_tiebreaks import beat, order


def values(step, results, tied, entrants="abcd", lot=None):
    values = STEPS[step].value(build_group(entrants, results, lot), frozenset(tied))
    return [values[entrant] for entrant in tied]


def test_average_among_the_tied_ignores_other_encounters():
    results = [
        beat("a", "b", penalties=(100, 400)),
        beat("a", "d", penalties=(0, 9000)),
        beat("b", "d", penalties=(0, 90)),
    ]
    assert values("average_among_tied", results, "ab") == [300, -300]
    assert values("average_among_tied", results, "abd") == [9300, -210, -9090]


def test_average_among_the_tied_is_recomputed_for_those_still_tied():
    # Among a, b, c the averages are 200, -100, -100; between b and c it was 50 to 0.
    results = [
        beat("a", "b", penalties=(0, 50)),
        beat("a", "c", penalties=(0, 150)),
        beat("b", "c", penalties=(50, 0)),
    ]
    assert values("average_among_tied", results, "abc") == [200, -100, -100]
    assert order("abc", results, steps=steps_by_ids(["average_among_tied"])) == "1a 2c 3b"


def test_strength_of_opponents_is_the_sum_of_their_wins():
    results = [beat("a", "b"), beat("c", "a"), beat("c", "d"), beat("b", "d")]
    assert values("opponents_strength", results, "abcd") == [1 + 2, 1 + 0, 1 + 0, 2 + 1]


@pytest.mark.parametrize(
    "unplayed",
    [
        replace(beat("a", ""), walkover=True),
        beat("a", ""),
        beat("a", "gone"),
        replace(beat("a", "d"), walkover=True),
        replace(beat("d", "a"), walkover=True),
        replace(beat("a", "d"), winner=None, matches_won=(0, 0), lost_by_both=2),
    ],
    ids=["bye", "bye without a mark", "opponent who has left", "walkover", "lost by walkover", "both lost"],
)
def test_unplayed_encounter_counts_as_an_equal_opponent(unplayed):
    results = [beat("a", "b"), beat("a", "c"), beat("a", "d"), beat("d", "c")]
    own_wins = 3 + (unplayed.winner == "a")
    (strength,) = values("opponents_strength", [*results, unplayed], "a")
    won_by_d = 1 + (unplayed.winner == "d")
    assert strength == 0 + 0 + won_by_d + own_wins


def test_open_and_extra_encounters_add_no_strength():
    undecided = replace(beat("a", "d"), winner=None)
    results = [beat("d", "b"), undecided, replace(beat("a", "d"), extra=True)]
    assert values("opponents_strength", results, "a") == [0]


def test_extra_encounter_separates_only_the_tied():
    cycle = [beat("a", "b"), beat("b", "c"), beat("c", "a")]
    extra = replace(beat("b", "a"), extra=True)
    assert values("extra_encounter", [*cycle, extra, beat("a", "c")], "abc") == [0, 1, 0]
    assert values("extra_encounter", [*cycle, extra], "bc") == [0, 0]
    ranked = rank_group("abc", [*cycle, extra], None, steps_by_ids(["encounters_won", "extra_encounter"]))
    assert [(place.entrant, place.rank, place.row.encounters_won) for place in ranked] == [
        ("b", 1, 1),
        ("a", 2, 1),
        ("c", 2, 1),
    ]


def test_extra_encounter_counts_at_no_other_step():
    extra = replace(
        beat("b", "a", penalties=(0, 500), fouls=(0, 9)), unopened=(0, 1), finishes=(5, 0), extra=True
    )
    other_steps = [step for step in STEPS if step not in {"extra_encounter", "lot"}]
    assert order("ab", [extra], steps=steps_by_ids(other_steps)) == "1a 1b"


def test_fewer_unopened_and_more_finishes_are_better():
    results = [replace(beat("a", "b"), unopened=(4, 3), finishes=(5, 6))]
    assert order("ab", results, steps=steps_by_ids(["fewest_unopened"])) == "1b 2a"
    assert order("ab", results, steps=steps_by_ids(["most_finishes"])) == "1b 2a"


def test_lot_gives_each_tied_entrant_their_number():
    assert values("lot", [], "ac", lot=["c", "b", "a"]) == [3, 1]


def test_swiss_order_has_opponents_right_after_wins():
    assert [step for step in SWISS_ORDER if step != "opponents_strength"] == list(DEFAULT_ORDER)
    results = [beat("a", "c"), beat("b", "d", (2, 1)), beat("d", "e"), beat("c", "f", (2, 1)), beat("d", "f")]
    ranked = rank_group("abcdef", results, None, steps_by_ids(SWISS_ORDER))
    assert [(place.entrant, place.reason and place.reason.step) for place in ranked[:2]] == [
        ("d", "encounters_won"),
        ("b", "opponents_strength"),
    ]


def codes(ids):
    return [(problem.code, problem.step) for problem in find_order_problems(ids)]


def test_default_orders_are_valid():
    assert codes(DEFAULT_ORDER) == codes(SWISS_ORDER) == codes(["average"]) == codes(["lot"]) == []


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([], [("empty_order", None)]),
        (["height"], [("unknown_step", "height")]),
        (["height", "height"], [("unknown_step", "height")]),
        (["average", "average", "lot"], [("repeated_step", "average")]),
        (["lot", "average"], [("lot_not_last", "lot")]),
        (["lot", "lot"], [("repeated_step", "lot"), ("lot_not_last", "lot")]),
        (
            ["x", "lot", "average", "y", "average"],
            [
                ("unknown_step", "x"),
                ("unknown_step", "y"),
                ("repeated_step", "average"),
                ("lot_not_last", "lot"),
            ],
        ),
    ],
)
def test_all_problems_of_an_order_are_found_together(ids, expected):
    assert codes(ids) == expected


def test_only_own_penalties_apply_at_tables_of_four():
    assert find_order_problems(FOURS_ORDER, four=True) == []
    foreign = [(problem.code, problem.step) for problem in find_order_problems(["average", "lot"], four=True)]
    assert foreign == [("step_not_here", "average")]
    assert codes(["penalties_a_hand"]) == [("step_not_here", "penalties_a_hand")]
    assert set(steps_for(four=True)) | set(steps_for(four=False)) == set(STEPS)


@pytest.mark.parametrize("four", [False, True])
def test_only_counted_steps_about_play_apply(four):
    every, counted = steps_for(four=four), steps_for(four=four, counted=("most_finishes",))
    assert set(every) - set(counted) == {"fewest_infractions", "fewest_unopened"}
    assert [step for step in every if step in counted] == list(counted)


def test_problems_of_an_order_are_bilingual():
    messages = [problem.message for problem in find_order_problems(["x", "lot", "average", "average"])]
    assert [text.en for text in messages] == [
        "Unknown step: x",
        "Named twice: Average",
        "A lot decides every tie: no step after it is ever reached.",
    ]
    assert [text.tr for text in messages] == [
        "Bilinmeyen ölçüt: x",
        "İki kez yazılmış: Averaj",
        "Kura eşitliği hep bozar: ondan sonraki ölçüte sıra gelmez.",
    ]
    (empty,) = find_order_problems([])
    assert empty.message.en == "The order is empty: choose at least one step."
    assert empty.message.tr == "Sıralama boş: en az bir ölçüt seçin."


def test_figure_of_a_step_is_read_from_a_row_unless_more_than_the_row_is_compared():
    results = [beat("a", "b")]
    group = build_group("ab", results, None)
    figure = STEPS["encounters_won"].figure
    assert figure is not None
    assert [figure(group.rows[entrant]) for entrant in "ab"] == values("encounters_won", results, "ab")
    assert STEPS["head_to_head"].figure is None
