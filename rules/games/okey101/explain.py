"""Products name their factors."""

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType
from typing import Final

from rules.games.okey101.amounts import FACTORS
from rules.games.okey101.infractions import INFRACTIONS
from rules.localized_text import TIMES, Text, fill, format_number, grouped, in_each_language, join_names
from rules.score_lines import Line
from rules.sources import INFRACTION

Factors = Mapping[str, int]
"""Amounts by code; empty if nothing is multiplied."""

_FINISHED: Final = Text("Bitti: {product}", "Finished: {product}")
_UNOPENED: Final = Text("Açmadı: {product}", "Unopened: {product}")
_CAPPED: Final = Text("{unopened}, en çok {cap}", "{unopened}, {cap} at most")
_RACK: Final = Text("Elinde kalan: {figure}", "Left on the rack: {figure}")
_RACK_OF_PAIRS: Final = Text(
    "Çift açtı, elinde kalan: {figure}", "Opened with pairs, left on the rack: {figure}"
)
_OKEY_LEFT: Final = Text("Elinde kalan okey: {product}", "Okey left on the rack: {product}")
_CANCELLED: Final = Text("Eşi bitti, silindi: {parts}", "Partner finished, cancelled: {parts}")
_NOTHING_CANCELLED: Final = Text("Eşi bitti: elinde kalan yazılmaz", "Partner finished: nothing for the rack")
_CANCELLED_PARTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "unopened": Text("açmama cezası {points}", "{points} for not opening"),
        "rack": Text("elinde kalan {points}", "{points} for the rack"),
        "okey": Text("okey cezası {points}", "{points} for the okey"),
        "infractions": Text("kural hataları {points}", "{points} for infractions"),
    }
)
"""In order."""
_EQUAL: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "void_all_pairs": Text(
            "Dört oyuncu da çift açtı: el sayılmaz, yeniden oynanır",
            "All four opened with pairs: the hand is void and replayed",
        ),
        "void_nobody_opened": Text(
            "Kimse açmadı: el sayılmaz, yeniden oynanır",
            "Nobody opened: the hand is void and replayed",
        ),
        "nobody_opened": Text(
            "Kimse açmadı: bu elde puan yazılmaz",
            "Nobody opened: no penalty points in this hand",
        ),
    }
)
"""For everybody, by rule."""


def word_line(line: Line) -> Text:
    code = line.rule.removeprefix(INFRACTION)
    if code != line.rule:
        return fill("{name}: {product}", name=INFRACTIONS[code].name, product=_product(**line.values))
    return _EQUAL.get(line.rule) or _SENTENCES[line.rule](**line.values)


def _product(amount: int, factors: Factors, count: int = 1) -> Text:
    """Return "2 × 101", "202 × 4 (direct finish, okey finish)"."""
    times = f"{count} {TIMES} " if count > 1 else ""
    return in_each_language(
        lambda language: times + format_number(amount, language) + _times_suffix(factors, language)
    )


def _times_suffix(factors: Factors, language: str) -> str:
    """Factors are named in display order."""
    if not factors:
        return ""
    names = [factor.name.in_language(language) for code, factor in FACTORS.items() if code in factors]
    return f" {TIMES} {prod(factors.values())} ({', '.join(names)})"


def _finisher(amount: int, factors: Factors) -> Text:
    return fill(_FINISHED, product=_product(amount, factors))


def _unopened(amount: int, factors: Factors, cap: int | None) -> Text:
    """``cap`` only if it took effect."""
    unopened = fill(_UNOPENED, product=_product(amount, factors))
    return unopened if cap is None else fill(_CAPPED, unopened=unopened, cap=grouped(cap))


def _rack(tiles: int, faces: int, factors: Factors) -> Text:
    """``faces`` are the okeys' numbers."""
    figure = _rack_figure(tiles, faces, multiplied=bool(factors))
    return fill(_RACK, figure=_multiplied(figure, factors))


def _rack_of_pairs(tiles: int, faces: int, factors: Factors, *, doubled: bool) -> Text:
    """Doubled first."""
    figure = _rack_figure(tiles, faces, multiplied=doubled or bool(factors))
    figure += f" {TIMES} 2" if doubled else ""
    return fill(_RACK_OF_PAIRS, figure=_multiplied(figure, factors))


def _multiplied(figure: str, factors: Factors) -> Text:
    return in_each_language(lambda language: figure + _times_suffix(factors, language))


def _rack_figure(tiles: int, faces: int, *, multiplied: bool) -> str:
    if not faces:
        return str(tiles)
    figure = f"{tiles} + okey {faces}"
    return f"({figure})" if multiplied else figure


def _okey_left(amount: int, factors: Factors, count: int) -> Text:
    return fill(_OKEY_LEFT, product=_product(amount, factors, count))


def _cancelled(**points: int) -> Text:
    """By kind of line; those without points are left out."""
    parts = [
        fill(part, points=grouped(points[kind])) for kind, part in _CANCELLED_PARTS.items() if kind in points
    ]
    if not parts:
        return _NOTHING_CANCELLED
    listed = in_each_language(
        lambda language: join_names([part.in_language(language) for part in parts], language)
    )
    return fill(_CANCELLED, parts=listed)


_SENTENCES: Final[Mapping[str, Callable[..., Text]]] = MappingProxyType(
    {
        "finisher": _finisher,
        "unopened": _unopened,
        "rack": _rack,
        "rack_of_pairs": _rack_of_pairs,
        "okey_left": _okey_left,
        "partner_cancelled": _cancelled,
    }
)
"""By rule; they take its values."""
