from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, Final

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.live.fragment_store import fragment_store

FRAGMENT_SECONDS: Final = 3_600.0

register = template.Library()


@register.tag
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


class CachedFragmentNode(template.Node):
    def __init__(
        self, line: int, expressions: Sequence[FilterExpression], nodelist: template.NodeList
    ) -> None:
        self.line, self.shows, self.piece = line, expressions, nodelist

    def render(self, context: template.Context) -> SafeString:
        values = tuple(_cache_value(expression.resolve(context)) for expression in self.shows)
        key = (self.origin.name, self.line, get_language(), values)
        text = fragment_store.get_or_compute(
            key, partial(self.piece.render, context), seconds=FRAGMENT_SECONDS
        )
        return mark_safe(text)  # noqa: S308 - made by templates


def _cache_value(item: object) -> Hashable:
    value: Any = getattr(item, "cache_value", item)
    return repr(value) if isinstance(value, list) else value
