import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.standings.qualification.scenarios import possible_results
from rules.standings.qualification.status import MOST_TRIED, Qualification, qualification_statuses
from rules.standings.standings_rows import EncounterRecord
from rules.standings.steps import DEFAULT_ORDER, STEPS, steps_by_ids
from rules.standings.tiebreaks import rank_group
from tests.rules.standings.test_tiebreaks import beat

THROUGH, CAN, OUT = Qualification.THROUGH, Qualification.CAN_STILL, Qualification.OUT


def open_between(first, second, so_far=(0, 0)):
    return EncounterRecord((first, second), None, so_far, (0, 0), (0, 0))


def look(entrants, records, places=2, order=DEFAULT_ORDER, best_of=3, **options):
    return qualification_statuses(
        entrants=list(entrants),
        records=records,
        steps=steps_by_ids(order),
        places=places,
        best_of=best_of,
        **options,
    )


def states(*args, **options):
    return {entrant: outlook.state for entrant, outlook in look(*args, **options).items()}


def scores(record, best_of):
    return [(result.winner, result.matches_won) for result in possible_results(record, best_of)]


def test_open_encounter_can_end_in_every_remaining_score():
    assert scores(open_between("a", "b"), 3) == [("a", (2, 0)), ("a", (2, 1)), ("b", (1, 2)), ("b", (0, 2))]
    assert scores(open_between("a", "b", (1, 0)), 3) == [("a", (2, 0)), ("a", (2, 1)), ("b", (1, 2))]
    assert scores(open_between("a", "b", (1, 1)), 3) == [("a", (2, 1)), ("b", (1, 2))]
    assert scores(open_between("a", "b"), 1) == [("a", (1, 0)), ("b", (0, 1))]
    assert len(scores(open_between("a", "b"), 5)) == 6


def test_everybody_can_qualify_before_the_first_encounter():
    records = [open_between(*pair) for pair in itertools.combinations("abcd", 2)]
    outlooks = look("abcd", records)
    assert {outlook.state for outlook in outlooks.values()} == {CAN}
    assert all(outlook.exact for outlook in outlooks.values())


def test_entrant_certainly_above_two_others_is_through():
    # a has three wins; b, c, d have none and two encounters between them.
    records = [beat("a", "b"), beat("a", "c"), beat("a", "d"), beat("b", "c")]
    records += [open_between("b", "d"), open_between("c", "d")]
    assert states("abcd", records) == {"a": THROUGH, "b": CAN, "c": CAN, "d": CAN}
    assert states("abcd", records, places=1) == {"a": THROUGH, "b": OUT, "c": OUT, "d": OUT}


def test_score_decides_where_necessary():
    # c has one win and −2 matches; b has one and +1 and plays a: even 0–2 leaves b at −1.
    records = [beat("a", "c"), beat("a", "d"), beat("b", "d"), beat("d", "c", (2, 1))]
    records += [replace(beat("c", "b"), matches_won=(2, 1)), open_between("a", "b")]
    assert states("abcd", records, order=["encounters_won", "match_difference"])["c"] is OUT
    assert states("abcd", records, order=["encounters_won"])["c"] is CAN


def test_average_is_open_only_while_an_encounter_is():
    # a and b are level except for the average; it matters whether b has an encounter left.
    records = [beat("a", "c", penalties=(0, 900)), beat("b", "d", penalties=(0, 100)), open_between("c", "d")]
    assert states("abcd", records, places=1) == {"a": THROUGH, "b": OUT, "c": OUT, "d": OUT}
    records[-1] = open_between("b", "c")
    assert states("abcd", records, places=1)["a"] is CAN
    records[-1] = replace(open_between("b", "c"), matches_won=(0, 1))
    open_states = states("abcd", [*records, beat("a", "d", (2, 0))], places=1)
    assert open_states == {"a": THROUGH, "b": OUT, "c": OUT, "d": OUT}


