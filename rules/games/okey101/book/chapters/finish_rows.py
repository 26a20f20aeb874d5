from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.games.okey101.book.cases import opened_seat, sample_hand
from rules.games.okey101.book.play_context import BookContext
from rules.games.okey101.problems import find_errors
from rules.games.okey101.score import score_hand
from rules.localized_text import TIMES, Text, format_signed
from rules.sentences import Row, Table
from rules.sources import Against, source_of

_SAMPLE: Final = 10
_NONE: Final = {"opening": "none"}
_SERIES: Final = opened_seat("series", _SAMPLE)
_PAIRS: Final = opened_seat("pairs", _SAMPLE)
_ALL_SOURCES: Final = ("S0 VI", "S4")


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


_DIRECT_FINISH_IN_S2: Final = Against(
    "S2",
    Text(
        "Oyun sitesi her elden bitişte ötekilere 404 yazar; son taş okeyse 808.",
        "The games site charges the others 404 for any direct finish, 808 if its last tile is an okey.",
    ),
)
_FINISHES: Final = (
    _Finish("7.31", "plain", Text("Düz bitiş", "Plain finish"), "series", "plain", False, _ALL_SOURCES),
    _Finish("7.32", "okey", Text("Okeyle bitiş", "Okey finish"), "series", "okey", False, _ALL_SOURCES),
    _Finish("7.33", "pairs", Text("Çiftten bitiş", "Pairs finish"), "pairs", "plain", False, _ALL_SOURCES),
    _Finish("7.34", "direct", Text("Elden bitiş", "Direct finish"), "series", "plain", True, _ALL_SOURCES),
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
        _ALL_SOURCES,
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
        _DIRECT_FINISH_IN_S2,
    ),
    _Finish(
        "7.41",
        "direct-pairs-okey",
        Text("Elden, çiftten, okeyle", "Direct, with pairs and the okey"),
        "pairs",
        "okey",
        True,
        (),
        _DIRECT_FINISH_IN_S2,
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
_CHARGE_PHRASES: Final = (
    Text("bitene {}", "{} for the finisher"),
    Text("açmayana {}", "{} for a player who has not opened"),
    Text(
        f"seri açıp elinde {_SAMPLE} puan kalana {{}}", f"{{}} for {_SAMPLE} left after opening with series"
    ),
    Text(f"çift açıp elinde {_SAMPLE} puan kalana {{}}", f"{{}} for {_SAMPLE} left after opening with pairs"),
)
"""A row's figures in words, for the last columns."""
_NO_FIGURE: Final = Text("—", "—")


def table(play: BookContext) -> Table:
    return Table(_HEADS, tuple(row for finish in _FINISHES if (row := _finish_row(play, finish))))


def _finish_row(play: BookContext, finish: _Finish) -> Row | None:
    """Return multiplier and points: finisher's, B1's unopened, with series, pairs; None if all refused."""
    figures = [_score_finish(play, finish, opponent) for opponent in (_NONE, _SERIES, _PAIRS)]
    if all(figure is None for figure in figures):
        return None
    first_figures = next(figure for figure in figures if figure)
    factor = Text(f"{TIMES} {first_figures[0]}", f"{TIMES} {first_figures[0]}")
    costs = [_figure_text(figure[2] if figure else None) for figure in figures]
    changed = "multiplier" in play.rules.changes
    otherwise = finish.against if finish.against and not changed else None
    against = otherwise if otherwise and otherwise.place.startswith(play.source) else None
    source = source_of(finish.places, play.source, against, changed=changed)
    cells = (finish.name, factor, _figure_text(first_figures[1]), *costs)
    text = Text(_row_sentence(cells, "tr"), _row_sentence(cells, "en"))
    return Row(finish.number, f"finish-{finish.key}", source, against, text=text, cells=cells)


def _row_sentence(cells: Sequence[Text], language: str) -> str:
    name, factor, *figures = (cell.in_language(language) for cell in cells)
    amounts = [
        phrase.in_language(language).format(figure)
        for phrase, figure in zip(_CHARGE_PHRASES, figures, strict=True)
        if figure != _NO_FIGURE.in_language(language)
    ]
    return f"{name} ({factor}): {', '.join(amounts)}."


def _score_finish(
    play: BookContext, finish: _Finish, opponent: dict[str, Any]
) -> tuple[int, int, int] | None:
    """Return multiplier, A1's (the finisher's) and B1's (``opponent``'s) points; None if refused."""
    # A pairs finish may need another player's open series.
    last_seat = _SERIES if finish.opening == "pairs" and not finish.direct else _NONE
    report = sample_hand(
        play,
        finish.last_tile,
        direct=finish.direct,
        A1=opened_seat(finish.opening),
        B1=opponent,
        B2=last_seat,
    )
    if find_errors(report, play.rules):
        return None
    score = score_hand(report, play.rules)
    return score.multiplier, score.by_seat()["A1"], score.by_seat()["B1"]


def _figure_text(points: int | None) -> Text:
    return _NO_FIGURE if points is None else Text(format_signed(points, "tr"), format_signed(points, "en"))
