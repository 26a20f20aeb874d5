import pytest

from rules.racks import known_indicator


@pytest.mark.parametrize(("told", "known"), [("b5", "b5"), (None, ""), ("*", ""), ("z9", "")])
def test_indicator_is_a_coloured_tile_or_none(told, known):
    assert known_indicator(told) == known