def test_final_figures_decide_between_two_even_if_a_third_joins():
    # a is above b by average, whatever happens to c's own.
    records = [beat("a", "d", penalties=(0, 900)), beat("b", "e", penalties=(0, 100)), open_between("c", "f")]
    found_states = states("abcdef", records, places=2)
    assert (found_states["a"], found_states["b"], found_states["c"]) == (THROUGH, CAN, CAN)
    found_states = states("abcdef", records, places=1)
    assert (found_states["a"], found_states["b"], found_states["c"]) == (CAN, OUT, CAN)


def test_average_among_the_tied_is_open_only_before_their_encounters():
    # a and b have a win each; a has beaten b and loses to c or is above b by wins.
    records = [beat("a", "b", penalties=(0, 300)), beat("b", "d", penalties=(0, 900)), open_between("a", "c")]
    ahead = [beat("c", "d"), beat("c", "b"), beat("c", "e")]
    order = ["encounters_won", "average_among_tied"]
    found_states = states("abcde", records + ahead, order=order)
    assert (found_states["a"], found_states["b"], found_states["c"]) == (THROUGH, OUT, THROUGH)
    assert states("abcde", records + ahead, order=["encounters_won", "average"])["a"] is CAN
    # Without these wins c draws level with both, and its encounter with a is among the tied.
    assert states("abcde", records, order=order, places=1)["b"] is CAN
    assert states("abcde", records, order=order)["a"] is CAN


@pytest.mark.parametrize("step", ["lot", "extra_encounter"])
def test_tie_for_a_lot_or_an_extra_encounter_is_open(step):
    order = ["encounters_won", step]
    extra = replace(beat("a", "b"), extra=True)
    level = [beat("a", "c"), beat("b", "c")]
    assert states("abc", level, places=1, order=order) == {"a": CAN, "b": CAN, "c": OUT}
    # A lot held before the last encounter decides nothing yet.
    early = [*level, extra, open_between("c", "d")]
    assert states("abcd", early, places=1, order=order, lot=["a", "b"])["b"] is CAN
    assert states("abc", [*level, extra], places=1, order=order, lot=["a", "b", "c"]) == {
        "a": THROUGH,
        "b": OUT,
        "c": OUT,
    }


def test_coming_extra_encounter_is_not_open():
    records = [beat("a", "b"), replace(open_between("a", "b"), extra=True)]
    assert states("ab", records, places=1) == {"a": THROUGH, "b": OUT}


def test_double_walkover_is_not_open():
    double_walkover = replace(open_between("b", "c"), walkover=True, lost_by_both=2)
    assert states("abc", [beat("a", "b"), double_walkover], places=1) == {"a": THROUGH, "b": OUT, "c": OUT}


def test_contested_rank_is_neither_through_nor_out():
    records = [beat("a", "b"), beat("a", "c"), beat("a", "d"), beat("b", "c"), beat("b", "d"), beat("c", "d")]
    assert states("abcd", records) == {"a": THROUGH, "b": THROUGH, "c": OUT, "d": OUT}
    assert states("abcd", records, contested=1) == {"a": THROUGH, "b": THROUGH, "c": CAN, "d": OUT}
    assert look("abcd", records, contested=1)["c"].requirements is None


def test_everybody_is_through_with_enough_places():
    assert set(states("ab", [open_between("a", "b")]).values()) == {THROUGH}
    assert set(states("ab", [open_between("a", "b")], places=0).values()) == {OUT}
    assert look("", []) == {}


LEAGUE = list(itertools.combinations("abcdef", 2))


def test_only_proved_states_beyond_eight_open_encounters():
    # a has won five; b to f have no wins yet and can get four at most.
    records = [beat("a", other) for other in "bcdef"]
    records += [open_between(*pair) for pair in LEAGUE if "a" not in pair]
    outlooks = look("abcdef", records, places=1)
    assert {entrant: outlook.state for entrant, outlook in outlooks.items()} == {
        "a": THROUGH,
        **dict.fromkeys("bcdef", OUT),
    }
    assert [outlook.exact for outlook in outlooks.values()] == [False] * 6
    assert not any(outlook.requirements for outlook in outlooks.values())
    assert set(states("abcdef", records, places=2).values()) == {THROUGH, CAN}


