"""The shorthand of a score sheet: what is written is read back, in both languages, on any keyboard."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils.translation import override

from rules.games.okey101.infractions import INFRACTIONS
from rules.hands import Finish, LastTile, Opening, Outcome
from rules.seats import SEATS_SINGLES
from scoring.paper.domain.shorthand import SEATS, Unreadable
from scoring.paper.games.okey101 import notation

ENDS = [*SEATS, Outcome.DECK_EXHAUSTED.value, Outcome.ALL_OPENED_PAIRS.value, ""]
FINISHES = [
    (Finish(last, direct), pairs) for last, direct, pairs in product(LastTile, (False, True), (False, True))
]


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("end", ENDS)
def test_every_end_reads_back(language, end):
    with override(language):
        assert notation.read_end(notation.shown("end", notation.end_mark(end))) == end


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize(("finish", "pairs"), FINISHES)
def test_every_finish_reads_back(language, finish, pairs):
    with override(language):
        mark = notation.shown("finish", notation.finish_mark(finish, pairs=pairs))
        assert notation.read_finish(mark) == (finish, pairs)


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("opening", [*Opening, None])
def test_every_opening_reads_back(language, opening):
    with override(language):
        assert notation.read_opening(notation.shown("opening", notation.opening_mark(opening))) is opening


@pytest.mark.parametrize("code", INFRACTIONS)
@pytest.mark.parametrize("count", [1, 2, 20])
def test_every_infraction_has_a_letter_that_reads_back(code, count):
    assert notation.read_fouls(notation.fouls_mark({code: count})) == {code: count}


def test_no_letter_means_two_infractions():
    assert len(set(notation.FOUL_LETTERS.values())) == len(INFRACTIONS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("1", "A1"), ("2", "A2"), ("3", "B1"), ("4", "B2"), (" b2 ", "B2"), ("D", "deck_exhausted")]
    + [(letter, "all_opened_pairs") for letter in "ÇçCcPp"],
)
def test_who_finished_is_a_number_or_a_seat(typed, meant):
    assert notation.read_end(typed) == meant


@pytest.mark.parametrize("typed", ["–", "-", "—", "−", "n", "N"])
def test_any_dash_is_not_opened(typed):
    assert notation.read_opening(typed) is Opening.NONE


@pytest.mark.parametrize(
    ("typed", "last", "direct"),
    [
        ("", LastTile.PLAIN, False),
        ("-", LastTile.PLAIN, False),
        ("o", LastTile.OKEY, False),
        ("E O", LastTile.OKEY, True),
        ("do", LastTile.OKEY, True),
        ("2", LastTile.DOUBLE_OKEY, False),
        ("2o", LastTile.DOUBLE_OKEY, False),
        ("OO", LastTile.DOUBLE_OKEY, False),
    ],
)
def test_letters_of_a_finish_in_any_order(typed, last, direct):
    assert notation.read_finish(typed) == (Finish(last, direct), False)


def test_infractions_are_added_up_whatever_stands_between():
    assert notation.read_fouls("a, B2;a") == {"playable_discard": 2, "okey_discard": 2}
    assert notation.read_fouls("ab2") == {"playable_discard": 1, "okey_discard": 2}
    assert notation.read_fouls(" ") == {}


@pytest.mark.parametrize("dotted", ["i", "İ", "I", "ı"])
def test_the_turkish_i_is_one_letter_here(dotted):
    assert notation.read_fouls(dotted) == {"discard_during_layoff": 1}


@pytest.mark.parametrize(
    ("read", "typed"),
    [
        (notation.read_end, "5"),
        (notation.read_end, "12"),
        (notation.read_finish, "x"),
        (notation.read_finish, "ooo"),
        (notation.read_finish, "22"),
        (notation.read_finish, "ee"),
        (notation.read_finish, "pp"),
        (notation.read_opening, "ss"),
        (notation.read_opening, "7"),
        (notation.read_fouls, "2"),
        (notation.read_fouls, "z"),
        (notation.read_fouls, "a?"),
    ],
)
def test_anything_else_is_unreadable(read, typed):
    with pytest.raises(Unreadable):
        read(typed)


def test_turkish_letters_on_turkish_paper():
    with override("tr"):
        assert notation.shown("finish", "peo") == "ÇEO"
        assert notation.shown("opening", "p") == "Ç"
        assert notation.shown("end", "p") == "Ç"
    with override("en"):
        assert notation.shown("finish", "peo") == "PDO"


def test_four_single_players_have_the_numbers_of_their_seats():
    for number, seat in enumerate(SEATS_SINGLES, start=1):
        assert notation.read_end(str(number), SEATS_SINGLES) == seat
        assert notation.end_mark(seat, SEATS_SINGLES) == str(number)
    with pytest.raises(Unreadable):
        notation.read_end("A2", SEATS_SINGLES)
