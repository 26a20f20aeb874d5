from __future__ import annotations

from itertools import product

import pytest
from django.utils.translation import override

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish
from rules.hands import LastTile, Outcome
from rules.seats import SEATS_SINGLES
from scoring.paper import domain
from scoring.paper.domain import SEATS, Unreadable
from scoring.paper.games import okey_points_notation

FINISHES = [
    Finish(hand, last, one_colour=colour)
    for hand, last, colour in product(WinningHand, (LastTile.PLAIN, LastTile.OKEY), (False, True))
]


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("end", [*SEATS, Outcome.DECK_EXHAUSTED.value, ""])
def test_every_end_reads_back(language, end):
    with override(language):
        assert domain.read_end(okey_points_notation.mark_label("end", domain.end_mark(end))) == end


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("finish", FINISHES)
def test_every_finish_reads_back(language, finish):
    with override(language):
        assert (
            okey_points_notation.read_finish(
                okey_points_notation.mark_label("finish", okey_points_notation.finish_mark(finish))
            )
            == finish
        )


@pytest.mark.parametrize("seat", [*SEATS, ""])
def test_seat_that_showed_the_indicator_reads_back(seat):
    assert domain.read_player(domain.player_mark(seat)) == seat


def test_finish_marks_are_unique():
    assert len({okey_points_notation.finish_mark(finish) for finish in FINISHES}) == len(FINISHES)


@pytest.mark.parametrize(
    ("typed", "hand", "last"),
    [
        ("", WinningHand.GROUPS, LastTile.PLAIN),
        ("-", WinningHand.GROUPS, LastTile.PLAIN),
        ("Ç", WinningHand.PAIRS, LastTile.PLAIN),
        ("o p", WinningHand.PAIRS, LastTile.OKEY),
        ("S", WinningHand.ONE_COLOUR_RUN, LastTile.PLAIN),
        ("ro", WinningHand.ONE_COLOUR_RUN, LastTile.OKEY),
        ("O", WinningHand.GROUPS, LastTile.OKEY),
    ],
)
def test_letters_of_both_languages_are_read_in_any_order(typed, hand, last):
    assert okey_points_notation.read_finish(typed) == Finish(hand, last)


@pytest.mark.parametrize(
    ("read", "typed"),
    [
        (domain.read_end, "5"),
        (domain.read_end, "p"),
        (domain.read_player, "d"),
        (domain.read_player, "12"),
        (okey_points_notation.read_finish, "x"),
        (okey_points_notation.read_finish, "oo"),
        (okey_points_notation.read_finish, "pc"),
        (okey_points_notation.read_finish, "ps"),
        (okey_points_notation.read_finish, "2"),
    ],
)
def test_unrecognized_text_is_unreadable(read, typed):
    with pytest.raises(Unreadable):
        read(typed)


def test_turkish_letters_on_turkish_paper():
    with override("tr"):
        assert okey_points_notation.mark_label("finish", "pot") == "ÇOT"
        assert okey_points_notation.mark_label("finish", "s") == "S"
    with override("en"):
        assert okey_points_notation.mark_label("finish", "pot") == "POT"
        assert okey_points_notation.mark_label("finish", "s") == "R"


def test_singles_are_numbered_by_seat():
    for number, seat in enumerate(SEATS_SINGLES, start=1):
        assert domain.read_end(str(number), SEATS_SINGLES) == seat
        assert domain.player_mark(seat, SEATS_SINGLES) == str(number)