def test_estimate_counts_entrants_who_can_draw_level():
    # a has four wins; b has one and three to play, and can draw level.
    records = [beat("a", other) for other in "cdef"] + [beat("b", "a")]
    records += [open_between(*pair) for pair in LEAGUE if "a" not in pair]
    found_states = states("abcdef", records, places=1)
    assert (found_states["a"], found_states["b"], found_states["c"]) == (CAN, CAN, CAN)
    assert states("abcdef", records, places=5)["a"] is CAN
    assert states("abcdef", [beat("a", "b"), *records[:4], *records[5:]], places=5)["a"] is THROUGH


def test_undrawn_round_may_give_everybody_a_win():
    records = [beat("a", "b"), beat("c", "d")]
    assert states("abcd", records) == {"a": THROUGH, "c": THROUGH, "b": OUT, "d": OUT}
    drawn_later = look("abcd", records, rounds_to_draw=1)
    assert {outlook.state for outlook in drawn_later.values()} == {CAN}
    assert not any(outlook.exact for outlook in drawn_later.values())
    records += [beat("a", "d"), beat("c", "b")]
    assert states("abcd", records, rounds_to_draw=1) == {"a": THROUGH, "c": THROUGH, "b": OUT, "d": OUT}
    assert set(states("abcd", records, rounds_to_draw=2).values()) == {CAN}


@pytest.mark.parametrize("order", [["average"], ["head_to_head"], ["opponents_strength"], []])
def test_estimate_proves_nothing_by_an_unbounded_first_step(order):
    records = [beat("a", "b", penalties=(0, 9000)), beat("a", "c")]
    assert set(states("abc", records, order=order, rounds_to_draw=1, places=1).values()) == {CAN}
    assert set(states("abc", records, order=order, rounds_to_draw=1, places=3).values()) == {THROUGH}


def test_estimate_bounds_match_differences_and_lower_is_better_steps():
    order = ["match_difference"]
    assert states("abc", [beat("a", "b")], order=order, rounds_to_draw=1, places=1)["a"] is CAN
    more = [beat("a", "b"), beat("a", "c"), beat("a", "b")]
    found_states = states("abc", more, order=order, rounds_to_draw=1, places=1)
    assert found_states == {"a": THROUGH, "b": OUT, "c": OUT}
    fewest = replace(STEPS["encounters_won"], highest_first=False)
    looked = qualification_statuses(
        entrants=["a", "b"], records=more[:2], steps=[fewest], places=1, best_of=3, rounds_to_draw=1
    )
    assert {entrant: outlook.state for entrant, outlook in looked.items()} == {"a": OUT, "b": THROUGH}


def test_estimate_takes_best_and_worst_scores():
    # By match difference a has +8 and b +4; in the two rounds left each can win or lose four.
    records = [beat("a", "c"), beat("a", "d"), beat("a", "e"), beat("a", "f"), beat("b", "c"), beat("b", "d")]
    order = ["match_difference"]
    assert states("ab", records, order=order, rounds_to_draw=1, places=1) == {"a": CAN, "b": CAN}
    ahead = [*records, replace(beat("a", "g"), matches_won=(1, 0))]
    assert states("ab", ahead, order=order, rounds_to_draw=1, places=1) == {"a": THROUGH, "b": OUT}
    # The same with nine drawn encounters: 2–0 each for one, 0–2 each for the other.
    opened = [open_between("a", "b"), *(open_between("x", "y") for _ in range(MOST_TRIED))]
    assert states("ab", [*records, *opened], order=order, places=1) == {"a": CAN, "b": CAN}
    assert states("ba", [*ahead, *opened], order=order, places=1) == {"a": THROUGH, "b": OUT}
    turned = [open_between("b", "a"), *opened[1:]]
    assert states("ab", [*records, *turned], order=order, places=1) == {"a": CAN, "b": CAN}
    assert states("ba", [*ahead, *turned], order=order, places=1) == {"a": THROUGH, "b": OUT}


