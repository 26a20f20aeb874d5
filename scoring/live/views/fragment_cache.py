from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scoring.live.views.response_cache import ResponseCache

MAX_FRAGMENTS = 4_096
SECONDS = 3_600.0

fragments: ResponseCache[str] = ResponseCache(max_entries=MAX_FRAGMENTS, seconds=SECONDS)


class CachedFragmentNode(template.Node):
    def __init__(
        self, line: int, expressions: Sequence[FilterExpression], nodelist: template.NodeList
    ) -> None:
        self.line, self.shows, self.piece = line, expressions, nodelist

    def render(self, context: template.Context) -> SafeString:
        values = tuple(_cache_value(expression.resolve(context)) for expression in self.shows)
        key = (self.origin.name, self.line, get_language(), values)
        text = fragments.get_or_compute(key, partial(self.piece.render, context))
        return mark_safe(text)  # noqa: S308 - made by templates


def cached_fragment(parser: Parser, token: Token) -> CachedFragmentNode:
    """Compile the tag that renders its block once for each language and its values.

    Values are strings, numbers, lists of them, or objects with `cache_value`, which covers all shown.
    """
    _name, *arguments = token.split_contents()
    nodelist = parser.parse(("endcached_fragment",))
    parser.delete_first_token()
    return CachedFragmentNode(
        token.lineno or 0, [parser.compile_filter(argument) for argument in arguments], nodelist
    )


def _cache_value(item: object) -> Hashable:
    value: Any = getattr(item, "cache_value", item)
    return repr(value) if isinstance(value, list) else value
