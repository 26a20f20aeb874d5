import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.standings.qualification.scenarios import possible_results
from rules.standings.qualification.status import MOST_TRIED, State, outlook
from rules.standings.standings_rows import EncounterRecord
from rules.standings.steps import DEFAULT_ORDER, STEPS, steps_named
from rules.standings.tiebreaks import rank_group
from tests.rules.standings.test_tiebreaks import beat

THROUGH, CAN, OUT = State.THROUGH, State.CAN_STILL, State.OUT


def open_between(first, second, so_far=(0, 0)):
    return EncounterRecord((first, second), None, so_far, (0, 0), (0, 0))


def look(entrants, records, places=2, order=DEFAULT_ORDER, best_of=3, **given):
    return outlook(
        entrants=list(entrants),
        records=records,
        steps=steps_named(order),
        places=places,
        best_of=best_of,
        **given,
    )


def states(*args, **given):
    return {entrant: one.state for entrant, one in look(*args, **given).items()}


def scores(record, best_of):
    return [(result.winner, result.matches_won) for result in possible_results(record, best_of)]


def test_an_open_encounter_can_end_in_every_score_from_where_it_stands():
    assert scores(open_between("a", "b"), 3) == [("a", (2, 0)), ("a", (2, 1)), ("b", (1, 2)), ("b", (0, 2))]
    assert scores(open_between("a", "b", (1, 0)), 3) == [("a", (2, 0)), ("a", (2, 1)), ("b", (1, 2))]
    assert scores(open_between("a", "b", (1, 1)), 3) == [("a", (2, 1)), ("b", (1, 2))]
    assert scores(open_between("a", "b"), 1) == [("a", (1, 0)), ("b", (0, 1))]
    assert len(scores(open_between("a", "b"), 5)) == 6


def test_before_the_first_encounter_everybody_can_still_go_on():
    records = [open_between(*pair) for pair in itertools.combinations("abcd", 2)]
    found = look("abcd", records)
    assert {one.state for one in found.values()} == {CAN}
    assert all(one.exact for one in found.values())


def test_who_is_above_two_others_whatever_happens_is_through():
    # a has three wins; b, c, d have none and two encounters among them.
    records = [beat("a", "b"), beat("a", "c"), beat("a", "d"), beat("b", "c")]
    records += [open_between("b", "d"), open_between("c", "d")]
    assert states("abcd", records) == {"a": THROUGH, "b": CAN, "c": CAN, "d": CAN}
    assert states("abcd", records, places=1) == {"a": THROUGH, "b": OUT, "c": OUT, "d": OUT}


def test_the_score_decides_where_it_must():
    # c has one win and −2 matches; b has one and +1 and plays a: even 0–2 leaves b at −1.
    records = [beat("a", "c"), beat("a", "d"), beat("b", "d"), beat("d", "c", (2, 1))]
    records += [replace(beat("c", "b"), matches_won=(2, 1)), open_between("a", "b")]
    assert states("abcd", records, order=["encounters_won", "match_difference"])["c"] is OUT
    assert states("abcd", records, order=["encounters_won"])["c"] is CAN


def test_an_average_can_go_either_way_only_while_an_encounter_is_open():
    # a and b are level but for the average; whether b has an encounter left makes the difference.
    records = [beat("a", "c", penalties=(0, 900)), beat("b", "d", penalties=(0, 100)), open_between("c", "d")]
    assert states("abcd", records, places=1) == {"a": THROUGH, "b": OUT, "c": OUT, "d": OUT}
    records[-1] = open_between("b", "c")
    assert states("abcd", records, places=1)["a"] is CAN
    records[-1] = replace(open_between("b", "c"), matches_won=(0, 1))
    found = states("abcd", [*records, beat("a", "d", (2, 0))], places=1)
    assert found == {"a": THROUGH, "b": OUT, "c": OUT, "d": OUT}


