from __future__ import annotations

from itertools import product

import pytest
from django.utils.translation import override

from rules.games.okey101.infractions import INFRACTIONS
from rules.hands import Finish, LastTile, Opening, Outcome
from rules.seats import SEATS_SINGLES
from scoring.paper.domain import SEATS, Unreadable
from scoring.paper.games import okey101_notation

ENDS = [*SEATS, Outcome.DECK_EXHAUSTED.value, Outcome.ALL_OPENED_PAIRS.value, ""]
FINISHES = [
    (Finish(last, direct), pairs) for last, direct, pairs in product(LastTile, (False, True), (False, True))
]


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("end", ENDS)
def test_every_end_reads_back(language, end):
    with override(language):
        assert (
            okey101_notation.read_end(okey101_notation.mark_label("end", okey101_notation.end_mark(end)))
            == end
        )


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize(("finish", "pairs"), FINISHES)
def test_every_finish_reads_back(language, finish, pairs):
    with override(language):
        mark = okey101_notation.mark_label("finish", okey101_notation.finish_mark(finish, pairs=pairs))
        assert okey101_notation.read_finish(mark) == (finish, pairs)


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("opening", [*Opening, None])
def test_every_opening_reads_back(language, opening):
    with override(language):
        assert (
            okey101_notation.read_opening(
                okey101_notation.mark_label("opening", okey101_notation.opening_mark(opening))
            )
            is opening
        )


@pytest.mark.parametrize("code", INFRACTIONS)
@pytest.mark.parametrize("count", [1, 2, 20])
def test_every_infraction_has_a_letter_that_reads_back(code, count):
    assert okey101_notation.read_fouls(okey101_notation.fouls_mark({code: count})) == {code: count}


def test_infraction_letters_are_unique():
    assert len(set(okey101_notation.FOUL_LETTERS.values())) == len(INFRACTIONS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("1", "A1"), ("2", "A2"), ("3", "B1"), ("4", "B2"), (" b2 ", "B2"), ("D", "deck_exhausted")]
    + [(letter, "all_opened_pairs") for letter in "ÇçCcPp"],
)
def test_finisher_is_typed_as_a_number_or_a_seat(typed, meant):
    assert okey101_notation.read_end(typed) == meant


@pytest.mark.parametrize("typed", ["–", "-", "—", "−", "n", "N"])
def test_any_dash_means_not_opened(typed):
    assert okey101_notation.read_opening(typed) is Opening.NONE


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
def test_finish_letters_are_read_in_any_order(typed, last, direct):
    assert okey101_notation.read_finish(typed) == (Finish(last, direct), False)


def test_infractions_are_added_up_with_any_separators():
    assert okey101_notation.read_fouls("a, B2;a") == {"playable_discard": 2, "okey_discard": 2}
    assert okey101_notation.read_fouls("ab2") == {"playable_discard": 1, "okey_discard": 2}
    assert okey101_notation.read_fouls(" ") == {}


@pytest.mark.parametrize("dotted", ["i", "İ", "I", "ı"])
def test_both_turkish_i_are_one_letter(dotted):
    assert okey101_notation.read_fouls(dotted) == {"discard_during_layoff": 1}


@pytest.mark.parametrize(
    ("read", "typed"),
    [
        (okey101_notation.read_end, "5"),
        (okey101_notation.read_end, "12"),
        (okey101_notation.read_finish, "x"),
        (okey101_notation.read_finish, "ooo"),
        (okey101_notation.read_finish, "22"),
        (okey101_notation.read_finish, "ee"),
        (okey101_notation.read_finish, "pp"),
        (okey101_notation.read_opening, "ss"),
        (okey101_notation.read_opening, "7"),
        (okey101_notation.read_fouls, "2"),
        (okey101_notation.read_fouls, "z"),
        (okey101_notation.read_fouls, "a?"),
    ],
)
def test_unrecognized_text_is_unreadable(read, typed):
    with pytest.raises(Unreadable):
        read(typed)


def test_turkish_letters_on_turkish_paper():
    with override("tr"):
        assert okey101_notation.mark_label("finish", "peo") == "ÇEO"
        assert okey101_notation.mark_label("opening", "p") == "Ç"
        assert okey101_notation.mark_label("end", "p") == "Ç"
    with override("en"):
        assert okey101_notation.mark_label("finish", "peo") == "PDO"


def test_singles_are_numbered_by_seat():
    for number, seat in enumerate(SEATS_SINGLES, start=1):
        assert okey101_notation.read_end(str(number), SEATS_SINGLES) == seat
        assert okey101_notation.end_mark(seat, SEATS_SINGLES) == str(number)
    with pytest.raises(Unreadable):
        okey101_notation.read_end("A2", SEATS_SINGLES)
