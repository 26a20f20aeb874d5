import pytest

from rules.localized_text import Text
from rules.tiles import (
    COPIES,
    FALSE_OKEY,
    NUMBERED_TILES,
    Tile,
    UnknownTile,
    is_tile,
    known_indicator,
    okey_of,
    parse_tile,
    tile_name,
    tile_names,
)

ALL = (*NUMBERED_TILES, FALSE_OKEY)


def test_there_are_106_tiles():
    assert COPIES * len(ALL) == 106


@pytest.mark.parametrize("tile", ALL, ids=lambda tile: tile.code)
def test_codes_round_trip(tile):
    assert parse_tile(tile.code) is tile
    assert is_tile(tile.code)


def test_every_tile_has_a_unique_name():
    assert len({tile_name(tile) for tile in ALL}) == len(ALL)
    assert tile_name(parse_tile("k13")).to_dict() == {"tr": "siyah 13", "en": "black 13"}
    assert tile_name(FALSE_OKEY) == Text("sahte okey", "false okey")
    assert tile_name(FALSE_OKEY, Text("joker", "joker")) == Text("joker", "joker")


@pytest.mark.parametrize(
    ("codes", "names"),
    [
        ("", Text("", "")),
        ("r7", Text("kırmızı 7", "red 7")),
        ("r7 *", Text("kırmızı 7 ve sahte okey", "red 7 and false okey")),
        ("y1 b2 k3", Text("sarı 1, mavi 2 ve siyah 3", "yellow 1, blue 2 and black 3")),
    ],
)
def test_several_tile_names_are_joined(codes, names):
    assert tile_names(parse_tile(code) for code in codes.split()) == names


@pytest.mark.parametrize("code", ["", "r", "7", "r0", "r14", "r07", "R7", "g7", "r7 ", "**", "r７"])
def test_other_codes_are_not_tiles(code):
    with pytest.raises(UnknownTile) as unknown:
        parse_tile(code)
    assert str(unknown.value) == code
    assert not is_tile(code)


@pytest.mark.parametrize("indicator", NUMBERED_TILES, ids=lambda tile: tile.code)
def test_okey_is_the_next_number_of_the_same_colour(indicator):
    okey = okey_of(indicator)
    assert okey.colour is indicator.colour
    assert okey.number == (1 if indicator.number == 13 else indicator.number + 1)


def test_false_okey_is_no_indicator():
    with pytest.raises(UnknownTile) as unknown:
        okey_of(FALSE_OKEY)
    assert str(unknown.value) == "*"


def test_tiles_are_values():
    assert Tile(parse_tile("r7").colour, 7) == parse_tile("r7")


@pytest.mark.parametrize(("entered", "known"), [("b5", "b5"), (None, ""), ("*", ""), ("z9", "")])
def test_indicator_is_a_coloured_tile_or_none(entered, known):
    assert known_indicator(entered) == known