def test_level_entrants_are_at_worst_below_all_uncertain_ones():
    # x and y have no infractions, z has ten; u and v may end above, among or below them.
    records = [beat("x", "y"), beat("x", "z", fouls=(0, 10)), open_between("u", "v")]
    records += [beat(winner, loser) for winner in "xy" for loser in "uv"]
    found_states = states("xyzuv", records, places=4, order=["fewest_infractions", "head_to_head"])
    assert found_states == {"x": THROUGH, "y": THROUGH, "z": CAN, "u": CAN, "v": CAN}
    found_states = states("xyzuv", records, places=3, order=["fewest_infractions", "head_to_head"])
    assert found_states == {"x": THROUGH, "y": CAN, "z": CAN, "u": CAN, "v": CAN}


def test_many_uncertain_entrants_beside_a_tie_prove_nothing():
    # x is above y in any case, but eight can join in too many ways to try.
    step = STEPS["fewest_infractions"]
    pairs = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]
    entrants = [*"abcdefgh", "x", "y"]
    outlooks = qualification_statuses(
        entrants=entrants,
        records=[beat("x", "y"), *(open_between(*pair) for pair in pairs)],
        steps=[step, STEPS["head_to_head"]],
        places=1,
        best_of=1,
    )
    assert {outlook.state for outlook in outlooks.values()} == {CAN}
    assert not any(outlook.exact for outlook in outlooks.values())
    fewer = qualification_statuses(
        entrants=[*"abcdef", "x", "y"],
        records=[
            beat("x", "y"),
            *(beat(winner, loser) for winner in "xy" for loser in "abcdef"),
            *(open_between(*pair) for pair in pairs[:3]),
        ],
        steps=[step, STEPS["head_to_head"]],
        places=1,
        best_of=1,
    )
    assert all(outlook.exact for outlook in fewer.values())
    assert (fewer["x"].state, fewer["y"].state) == (CAN, OUT)


ORDERS = [
    ["encounters_won", "match_difference", "fewest_infractions", "head_to_head"],
    ["encounters_won", "fewest_infractions", "head_to_head", "match_difference"],
    ["fewest_infractions", "head_to_head"],
    ["head_to_head", "fewest_infractions"],
    ["match_difference", "encounters_won", "lot"],
    ["encounters_won", "opponents_strength", "match_difference"],
    ["encounters_won", "head_to_head", "match_difference"],
]
"""Infractions stand for hands here: unlike averages, two sides' figures are independent."""


@st.composite
def stages(draw, most_open=2, entrants=4):
    """Generate a group with some open encounters."""
    names = list("abcde"[:entrants])
    pairs = list(itertools.combinations(names, 2))
    opened = draw(st.lists(st.sampled_from(pairs), max_size=most_open, unique=True))
    records = []
    for pair in pairs:
        if pair in opened:
            records.append(open_between(*pair))
        else:
            winner, loser = pair if draw(st.booleans()) else pair[::-1]
            score = draw(st.sampled_from([(2, 0), (2, 1)]))
            fouls = (draw(st.sampled_from([0, 10])), draw(st.sampled_from([0, 10])))
            records.append(beat(winner, loser, score, fouls=fouls))
    return names, records


def endings(names, records):
    """Yield every ending, with infractions anywhere among the others'."""
    opened = [record for record in records if not record.decided]
    decided = [record for record in records if record.decided]
    playing = sorted({side for record in opened for side in record.sides})
    levels_taken = {
        place.row.infractions for place in rank_group(names, decided, None) if place.entrant not in playing
    }
    levels = sorted({level + by for level in levels_taken or {0} for by in (-1, 0, 1)})
    for results in itertools.product(*(possible_results(record, 3) for record in opened)):
        for chosen_levels in itertools.product(levels, repeat=len(playing)):
            figures = {
                side: level - sum(own_fouls(record, side) for record in decided)
                for side, level in zip(playing, chosen_levels, strict=True)
            }
            yield decided + [with_fouls(result, figures) for result in results]


def own_fouls(record, side):
    return record.infractions[record.sides.index(side)] if side in record.sides else 0


def with_fouls(result, figures):
    fouls = tuple(figures.pop(side, 0) for side in result.sides)
    return replace(result, infractions=fouls)


def outcomes_by_entrant(names, records, steps, places):
    inside, outside = set(), set()
    for ending in endings(names, records):
        for place in rank_group(names, ending, None, steps):
            size = sum(other.rank == place.rank for other in rank_group(names, ending, None, steps))
            if place.rank <= places:
                inside.add(place.entrant)
            if place.rank + size - 1 > places:
                outside.add(place.entrant)
    return inside, outside