def test_figures_that_stand_decide_between_two_whom_a_third_may_join():
    # a is above b by average whatever c does to c's own.
    records = [beat("a", "d", penalties=(0, 900)), beat("b", "e", penalties=(0, 100)), open_between("c", "f")]
    found = states("abcdef", records, places=2)
    assert (found["a"], found["b"], found["c"]) == (THROUGH, CAN, CAN)
    found = states("abcdef", records, places=1)
    assert (found["a"], found["b"], found["c"]) == (CAN, OUT, CAN)


def test_an_average_among_the_tied_is_open_only_while_these_have_still_to_meet():
    # a and b have a win each; a has beaten b and loses to c or is above b by its wins.
    records = [beat("a", "b", penalties=(0, 300)), beat("b", "d", penalties=(0, 900)), open_between("a", "c")]
    ahead = [beat("c", "d"), beat("c", "b"), beat("c", "e")]
    order = ["encounters_won", "average_among_tied"]
    found = states("abcde", records + ahead, order=order)
    assert (found["a"], found["b"], found["c"]) == (THROUGH, OUT, THROUGH)
    assert states("abcde", records + ahead, order=["encounters_won", "average"])["a"] is CAN
    # Without these wins c comes level with both, and its encounter with a is among the tied.
    assert states("abcde", records, order=order, places=1)["b"] is CAN
    assert states("abcde", records, order=order)["a"] is CAN


@pytest.mark.parametrize("step", ["lot", "extra_encounter"])
def test_a_tie_that_only_a_lot_or_an_extra_encounter_could_part_is_open(step):
    order = ["encounters_won", step]
    extra = replace(beat("a", "b"), extra=True)
    level = [beat("a", "c"), beat("b", "c")]
    assert states("abc", level, places=1, order=order) == {"a": CAN, "b": CAN, "c": OUT}
    # Held before the last encounter it decides nothing yet.
    early = [*level, extra, open_between("c", "d")]
    assert states("abcd", early, places=1, order=order, lot=["a", "b"])["b"] is CAN
    assert states("abc", [*level, extra], places=1, order=order, lot=["a", "b", "c"]) == {
        "a": THROUGH,
        "b": OUT,
        "c": OUT,
    }


def test_an_extra_encounter_to_come_is_no_open_encounter():
    records = [beat("a", "b"), replace(open_between("a", "b"), extra=True)]
    assert states("ab", records, places=1) == {"a": THROUGH, "b": OUT}


def test_where_both_have_lost_nothing_is_open():
    both = replace(open_between("b", "c"), walkover=True, lost_by_both=2)
    assert states("abc", [beat("a", "b"), both], places=1) == {"a": THROUGH, "b": OUT, "c": OUT}


def test_a_contested_rank_is_neither_through_nor_out():
    records = [beat("a", "b"), beat("a", "c"), beat("a", "d"), beat("b", "c"), beat("b", "d"), beat("c", "d")]
    assert states("abcd", records) == {"a": THROUGH, "b": THROUGH, "c": OUT, "d": OUT}
    assert states("abcd", records, contested=1) == {"a": THROUGH, "b": THROUGH, "c": CAN, "d": OUT}
    assert look("abcd", records, contested=1)["c"].needs is None


def test_where_as_many_go_on_as_there_are_all_are_through():
    assert set(states("ab", [open_between("a", "b")]).values()) == {THROUGH}
    assert set(states("ab", [open_between("a", "b")], places=0).values()) == {OUT}
    assert look("", []) == {}


LEAGUE = list(itertools.combinations("abcdef", 2))


def test_beyond_eight_open_encounters_only_what_is_proved_is_said():
    # a has won five; b..f have won none among themselves, at most four.
    records = [beat("a", other) for other in "bcdef"]
    records += [open_between(*pair) for pair in LEAGUE if "a" not in pair]
    found = look("abcdef", records, places=1)
    assert {entrant: one.state for entrant, one in found.items()} == {
        "a": THROUGH,
        **dict.fromkeys("bcdef", OUT),
    }
    assert [one.exact for one in found.values()] == [False] * 6
    assert not any(one.needs for one in found.values())
    assert set(states("abcdef", records, places=2).values()) == {THROUGH, CAN}


