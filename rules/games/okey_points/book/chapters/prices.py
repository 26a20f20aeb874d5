from collections.abc import Mapping
from typing import Final

from rules.games.okey_points.book.play import Play
from rules.games.okey_points.finishes import PRICE_CODES, STATED
from rules.games.okey_points.line_sources import FINISH
from rules.sentences import Row, Table
from rules.sources import source_of
from rules.text import Text

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


def table(play: Play) -> Table:
    return Table(_HEADS, tuple(_row(play, place, way) for place, way in enumerate(PRICE_CODES)))


def _row(play: Play, place: int, way: str) -> Row:
    name, tiles = _NAMES[way]
    points, usual = play.rules.finishes[way], play.rules.preset.finishes[way]
    stated = tuple(source for source, prices in STATED.items() if prices.get(way) == points)
    text = Text(
        f"{name.tr} ({tiles.tr}): öteki tarafların her birinden {points} düşülür.",
        f"{name.en} ({tiles.en}): each other side pays {points}.",
    )
    return Row(
        f"6.{_FIRST + place}",
        FINISH + way,
        source_of(stated, play.source, changed=points != usual),
        text=text,
        cells=(name, tiles, Text(f"{points}", f"{points}")),
    )
