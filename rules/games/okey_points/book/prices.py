from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from rules.book.switch import Amount, Choice
from rules.games.okey_points.finishes import PRICE_CODES, STATED_PRICES
from rules.localized_text import Text

_SHORT_NAMES: Final[Mapping[str, Text]] = {
    "groups": Text("düz", "plain"),
    "groups_okey": Text("okeyle", "okey"),
    "pairs": Text("çiftten", "pairs"),
    "pairs_okey": Text("çiftten okeyle", "pairs with okey"),
    "one_colour_run": Text("tek renk seriyle", "run of one colour"),
    "one_colour_run_okey": Text("tek renk seri ve okeyle", "that run with okey"),
}
_NAMES: Final[Mapping[str, tuple[Text, Text]]] = {
    "groups": (
        Text("Düz bitiş", "Plain finish"),
        Text("Seri ve kütlerle, okey atmadan.", "With runs and sets, no okey thrown."),
    ),
    "groups_okey": (
        Text("Okeyle bitiş", "Finish with the okey"),
        Text("Seri ve kütlerle, son taş okey.", "With runs and sets, the okey thrown last."),
    ),
    "pairs": (
        Text("Çiftten bitiş", "Finish with seven pairs"),
        Text("Yedi çiftle, okey atmadan.", "With seven pairs, no okey thrown."),
    ),
    "pairs_okey": (
        Text("Çiftten, okeyle bitiş", "Finish with seven pairs and the okey"),
        Text("Yedi çiftle, son taş okey.", "With seven pairs, the okey thrown last."),
    ),
    "one_colour_run": (
        Text("Tek renk seriyle bitiş", "Finish with the run of one colour"),
        Text("Tek renkten on dört taşlık seriyle.", "With the run of all fourteen in one colour."),
    ),
    "one_colour_run_okey": (
        Text("Tek renk seriyle, okeyle bitiş", "Finish with that run and the okey"),
        Text("O seriyle, son taş okey.", "With that run, the okey thrown last."),
    ),
}
_BY_KIND: Final = Text(
    "Bitişin puanı türüne göredir; öteki tarafların her birinden ne düşüldüğü tablodadır.",
    "The price of a finish depends on its kind; the table shows what each other side pays.",
)


def price_choice(prices: Mapping[str, int]) -> Choice:
    name = Text(
        ", ".join(f"{_SHORT_NAMES[price_code].tr} {prices[price_code]}" for price_code in _SHORT_NAMES),
        ", ".join(f"{_SHORT_NAMES[price_code].en} {prices[price_code]}" for price_code in _SHORT_NAMES),
    )
    return Choice(dict(prices), name, _BY_KIND, ("S1", "S4"))


def _price_sources(price_code: str, points: int | None) -> tuple[str, ...]:
    return tuple(source for source, prices in STATED_PRICES.items() if prices.get(price_code) == points)


AMOUNTS: Final = tuple(
    Amount(price_code, *_NAMES[price_code], None, partial(_price_sources, price_code))
    for price_code in PRICE_CODES
)
"""Every way to win: each has a price in every rule set."""