def test_the_estimate_counts_those_who_can_come_level_as_in_the_way():
    # a has four wins; b has one and three to play, and can come level.
    records = [beat("a", other) for other in "cdef"] + [beat("b", "a")]
    records += [open_between(*pair) for pair in LEAGUE if "a" not in pair]
    found = states("abcdef", records, places=1)
    assert (found["a"], found["b"], found["c"]) == (CAN, CAN, CAN)
    assert states("abcdef", records, places=5)["a"] is CAN
    assert states("abcdef", [beat("a", "b"), *records[:4], *records[5:]], places=5)["a"] is THROUGH


def test_a_round_that_is_not_drawn_yet_may_give_everybody_a_win():
    records = [beat("a", "b"), beat("c", "d")]
    assert states("abcd", records) == {"a": THROUGH, "c": THROUGH, "b": OUT, "d": OUT}
    drawn_later = look("abcd", records, rounds_to_draw=1)
    assert {one.state for one in drawn_later.values()} == {CAN}
    assert not any(one.exact for one in drawn_later.values())
    records += [beat("a", "d"), beat("c", "b")]
    assert states("abcd", records, rounds_to_draw=1) == {"a": THROUGH, "c": THROUGH, "b": OUT, "d": OUT}
    assert set(states("abcd", records, rounds_to_draw=2).values()) == {CAN}


@pytest.mark.parametrize("order", [["average"], ["head_to_head"], ["opponents_strength"], []])
def test_the_estimate_proves_nothing_by_a_first_step_that_is_no_bound(order):
    records = [beat("a", "b", penalties=(0, 9000)), beat("a", "c")]
    assert set(states("abc", records, order=order, rounds_to_draw=1, places=1).values()) == {CAN}
    assert set(states("abc", records, order=order, rounds_to_draw=1, places=3).values()) == {THROUGH}


def test_the_estimate_bounds_match_differences_and_steps_where_less_is_better():
    order = ["match_difference"]
    assert states("abc", [beat("a", "b")], order=order, rounds_to_draw=1, places=1)["a"] is CAN
    more = [beat("a", "b"), beat("a", "c"), beat("a", "b")]
    found = states("abc", more, order=order, rounds_to_draw=1, places=1)
    assert found == {"a": THROUGH, "b": OUT, "c": OUT}
    fewest = replace(STEPS["encounters_won"], highest_first=False)
    looked = outlook(
        entrants=["a", "b"], records=more[:2], steps=[fewest], places=1, best_of=3, rounds_to_draw=1
    )
    assert {entrant: one.state for entrant, one in looked.items()} == {"a": OUT, "b": THROUGH}


def test_the_estimate_takes_the_best_and_the_worst_score_of_each():
    # By match difference a has +8 and b +4; with two rounds to come each can win or lose four.
    records = [beat("a", "c"), beat("a", "d"), beat("a", "e"), beat("a", "f"), beat("b", "c"), beat("b", "d")]
    order = ["match_difference"]
    assert states("ab", records, order=order, rounds_to_draw=1, places=1) == {"a": CAN, "b": CAN}
    ahead = [*records, replace(beat("a", "g"), matches_won=(1, 0))]
    assert states("ab", ahead, order=order, rounds_to_draw=1, places=1) == {"a": THROUGH, "b": OUT}
    # The same with nine encounters of theirs that are drawn: 2–0 each for one, 0–2 each for the other.
    opened = [open_between("a", "b"), *(open_between("x", "y") for _ in range(MOST_TRIED))]
    assert states("ab", [*records, *opened], order=order, places=1) == {"a": CAN, "b": CAN}
    assert states("ba", [*ahead, *opened], order=order, places=1) == {"a": THROUGH, "b": OUT}
    turned = [open_between("b", "a"), *opened[1:]]
    assert states("ab", [*records, *turned], order=order, places=1) == {"a": CAN, "b": CAN}
    assert states("ba", [*ahead, *turned], order=order, places=1) == {"a": THROUGH, "b": OUT}


