from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.games.okey101.book.cases import hand, opened
from rules.games.okey101.book.play import Play
from rules.games.okey101.problems import find_errors
from rules.games.okey101.score import score_hand
from rules.sentences import Row, Table
from rules.sources import Against, source_of
from rules.text import TIMES, Text, signed

_SAMPLE: Final = 10
_NONE: Final = {"opening": "none"}
_SERIES: Final = opened("series", _SAMPLE)
_PAIRS: Final = opened("pairs", _SAMPLE)
_ALL: Final = ("S0 VI", "S4")


@dataclass(frozen=True, slots=True)
class _Finish:
    number: str
    key: str
    name: Text
    opening: str
    last_tile: str
    direct: bool
    places: tuple[str, ...]
    against: Against | None = None


_SAID_OF_DIRECT: Final = Against(
    "S2",
    Text(
        "Oyun sitesi her elden bitişte ötekilere 404 yazar; son taş okeyse 808.",
        "The games site charges the others 404 for any direct finish, 808 if its last tile is an okey.",
    ),
)
_FINISHES: Final = (
    _Finish("7.31", "plain", Text("Düz bitiş", "Plain finish"), "series", "plain", False, _ALL),
    _Finish("7.32", "okey", Text("Okeyle bitiş", "Okey finish"), "series", "okey", False, _ALL),
    _Finish("7.33", "pairs", Text("Çiftten bitiş", "Pairs finish"), "pairs", "plain", False, _ALL),
    _Finish(
        "7.34", "direct", Text("Elden bitiş", "Direct finish"), "series", "plain", True, ("S0 VI", "S2", "S4")
    ),
    _Finish(
        "7.35",
        "devam",
        Text("Okey ikiye", "Double okey finish"),
        "series",
        "double_okey",
        False,
        ("S0 VI",),
    ),
    _Finish(
        "7.36",
        "direct-okey",
        Text("Elden, okeyle", "Direct, with the okey"),
        "series",
        "okey",
        True,
        ("S0 VI", "S2", "S4"),
    ),
    _Finish(
        "7.37",
        "pairs-okey",
        Text("Çiftten, okeyle", "Pairs, with the okey"),
        "pairs",
        "okey",
        False,
        ("S0 VI",),
    ),
    _Finish(
        "7.38",
        "direct-devam",
        Text("Elden, okey ikiye", "Direct, with the double okey"),
        "series",
        "double_okey",
        True,
        ("S0 VI",),
    ),
    _Finish(
        "7.39",
        "pairs-devam",
        Text("Çiftten, okey ikiye", "Pairs, with the double okey"),
        "pairs",
        "double_okey",
        False,
        (),
    ),
    _Finish(
        "7.40",
        "direct-pairs",
        Text("Elden, çiftten", "Direct, with pairs"),
        "pairs",
        "plain",
        True,
        (),
        _SAID_OF_DIRECT,
    ),
    _Finish(
        "7.41",
        "direct-pairs-okey",
        Text("Elden, çiftten, okeyle", "Direct, with pairs and the okey"),
        "pairs",
        "okey",
        True,
        (),
        _SAID_OF_DIRECT,
    ),
    _Finish(
        "7.43",
        "direct-pairs-devam",
        Text("Elden, çiftten, okey ikiye", "Direct, with pairs and the double okey"),
        "pairs",
        "double_okey",
        True,
        (),
    ),
)
_HEADS: Final = (
    Text("Bitiş", "Finish"),
    Text("Kat", "Factor"),
    Text("Biten", "Finisher"),
    Text("Açmayan", "Unopened"),
    Text(f"Seri açan, {_SAMPLE} kaldı", f"Series, {_SAMPLE} left"),
    Text(f"Çift açan, {_SAMPLE} kaldı", f"Pairs, {_SAMPLE} left"),
)
_CHARGED: Final = (
    Text("bitene {}", "{} for the finisher"),
    Text("açmayana {}", "{} for a player who has not opened"),
    Text(
        f"seri açıp elinde {_SAMPLE} puan kalana {{}}", f"{{}} for {_SAMPLE} left after opening with series"
    ),
    Text(f"çift açıp elinde {_SAMPLE} puan kalana {{}}", f"{{}} for {_SAMPLE} left after opening with pairs"),
)
"""The figures of a row in words, one for each of the last columns."""
_NO_FIGURE: Final = Text("—", "—")


def table(play: Play) -> Table:
    return Table(_HEADS, tuple(row for finish in _FINISHES if (row := _row(play, finish))))


def _row(play: Play, finish: _Finish) -> Row | None:
    """Return a finish's figures; None if the rule set doesn't have it."""
    figures = [_points(play, finish, opponent) for opponent in (_NONE, _SERIES, _PAIRS)]
    if all(figure is None for figure in figures):
        return None
    first_figures = next(figure for figure in figures if figure)
    factor = Text(f"{TIMES} {first_figures[0]}", f"{TIMES} {first_figures[0]}")
    costs = [_figure(figure[2] if figure else None) for figure in figures]
    changed = "multiplier" in play.rules.changes
    otherwise = finish.against if finish.against and not changed else None
    against = otherwise if otherwise and otherwise.place.startswith(play.source) else None
    source = source_of(finish.places, play.source, against, changed=changed)
    cells = (finish.name, factor, _figure(first_figures[1]), *costs)
    text = Text(_told(cells, "tr"), _told(cells, "en"))
    return Row(finish.number, f"finish-{finish.key}", source, against, text=text, cells=cells)


def _told(cells: Sequence[Text], language: str) -> str:
    name, factor, *figures = (cell.in_language(language) for cell in cells)
    amounts = [
        phrase.in_language(language).format(figure)
        for phrase, figure in zip(_CHARGED, figures, strict=True)
        if figure != _NO_FIGURE.in_language(language)
    ]
    return f"{name} ({factor}): {', '.join(amounts)}."


def _points(play: Play, finish: _Finish, opponent: dict[str, Any]) -> tuple[int, int, int] | None:
    """Return multiplier, finisher's and opponent's points; None if impossible."""
    # A pairs finish may need another player's open series.
    last_seat = _SERIES if finish.opening == "pairs" and not finish.direct else _NONE
    report = hand(
        play, finish.last_tile, direct=finish.direct, A1=opened(finish.opening), B1=opponent, B2=last_seat
    )
    if find_errors(report, play.rules):
        return None
    score = score_hand(report, play.rules)
    return score.multiplier, score.by_seat()["A1"], score.by_seat()["B1"]


def _figure(points: int | None) -> Text:
    return _NO_FIGURE if points is None else Text(signed(points, "tr"), signed(points, "en"))
