from __future__ import annotations

from functools import lru_cache

from scoring.sharing.cards.card_canvas import (
    BLUE,
    CLOTH_DEEP,
    HEIGHT,
    IVORY,
    IVORY_EDGE,
    RED,
    SOFT,
    WIDTH,
    Canvas,
)
from scoring.sharing.cards.card_content import Card, Line

LEFT, RIGHT = 72, WIDTH - 72
MAX_LINES = 4
CACHED_CARDS = 64
"""The number of cached pictures, about 30 kB each."""


@lru_cache(maxsize=CACHED_CARDS)
def draw(card: Card) -> bytes:
    """Return a PNG with at most MAX_LINES lines, others left out; equal cards give equal bytes. Cached."""
    canvas = Canvas()
    canvas.box(0, HEIGHT - 96, WIDTH, 96, colour=CLOTH_DEEP)
    if card.logo:
        canvas.picture(card.logo, RIGHT - 150, 48, 150)
    else:
        canvas.tile("10", RED, 946, 52, turned=8)
        canvas.tile("1", BLUE, 1040, 48, turned=-7)
    canvas.text(card.title, LEFT, 128, 60, bold=True, width=830, smallest=32)
    canvas.text(card.subtitle, LEFT, 180, 27, colour=SOFT, width=830, smallest=20)
    _state(canvas, card)
    for place, line in enumerate(card.lines[:MAX_LINES]):
        _draw_line(canvas, line, place, line_count=min(len(card.lines), MAX_LINES))
    canvas.text("Istaka", LEFT, HEIGHT - 36, 34, bold=True, colour=IVORY)
    canvas.text(card.footer, RIGHT, HEIGHT - 37, 24, colour=SOFT, align="r", width=700)
    return canvas.png()


def _state(canvas: Canvas, card: Card) -> None:
    if not card.live:
        canvas.text(card.state, LEFT, 252, 30, bold=True, colour=IVORY, width=RIGHT - LEFT, smallest=22)
        return
    canvas.dot(LEFT + 10, 241, 10, colour=IVORY)
    canvas.text(card.state, LEFT + 36, 252, 30, bold=True, colour=IVORY, width=RIGHT - LEFT - 36, smallest=22)


def _draw_line(canvas: Canvas, line: Line, place: int, *, line_count: int) -> None:
    """Draw line `place` (from 0): mark, name, figure at the right; up to two lines are larger."""
    height = 104 if line_count <= 2 else 60  # noqa: PLR2004 - two sides, or the first of two groups
    size, top = (56, 300) if line_count <= 2 else (34, 284)  # noqa: PLR2004
    y = top + place * height
    if place:
        canvas.box(LEFT, y - 6, RIGHT - LEFT, 1, colour=IVORY_EDGE)
    base = y + height * 6 // 10 + size // 6
    x = LEFT
    if line.side:
        canvas.side(line.mark, LEFT, base - size * 9 // 10, size)
        x += size + 26
    elif line.cup:
        canvas.cup(LEFT, base - size * 9 // 10, size, colour=IVORY_EDGE)
        x += size + 26
    elif line.mark:
        x += canvas.text(line.mark, LEFT, base, size, bold=True, colour=IVORY_EDGE) + 26
    figure = canvas.text(line.figure, RIGHT, base, size, bold=line.strong, align="r") if line.figure else 0
    canvas.text(
        line.name,
        x,
        base,
        size,
        bold=line.strong,
        colour=IVORY,
        width=RIGHT - x - figure - 30,
        smallest=size * 3 // 5,
    )
