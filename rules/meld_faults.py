"""Why a group of tiles is no meld, in words that name the tiles."""

from collections.abc import Sequence
from itertools import pairwise

from rules.text import Text
from rules.tiles import COPIES, FALSE_OKEY, HIGHEST, NUMBERED, Tile, tile_name, tile_names

Faces = Sequence[Tile | None]
"""The tile that each one plays as; None is free to stand for any."""


def fault_of_pair(faces: Faces, barred: Tile | None) -> Text | None:
    """Say why one or two tiles are no pair; None where they are one.

    ``barred`` is the player's copy of the indicator, where it lies in the pair and may not.
    """
    if len(faces) < COPIES:
        return Text(
            "Çift iki taştır, seri ve küt en az üç.", "A pair has two tiles, runs and sets at least three."
        )
    if barred:
        name = tile_name(barred)
        return Text(
            f"Gösterge ({name.tr}) çift olarak açılamaz.",
            f"The indicator ({name.en}) can't be in a pair.",
        )
    fixed = [face for face in faces if face]
    if len(set(fixed)) > 1:
        names = tile_names(fixed)
        return Text(f"{names.tr} aynı taş değil.", f"{names.en} are not the same tile.")
    return None


def fault_of_group(faces: Faces) -> Text:
    """Say why three or more tiles are neither a run nor a set, by what they come closest to."""
    fixed = [face for face in faces if face]
    if len({tile.number for tile in fixed}) == 1:
        return _fault_of_set(fixed)
    if len({tile.colour for tile in fixed}) == 1:
        return _fault_of_run(fixed, len(faces))
    return Text(
        "Ne aynı renkte ardışık ne de aynı sayıda: bu taşlar bir per etmez.",
        "Neither consecutive in one colour nor of one number: these tiles make no meld.",
    )


def _fault_of_set(fixed: Sequence[Tile]) -> Text:
    twice = [tile for tile in (FALSE_OKEY, *NUMBERED) if fixed.count(tile) > 1]
    if not twice:
        return Text("Kütte en çok dört taş olur.", "A set has four tiles at most.")
    names = tile_names(twice)
    return Text(
        f"Kütte her renk bir kez olur: {names.tr} birden çok.",
        f"A set has each colour once: there are several of {names.en}.",
    )


def _fault_of_run(fixed: Sequence[Tile], length: int) -> Text:
    numbers = sorted(tile.number for tile in fixed)
    if any(low == high for low, high in pairwise(numbers)):
        return Text("Seride her sayı bir kez olur.", "A run has each number once.")
    if length > HIGHEST:
        return Text("Seri en çok 13 taştır.", "A run has 13 tiles at most.")
    if numbers[0] == 1 and numbers[-1] == HIGHEST:
        return Text(
            "Seri 13’te biter: 12-13-1 olmaz, 1 yalnız en küçüktür.",
            "A run ends at 13: 12-13-1 is none, 1 is only low.",
        )
    return Text("Serinin sayıları ardışık olmalı.", "The numbers of a run must be consecutive.")