def test_two_who_are_level_are_never_further_down_than_all_the_uncertain_put_them():
    # x and y have no infractions, z has ten; u and v may each come out above, among or below them.
    records = [beat("x", "y"), beat("x", "z", fouls=(0, 10)), open_between("u", "v")]
    found = states("xyzuv", records, places=4, order=["fewest_infractions", "head_to_head"])
    assert found == {"x": THROUGH, "y": THROUGH, "z": CAN, "u": CAN, "v": CAN}
    found = states("xyzuv", records, places=3, order=["fewest_infractions", "head_to_head"])
    assert found == {"x": THROUGH, "y": CAN, "z": CAN, "u": CAN, "v": CAN}


def test_many_uncertain_beside_two_who_are_level_are_not_proved():
    # x is above y whoever joins them, but eight have too many ways of joining to try.
    step = STEPS["fewest_infractions"]
    pairs = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]
    entrants = [*"abcdefgh", "x", "y"]
    found = outlook(
        entrants=entrants,
        records=[beat("x", "y"), *(open_between(*pair) for pair in pairs)],
        steps=[step, STEPS["head_to_head"]],
        places=1,
        best_of=1,
    )
    assert {one.state for one in found.values()} == {CAN}
    assert not any(one.exact for one in found.values())
    fewer = outlook(
        entrants=[*"abcdef", "x", "y"],
        records=[beat("x", "y"), *(open_between(*pair) for pair in pairs[:3])],
        steps=[step, STEPS["head_to_head"]],
        places=1,
        best_of=1,
    )
    assert all(one.exact for one in fewer.values())
    assert (fewer["x"].state, fewer["y"].state) == (CAN, OUT)


def test_states_say_themselves_in_both_languages():
    assert [(state.text.tr, state.text.en) for state in State] == [
        ("Üst tura çıkması kesin", "Already through"),
        ("Üst tura çıkma şansı sürüyor", "Can still advance"),
        ("Artık üst tura çıkamaz", "Can no longer advance"),
    ]
    found = look("abc", [beat("a", "b"), beat("a", "c")], places=1)
    assert found["a"].sentence(str.upper).en == "Already through"


ORDERS = [
    ["encounters_won", "match_difference", "fewest_infractions", "head_to_head"],
    ["encounters_won", "fewest_infractions", "head_to_head", "match_difference"],
    ["fewest_infractions", "head_to_head"],
    ["head_to_head", "fewest_infractions"],
    ["match_difference", "encounters_won", "lot"],
    ["encounters_won", "opponents_strength", "match_difference"],
    ["encounters_won", "head_to_head", "match_difference"],
]
"""Infractions are the figures of hands here: unlike averages, those of two sides are independent."""


@st.composite
def stages(draw, most_open=2, entrants=4):
    """A group with some encounters open; infractions that stand are multiples of ten."""
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
    """Every ending, with such infractions in open encounters as put a side anywhere among the others."""
    opened = [record for record in records if not record.decided]
    done = [record for record in records if record.decided]
    playing = sorted({side for record in opened for side in record.sides})
    standing = {one.row.infractions for one in rank_group(names, done, None) if one.entrant not in playing}
    levels = sorted({level + by for level in standing or {0} for by in (-1, 0, 1)})
    for results in itertools.product(*(possible_results(record, 3) for record in opened)):
        for wanted in itertools.product(levels, repeat=len(playing)):
            figures = {
                side: level - sum(own_fouls(record, side) for record in done)
                for side, level in zip(playing, wanted, strict=True)
            }
            yield done + [with_fouls(result, figures) for result in results]


def own_fouls(record, side):
    return record.infractions[record.sides.index(side)] if side in record.sides else 0


def with_fouls(result, figures):
    """Put a side's whole amount into the first of its open encounters."""
    fouls = tuple(figures.pop(side, 0) for side in result.sides)
    return replace(result, infractions=fouls)


