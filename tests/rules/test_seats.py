from rules.seats import SEATS_PAIRS, SEATS_SINGLES, partner_of, seating, seats_in_columns, side_of


def test_partners_sit_opposite_each_other():
    assert [partner_of(seat) for seat in SEATS_PAIRS] == ["A2", "B2", "A1", "B1"]


def test_single_players_have_no_partner():
    assert [partner_of(seat, SEATS_SINGLES) for seat in SEATS_SINGLES] == [None] * 4


def test_letter_is_the_side():
    assert [side_of(seat) for seat in SEATS_SINGLES] == ["A", "B", "C", "D"]


def test_singles_name_c_or_d_and_no_second_seat():
    assert seating({"A1", "B1", "C1", "D1"}) == SEATS_SINGLES
    assert seating({"C1"}) == seating({"D1"}) == SEATS_SINGLES
    assert seating({"A1", "B1", "C1", "A2"}) == SEATS_PAIRS
    assert seating({"C1", "B2"}) == SEATS_PAIRS
    assert seating(()) == SEATS_PAIRS


def test_partners_are_adjacent_on_a_sheet():
    assert seats_in_columns(SEATS_PAIRS) == ("A1", "A2", "B1", "B2")
    assert seats_in_columns(SEATS_SINGLES[::-1]) == SEATS_SINGLES
