from collections.abc import Mapping
from typing import Final

from rules.games.okey_points.book.play_context import BookContext
from rules.games.okey_points.finishes import PRICE_CODES, STATED_PRICES
from rules.games.okey_points.line_sources import FINISH
from rules.localized_text import Text
from rules.sentences import Row, Table
from rules.sources import source_of

_NAMES: Final[Mapping[str, tuple[Text, Text]]] = {
    "groups": (Text("Düz bitiş", "Plain finish"), Text("perlerle", "runs and sets")),
    "groups_okey": (Text("Okeyle bitiş", "Okey finish"), Text("perlerle", "runs and sets")),
    "pairs": (Text("Çiftten bitiş", "Pairs finish"), Text("yedi çift", "seven pairs")),
    "pairs_okey": (Text("Çiftten, okeyle", "Pairs, with the okey"), Text("yedi çift", "seven pairs")),
    "one_colour_run": (
        Text("Tek renk seriyle", "Run of one colour"),
        Text("birden on üçe ve bir", "one to thirteen and one"),
    ),
    "one_colour_run_okey": (
        Text("Tek renk seriyle, okeyle", "Run of one colour, with the okey"),
        Text("birden on üçe ve bir", "one to thirteen and one"),
    ),
}
_HEADS: Final = (
    Text("Bitiş", "Finish"),
    Text("Taşlar", "Tiles"),
    Text("Öteki tarafların her birinden düşülür", "Each other side pays"),
)
_FIRST: Final = 31


def table(play: BookContext) -> Table:
    return Table(
        _HEADS, tuple(_price_row(play, index, price_code) for index, price_code in enumerate(PRICE_CODES))
    )


def _price_row(play: BookContext, index: int, price_code: str) -> Row:
    name, tiles = _NAMES[price_code]
    points, preset_points = play.rules.finishes[price_code], play.rules.preset.finishes[price_code]
    sources = tuple(source for source, prices in STATED_PRICES.items() if prices.get(price_code) == points)
    text = Text(
        f"{name.tr} ({tiles.tr}): öteki tarafların her birinden {points} düşülür.",
        f"{name.en} ({tiles.en}): each other side pays {points}.",
    )
    return Row(
        f"6.{_FIRST + index}",
        FINISH + price_code,
        source_of(sources, play.source, changed=points != preset_points),
        text=text,
        cells=(name, tiles, Text(f"{points}", f"{points}")),
    )
