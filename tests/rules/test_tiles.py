import pytest

from rules.tiles import COPIES, FALSE_OKEY, NUMBERED, Tile, UnknownTile, okey_of, parse_tile, tile_name

ALL = (*NUMBERED, FALSE_OKEY)


def test_there_are_106_tiles():
    assert COPIES * len(ALL) == 106


@pytest.mark.parametrize("tile", ALL, ids=lambda tile: tile.code)
def test_codes_round_trip(tile):
    assert parse_tile(tile.code) is tile


def test_every_tile_has_a_name_of_its_own():
    assert len({tile_name(tile) for tile in ALL}) == len(ALL)
    assert tile_name(parse_tile("k13")).to_dict() == {"tr": "siyah 13", "en": "black 13"}
    assert tile_name(FALSE_OKEY).tr == "sahte okey"


@pytest.mark.parametrize("code", ["", "r", "7", "r0", "r14", "r07", "R7", "g7", "r7 ", "**", "r７"])
def test_nothing_else_is_a_tile(code):
    with pytest.raises(UnknownTile):
        parse_tile(code)


@pytest.mark.parametrize("indicator", NUMBERED, ids=lambda tile: tile.code)
def test_the_okey_is_the_next_number_of_the_same_colour(indicator):
    okey = okey_of(indicator)
    assert okey.colour is indicator.colour
    assert okey.number == (1 if indicator.number == 13 else indicator.number + 1)


def test_a_false_okey_is_no_indicator():
    with pytest.raises(UnknownTile):
        okey_of(FALSE_OKEY)


def test_tiles_are_values():
    assert Tile(parse_tile("r7").colour, 7) == parse_tile("r7")
