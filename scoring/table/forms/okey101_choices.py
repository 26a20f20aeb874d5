from __future__ import annotations

from typing import Final

from django.utils.translation import get_language, pgettext_lazy

from rules.hands import Finish, LastTile, Opening, Outcome
from rules.tiles import NUMBERED_TILES, tile_name

NOBODY_FINISHED: Final = (Outcome.DECK_EXHAUSTED.value, Outcome.ALL_OPENED_PAIRS.value)

FINISHES: Final = {
    "plain": Finish(),
    "okey": Finish(LastTile.OKEY),
    "direct": Finish(direct=True),
    "double_okey": Finish(LastTile.DOUBLE_OKEY),
    "direct_okey": Finish(LastTile.OKEY, direct=True),
    "direct_double_okey": Finish(LastTile.DOUBLE_OKEY, direct=True),
}
"""Finishes by their name in the form."""

FINISH_NAMES: Final = {
    "plain": pgettext_lazy("finish", "Plain"),
    "okey": pgettext_lazy("finish", "Okey"),
    "direct": pgettext_lazy("finish", "Direct"),
    "double_okey": pgettext_lazy("finish", "Double okey"),
    "direct_okey": pgettext_lazy("finish", "Direct, okey"),
    "direct_double_okey": pgettext_lazy("finish", "Direct, double okey"),
}

OPENING_NAMES: Final = {
    Opening.NONE.value: pgettext_lazy("opening", "Not opened"),
    Opening.SERIES.value: pgettext_lazy("opening", "Series"),
    Opening.PAIRS.value: pgettext_lazy("opening", "Pairs"),
}


def indicator_choices() -> list[tuple[str, str]]:
    language = get_language() or "tr"
    return [("", "—"), *((tile.code, tile_name(tile).in_language(language)) for tile in NUMBERED_TILES)]


def finish_name(finish: Finish) -> str:
    return next(name for name, known in FINISHES.items() if known == finish)
