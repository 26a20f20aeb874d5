from __future__ import annotations

from tournaments.web.long_lists import MOST_SHOWN, ShortenedList, shorten


def test_short_list_is_shown_whole_in_order():
    assert shorten([3, 1, 2]) == ShortenedList([3, 1, 2])


def test_rows_that_need_a_decision_come_first_and_are_never_left_out():
    numbers = range(2 * MOST_SHOWN)
    shortened = shorten(numbers, always=lambda number: number == MOST_SHOWN + 7)
    assert shortened.rows == [MOST_SHOWN + 7, *range(MOST_SHOWN - 1)]
    assert (shortened.more, shortened.total) == (MOST_SHOWN, 2 * MOST_SHOWN)
    all_needed = shorten(numbers, always=lambda _number: True)
    assert (all_needed.rows, all_needed.more) == (list(numbers), 0)
