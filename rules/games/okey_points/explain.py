from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.okey_points.line_sources import FINISH
from rules.localized_text import Text, fill
from rules.score_lines import Line

_EVENTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "finisher": Text("Bitti", "Finished"),
        FINISH + "groups": Text("Rakip bitti", "An opponent finished"),
        FINISH + "groups_okey": Text("Rakip okeyle bitti", "An opponent finished with the okey"),
        FINISH + "pairs": Text("Rakip çiftten bitti", "An opponent finished with seven pairs"),
        FINISH + "pairs_okey": Text(
            "Rakip çiftten, okeyle bitti", "An opponent finished with seven pairs and the okey"
        ),
        FINISH + "one_colour_run": Text(
            "Rakip tek renk seriyle bitti", "An opponent finished with the run of one colour"
        ),
        FINISH + "one_colour_run_okey": Text(
            "Rakip tek renk seriyle, okeyle bitti",
            "An opponent finished with the run of one colour and the okey",
        ),
        "one_colour": Text("Tek renkle bitti, bir kat daha", "All of one colour, as much again"),
        "nobody_finished": Text("Deste bitti, kimse bitmedi", "The deck ran out, nobody finished"),
        "indicator_shown": Text("Rakip göstergeyi gösterdi", "An opponent showed the indicator"),
    }
)
"""By rule."""
_FREE: Final = Text("{event}: puan yazılmaz", "{event}: nothing to pay")
_SPARED: Final = Text(
    "Rakip göstergeyi gösterdi: {limit} puandan azı kalandan düşülmez",
    "An opponent showed the indicator: nothing to pay with fewer than {limit} points left",
)


def word_line(line: Line) -> Text:
    if line.rule == "indicator_spared":
        return fill(_SPARED, **line.values)
    return fill("{event}: {points}" if line.points else _FREE, event=_EVENTS[line.rule], points=line.points)