def expected(entrant, inside, outside):
    return (CAN if entrant in outside else THROUGH) if entrant in inside else OUT


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(stages(), st.sampled_from(ORDERS), st.integers(1, 3))
def test_qualification_status_equals_trying_every_ending(stage, order, places):
    names, records = stage
    steps = [step for step in steps_by_ids(order) if step.id != "lot"]
    inside, outside = outcomes_by_entrant(names, records, steps, places)
    outlooks = qualification_statuses(
        entrants=names, records=records, steps=steps_by_ids(order), places=places, best_of=3
    )
    assert {entrant: outlook.state for entrant, outlook in outlooks.items()} == {
        entrant: expected(entrant, inside, outside) for entrant in names
    }


@settings(deadline=None)
@given(
    stages(most_open=6, entrants=5),
    st.permutations([step for step in STEPS if step not in {"lot", "extra_encounter"}]),
    st.integers(1, 4),
    st.integers(0, 2),
    st.randoms(),
)
def test_qualification_status_never_contradicts_an_ending(stage, order, places, rounds_to_draw, random):
    names, records = stage
    outlooks = look(names, records, places=places, order=order, rounds_to_draw=rounds_to_draw)
    ending = [record if record.decided else random.choice(possible_results(record, 3)) for record in records]
    for first, second in [random.sample(names, 2) for _ in range(min(rounds_to_draw, 1))]:
        ending.append(random.choice(possible_results(open_between(first, second), 3)))
    ending = [
        ended if record in ending else replace(ended, penalties=(random.randrange(9), random.randrange(9)))
        for record, ended in itertools.zip_longest(records, ending)
    ]
    ranked = rank_group(names, ending, None, steps_by_ids(order))
    for place in ranked:
        shared = sum(other.rank == place.rank for other in ranked)
        if outlooks[place.entrant].state is THROUGH:
            assert place.rank + shared - 1 <= places
        if outlooks[place.entrant].state is OUT:
            assert place.rank > places


@settings(deadline=None)
@given(stages(most_open=6, entrants=5), st.randoms())
def test_qualification_status_is_independent_of_entry_order(stage, random):
    names, records = stage
    shuffled, shuffled_records = list(names), list(records)
    random.shuffle(shuffled)
    random.shuffle(shuffled_records)
    assert states(names, records) == states(shuffled, shuffled_records)


def test_eight_open_encounters_are_tried():
    records = [beat(*pair) for pair in LEAGUE[MOST_TRIED:]] + [
        open_between(*pair) for pair in LEAGUE[:MOST_TRIED]
    ]
    assert all(outlook.exact for outlook in look("abcdef", records).values())
    more = [open_between(*pair) for pair in LEAGUE[: MOST_TRIED + 1]]
    assert not any(outlook.exact for outlook in look("abcdef", [*records[1:7], *more]).values())


def test_fewer_open_encounters_are_tried_in_a_large_field():
    field = [f"{number:03}" for number in range(257)]
    records = [open_between(*pair) for pair in zip(field[:16:2], field[1:16:2], strict=True)]
    assert all(outlook.exact for outlook in look(field[:256], records, places=4).values())
    assert not any(outlook.exact for outlook in look(field, records, places=4).values())
    assert all(outlook.exact for outlook in look(field, records[1:], places=4).values())


def test_time_up_leaves_only_what_holds_for_every_score():
    """A might lose 0–1, a score that isn't tried."""
    records = [beat("a", "b"), beat("b", "c"), beat("c", "a")]
    records += [open_between(*pair) for pair in (("a", "b"), ("b", "c"), ("c", "a"))]
    outlooks = look("abc", records, places=1, time_up=True)
    assert {outlook.state for outlook in outlooks.values()} == {CAN}
    assert not any(outlook.exact or outlook.requirements for outlook in outlooks.values())
    assert states(
        "abc", [beat("a", "b"), beat("a", "c"), open_between("b", "c")], places=1, time_up=True
    ) == {
        "a": THROUGH,
        "b": OUT,
        "c": OUT,
    }
