from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from rules.localized_text import Text
from rules.tiles import COPIES, FALSE_OKEY, FALSE_OKEY_NAME, HIGHEST, NUMBERED_TILES, Tile, tile_names

Faces = Sequence[Tile | None]
"""The tile each plays as; None is any."""


class FaultCode(StrEnum):
    UNKNOWN_TILE = "unknown_tile"
    TOO_FEW_TILES = "too_few_tiles"
    INDICATOR_IN_PAIR = "indicator_in_pair"
    NOT_THE_SAME = "not_the_same"
    NO_MELD = "no_meld"
    COLOUR_TWICE = "colour_twice"
    SET_TOO_LONG = "set_too_long"
    NUMBER_TWICE = "number_twice"
    RUN_TOO_LONG = "run_too_long"
    RUN_PAST_HIGHEST = "run_past_highest"
    RUN_WITH_A_GAP = "run_with_a_gap"


FAULT_WORDS: Final[Mapping[FaultCode, Text]] = MappingProxyType(
    {
        FaultCode.UNKNOWN_TILE: Text("%s diye bir taş yok.", "There is no tile %s."),
        FaultCode.TOO_FEW_TILES: Text(
            "Çift iki taştır, seri ve küt en az üç.", "A pair has two tiles, runs and sets at least three."
        ),
        FaultCode.INDICATOR_IN_PAIR: Text(
            "Gösterge (%s) çift olarak açılamaz.", "The indicator (%s) can't be in a pair."
        ),
        FaultCode.NOT_THE_SAME: Text("%s aynı taş değil.", "%s are not the same tile."),
        FaultCode.NO_MELD: Text(
            "Ne aynı renkte ardışık ne de aynı sayıda: bu taşlar bir per etmez.",
            "These tiles are not a meld: neither consecutive in one colour nor of one number.",
        ),
        FaultCode.COLOUR_TWICE: Text(
            "Kütte her renk bir kez olur: %s birden çok.",
            "A set has each colour once: there are several of %s.",
        ),
        FaultCode.SET_TOO_LONG: Text("Kütte en çok dört taş olur.", "A set has four tiles at most."),
        FaultCode.NUMBER_TWICE: Text("Seride her sayı bir kez olur.", "A run has each number once."),
        FaultCode.RUN_TOO_LONG: Text("Seri en çok 13 taştır.", "A run has 13 tiles at most."),
        FaultCode.RUN_PAST_HIGHEST: Text(
            "Seri 13’te biter: 12-13-1 olmaz, 1 yalnız en küçüktür.",
            "A run ends at 13: 12-13-1 is not a run, 1 is only low.",
        ),
        FaultCode.RUN_WITH_A_GAP: Text(
            "Serinin sayıları ardışık olmalı.", "The numbers of a run must be consecutive."
        ),
    }
)
"""``%s`` is replaced by tile names."""


@dataclass(frozen=True, slots=True)
class Fault:
    """``unknown_code`` is quoted."""

    code: FaultCode
    tiles: tuple[Tile, ...] = ()
    unknown_code: str = ""

    @property
    def words(self) -> Text:
        return self.worded(FAULT_WORDS)

    def worded(self, words: Mapping[FaultCode, Text], numberless: Text = FALSE_OKEY_NAME) -> Text:
        """Word it as a game does; ``numberless`` names tiles without a number."""
        unknown = Text(self.unknown_code, self.unknown_code)
        names = tile_names(self.tiles, numberless) if self.tiles else unknown
        message = words[self.code]
        return Text(message.tr.replace("%s", names.tr), message.en.replace("%s", names.en))


def fault_of_pair(faces: Faces, barred: Tile | None) -> Fault | None:
    """None for a pair; ``barred`` mustn't be in it."""
    if len(faces) < COPIES:
        return Fault(FaultCode.TOO_FEW_TILES)
    fixed = tuple(face for face in faces if face)
    if len(set(fixed)) > 1:
        return Fault(FaultCode.NOT_THE_SAME, fixed)
    return Fault(FaultCode.INDICATOR_IN_PAIR, (barred,)) if barred else None


def fault_of_group(faces: Faces) -> Fault:
    """By the closest of run and set."""
    fixed = [face for face in faces if face]
    if len({tile.number for tile in fixed}) == 1:
        return _fault_of_set(fixed)
    if len({tile.colour for tile in fixed}) == 1:
        return _fault_of_run(fixed, len(faces))
    return Fault(FaultCode.NO_MELD)


def _fault_of_set(fixed: Sequence[Tile]) -> Fault:
    twice = tuple(tile for tile in (FALSE_OKEY, *NUMBERED_TILES) if fixed.count(tile) > 1)
    return Fault(FaultCode.COLOUR_TWICE, twice) if twice else Fault(FaultCode.SET_TOO_LONG)


def _fault_of_run(fixed: Sequence[Tile], length: int) -> Fault:
    numbers = sorted(tile.number for tile in fixed)
    if any(low == high for low, high in pairwise(numbers)):
        return Fault(FaultCode.NUMBER_TWICE)
    if length > HIGHEST:
        return Fault(FaultCode.RUN_TOO_LONG)
    around = numbers[0] == 1 and numbers[-1] == HIGHEST
    return Fault(FaultCode.RUN_PAST_HIGHEST if around else FaultCode.RUN_WITH_A_GAP)