def seen(names, records, steps, places):
    inside, outside = set(), set()
    for ending in endings(names, records):
        for one in rank_group(names, ending, None, steps):
            size = sum(other.rank == one.rank for other in rank_group(names, ending, None, steps))
            if one.rank <= places:
                inside.add(one.entrant)
            if one.rank + size - 1 > places:
                outside.add(one.entrant)
    return inside, outside


def expected(entrant, inside, outside):
    return (CAN if entrant in outside else THROUGH) if entrant in inside else OUT


@pytest.mark.thousands
@settings(deadline=None, max_examples=60)
@given(stages(), st.sampled_from(ORDERS), st.integers(1, 3))
def test_the_outlook_is_what_trying_every_ending_shows(stage, order, places):
    names, records = stage
    steps = [step for step in steps_named(order) if step.id != "lot"]
    inside, outside = seen(names, records, steps, places)
    found = outlook(entrants=names, records=records, steps=steps_named(order), places=places, best_of=3)
    assert {entrant: one.state for entrant, one in found.items()} == {
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
def test_nothing_said_is_ever_wrong(stage, order, places, rounds_to_draw, random):
    names, records = stage
    found = look(names, records, places=places, order=order, rounds_to_draw=rounds_to_draw)
    ending = [record if record.decided else random.choice(possible_results(record, 3)) for record in records]
    for first, second in [random.sample(names, 2) for _ in range(min(rounds_to_draw, 1))]:
        ending.append(random.choice(possible_results(open_between(first, second), 3)))
    ending = [
        now if before in ending else replace(now, penalties=(random.randrange(9), random.randrange(9)))
        for before, now in itertools.zip_longest(records, ending)
    ]
    ranked = rank_group(names, ending, None, steps_named(order))
    for one in ranked:
        shared = sum(other.rank == one.rank for other in ranked)
        if found[one.entrant].state is THROUGH:
            assert one.rank + shared - 1 <= places
        if found[one.entrant].state is OUT:
            assert one.rank > places


@settings(deadline=None)
@given(stages(most_open=6, entrants=5), st.randoms())
def test_the_outlook_does_not_depend_on_the_order_of_entry(stage, random):
    names, records = stage
    shuffled, others = list(names), list(records)
    random.shuffle(shuffled)
    random.shuffle(others)
    assert states(names, records) == states(shuffled, others)


def test_eight_open_encounters_are_tried():
    records = [beat(*pair) for pair in LEAGUE[MOST_TRIED:]] + [
        open_between(*pair) for pair in LEAGUE[:MOST_TRIED]
    ]
    assert all(one.exact for one in look("abcdef", records).values())
    more = [open_between(*pair) for pair in LEAGUE[: MOST_TRIED + 1]]
    assert not any(one.exact for one in look("abcdef", [*records[1:7], *more]).values())


def test_in_a_large_field_fewer_open_encounters_are_tried():
    field = [f"{number:03}" for number in range(257)]
    records = [open_between(*pair) for pair in zip(field[:16:2], field[1:16:2], strict=True)]
    assert all(one.exact for one in look(field[:256], records, places=4).values())
    assert not any(one.exact for one in look(field, records, places=4).values())
    assert all(one.exact for one in look(field, records[1:], places=4).values())


def test_where_time_may_cut_encounters_short_only_what_holds_for_every_score_is_said():
    """b leads by two matches lost fewer; in time a might lose by 0–1 only, which no score tried here is."""
    records = [beat("a", "b"), beat("b", "c"), beat("c", "a")]
    records += [open_between(*pair) for pair in (("a", "b"), ("b", "c"), ("c", "a"))]
    found = look("abc", records, places=1, time_up=True)
    assert {one.state for one in found.values()} == {CAN}
    assert not any(one.exact or one.needs for one in found.values())
    assert states(
        "abc", [beat("a", "b"), beat("a", "c"), open_between("b", "c")], places=1, time_up=True
    ) == {
        "a": THROUGH,
        "b": OUT,
        "c": OUT,
    }
