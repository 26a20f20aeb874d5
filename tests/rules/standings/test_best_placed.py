import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.standings.best_placed import rank_best_placed
from rules.standings.standings_rows import StandingsRow
from rules.standings.steps import DEFAULT_ORDER, DEFAULT_STEPS, STEPS, steps_by_ids
from rules.standings.tiebreaks import rank_group
from tests.rules.standings.test_tiebreaks import beat, in_words


def ranked_best(placed, order=DEFAULT_ORDER, **options):
    return rank_best_placed(placed, steps_by_ids(order), **options)


def places(ranked):
    return " ".join(f"{place.rank}{place.entrant}" for place in ranked)


def third(played=3, won=1, lost_matches=0, average=0, **figures):
    return StandingsRow(played, won, 2 * won, lost_matches, 0, average, **figures)


def test_thirds_of_equal_groups_use_the_groups_steps():
    ranked = ranked_best({"a": third(average=903), "b": third(won=2), "c": third(average=2390)})
    assert places(ranked) == "1b 2c 3a"
    assert [in_words(reason)[1] for reason in ranked[1].reasons] == [
        "Above Kordon by average: +2,390 against +903",
        "Sahil is above by encounters won: 2 against 1",
    ]
    assert ranked[0].row == third(won=2)


def test_opponents_do_not_matter_across_groups():
    about_opponents = [step for step, criterion in STEPS.items() if criterion.compares_opponents]
    assert about_opponents == ["head_to_head", "average_among_tied", "opponents_strength"]
    assert places(ranked_best({"a": third(), "b": third()}, about_opponents)) == "1a 1b"


def test_unbroken_tie_stays_until_a_lot_is_drawn():
    placed = {"a": third(), "b": third(), "c": third(won=0)}
    assert [(place.rank, place.tied) for place in ranked_best(placed)] == [(1, True), (1, True), (3, False)]
    assert places(ranked_best(placed, lot=["b", "a"])) == "1b 2a 3c"


def test_extra_encounter_between_thirds_breaks_their_tie():
    extra = replace(beat("b", "a"), extra=True)
    placed = {"a": third(), "b": third(), "c": third(won=2)}
    ranked = ranked_best(placed, ["encounters_won", "extra_encounter"], extra_encounters=[extra])
    assert places(ranked) == "1c 2b 3a"
    assert ranked[1].reason.step == "extra_encounter"


def test_unequal_groups_are_compared_per_encounter():
    # One of two is better than one of three; over all its encounters b has the better average.
    assert places(ranked_best({"a": third(3), "b": third(2)})) == "1b 2a"
    average = ["average"]
    placed = {"a": third(3, average=300), "b": third(2, average=-210), "c": third(2, average=201)}
    ranked = ranked_best(placed, average)
    assert places(ranked) == "1c 2a 3b"
    assert in_words(ranked[0].reason.above) == (
        "Kordon karşısında karşılaşma başına averajla önde: 100,50 / 100,00",
        "Above Kordon by average per encounter: 100.50 against 100.00",
    )
    assert in_words(ranked[2].reasons[0]) == (
        "Kordon karşılaşma başına averajla önde: 100,00 / −105,00",
        "Kordon is above by average per encounter: 100.00 against −105.00",
    )


def test_lower_is_better_per_encounter():
    placed = {"a": third(2, infractions=3), "b": third(3, infractions=4)}
    ranked = ranked_best(placed, ["fewest_infractions"])
    assert places(ranked) == "1b 2a"
    assert in_words(ranked[0].reason.above)[1].endswith(": 1.33 against 1.50")


def test_equal_shares_of_unequal_groups_go_to_the_lot():
    placed = {"a": third(2, won=1), "b": third(4, won=2)}
    order = ["encounters_won", "lot"]
    assert [place.tied for place in ranked_best(placed, order)] == [True, True]
    ranked = ranked_best(placed, order, lot=["b", "a"])
    assert places(ranked) == "1b 2a"
    assert in_words(ranked[0].reason.above)[1] == "Above Kordon by lot"


def test_entrant_without_encounters_has_no_share():
    assert places(ranked_best({"a": StandingsRow(), "b": third(2)})) == "1b 2a"
    assert places(ranked_best({"a": StandingsRow(), "b": StandingsRow()})) == "1a 1b"


@pytest.mark.parametrize(
    ("value", "turkish", "english"),
    [
        (StandingsRow(3, 0, 0, 0, 0, 2), "0,67", "0.67"),
        (StandingsRow(3, 0, 0, 0, 0, 3701), "1.233,67", "1,233.67"),
        (StandingsRow(3, 0, 0, 0, 1, 0), "−0,33", "−0.33"),
        (StandingsRow(8, 0, 0, 0, 0, 1), "0,13", "0.13"),
        (StandingsRow(8, 0, 0, 0, 1, 0), "−0,13", "−0.13"),
        (StandingsRow(3, 0, 0, 0, 0, 6), "2,00", "2.00"),
        (StandingsRow(3, 0, 0, 0, 6, 6), "0,00", "0.00"),
    ],
)
def test_fractions_have_two_decimals(value, turkish, english):
    ranked = ranked_best({"a": value, "b": StandingsRow(1, 0, 0, 0, 9999, 0)}, ["average"])
    turkish_sentence, english_sentence = in_words(ranked[0].reason.above)
    assert turkish_sentence.split(": ")[1].split(" / ")[0] == turkish
    assert english_sentence.split(": ")[1].split(" against ")[0] == english


def test_no_entrants_give_no_ranks():
    assert ranked_best({}) == []


rows = st.builds(
    StandingsRow,
    st.just(3),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 3),
)


@given(st.lists(rows, max_size=5), st.randoms())
def test_order_does_not_depend_on_the_order_of_entry(given_rows, random):
    placed = dict(zip("abcde", given_rows, strict=False))
    shuffled = list(placed.items())
    random.shuffle(shuffled)
    expected = {place.entrant: (place.rank, place.tied) for place in ranked_best(placed)}
    assert expected == {place.entrant: (place.rank, place.tied) for place in ranked_best(dict(shuffled))}


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(-50, 50)), min_size=1, max_size=6))
def test_shares_are_compared_exactly(figures):
    placed = {
        str(number): StandingsRow(played, 0, 0, 0, 0, average)
        for number, (played, average) in enumerate(figures)
    }
    ranked = ranked_best(placed, ["average"])
    for above, below in itertools.pairwise(ranked):
        cross = above.row.average * below.row.encounters_played
        other = below.row.average * above.row.encounters_played
        assert cross >= other
        assert (cross == other) == (above.rank == below.rank)


def test_equal_groups_have_the_groups_figures():
    first = rank_group("abc", [beat("a", "b"), beat("b", "c"), beat("a", "c")], None)
    second = rank_group("def", [beat("d", "e"), beat("e", "f", (2, 1)), beat("d", "f")], None)
    placed = {item.entrant: item.row for item in (first[2], second[2])}
    ranked = rank_best_placed(placed, DEFAULT_STEPS)
    (reason, _) = (place.reason for place in ranked)
    assert reason
    assert (ranked[0].entrant, reason.own_value, reason.other_value) == ("f", -3, -4)
