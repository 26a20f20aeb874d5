import pytest

from rules.racks import known_indicator


@pytest.mark.parametrize(("entered", "known"), [("b5", "b5"), (None, ""), ("*", ""), ("z9", "")])
def test_indicator_is_a_coloured_tile_or_none(entered, known):
    assert known_indicator(entered) == known
