"""What is told of a rack, whatever stands there."""

import pytest

from rules.racks import known_indicator


@pytest.mark.parametrize(("told", "known"), [("b5", "b5"), (None, ""), ("*", ""), ("z9", "")])
def test_an_indicator_is_a_tile_of_a_colour_or_none(told, known):
    assert known_indicator(told) == known
