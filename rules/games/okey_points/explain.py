from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.localized_text import Text

_WIN_TEXTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "groups": Text("Rakip bitti", "An opponent finished"),
        "groups_okey": Text("Rakip okeyle bitti", "An opponent finished with the okey"),
        "pairs": Text("Rakip çiftten bitti", "An opponent finished with seven pairs"),
        "pairs_okey": Text(
            "Rakip çiftten, okeyle bitti", "An opponent finished with seven pairs and the okey"
        ),
        "one_colour_run": Text(
            "Rakip tek renk seriyle bitti", "An opponent finished with the run of one colour"
        ),
        "one_colour_run_okey": Text(
            "Rakip tek renk seriyle, okeyle bitti",
            "An opponent finished with the run of one colour and the okey",
        ),
    }
)
"""The event, by way to win."""


def _costs(reason: Text, points: int) -> Text:
    if not points:
        return Text(f"{reason.tr}: puan yazılmaz", f"{reason.en}: nothing to pay")
    return Text(f"{reason.tr}: {points}", f"{reason.en}: {points}")


def finisher() -> Text:
    return _costs(Text("Bitti", "Finished"), 0)


def lost(price_code: str, points: int) -> Text:
    return _costs(_WIN_TEXTS[price_code], points)


def one_colour(points: int) -> Text:
    return _costs(Text("Tek renkle bitti, bir kat daha", "All of one colour, as much again"), points)


def nobody_finished(points: int) -> Text:
    return _costs(Text("Deste bitti, kimse bitmedi", "The deck ran out, nobody finished"), points)


def indicator_shown(points: int) -> Text:
    return _costs(Text("Rakip göstergeyi gösterdi", "An opponent showed the indicator"), points)


def indicator_spared(limit: int) -> Text:
    return Text(
        f"Rakip göstergeyi gösterdi: {limit} puandan azı kalandan düşülmez",
        f"An opponent showed the indicator: nothing to pay with fewer than {limit} points left",
    )
