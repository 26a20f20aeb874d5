"""`{% kept … %}`: a piece of a page that is made once for what it shows, and again when that has changed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scoring.live.views.response_cache import Shelf

MOST = 4_096
SECONDS = 3_600.0

pieces: Shelf[str] = Shelf(most=MOST, seconds=SECONDS)


class Kept(template.Node):
    def __init__(self, line: int, shows: Sequence[FilterExpression], piece: template.NodeList) -> None:
        self.line, self.shows, self.piece = line, shows, piece

    def render(self, context: template.Context) -> SafeString:
        shown = tuple(_told(one.resolve(context)) for one in self.shows)
        piece = (self.origin.name, self.line, get_language(), shown)
        text = pieces.take(piece, partial(self.piece.render, context))
        return mark_safe(text)  # noqa: S308 - made by templates


def kept(parser: Parser, token: Token) -> Kept:
    """`{% kept x y %}…{% endkept %}`: what stands between depends on nothing but x, y and the language.

    These are words and figures, lists of them, or things that have `told`: all that a page shows of them.
    """
    _name, *shows = token.split_contents()
    piece = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(token.lineno or 0, [parser.compile_filter(one) for one in shows], piece)


def _told(shown: object) -> Hashable:
    told: Any = getattr(shown, "told", shown)
    return repr(told) if isinstance(told, list) else told
