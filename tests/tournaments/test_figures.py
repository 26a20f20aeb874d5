from __future__ import annotations

import pytest

from tournaments.figures import figure


@pytest.mark.parametrize(("typed", "number"), [("0", 0), ("12", 12), ("0064", 64), (7, 7)])
def test_a_small_number_is_read(typed: object, number: int) -> None:
    assert figure(typed) == number


@pytest.mark.parametrize("typed", ["", None, "x", "-1", "1.5", "²", "٣", "12345", "9" * 5000])
def test_anything_else_is_none(typed: object) -> None:
    assert figure(typed) is None
