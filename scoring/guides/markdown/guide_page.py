from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override
from markdown_it.token import Token

from scoring.guides.markdown.anchors import Anchors
from scoring.guides.markdown.rendering import build_parser
from scoring.guides.queries import Guide

TITLE, LEAD, BODY = 1, 7, 9
"""Indexes of the first tokens: title, line with the link to the other language, introduction."""
CHAPTER: Final = "h2"
FOLLOWING_BLOCK_TYPES: Final = ("fence", "table_open", "bullet_list_open", "ordered_list_open")


@dataclass(frozen=True)
class RenderedGuide:
    title: str
    lead: str
    chapters: tuple[tuple[str, str], ...]
    body: SafeString


@cache
def render_guide(guide: Guide, language: str) -> RenderedGuide:
    """Return title, lead, chapters and HTML of the guide's file in `language`, cached."""
    parser = build_parser()
    tokens = parser.parse(guide.file(language).read_text(encoding="utf-8"))
    body = tokens[BODY:]
    chapters = tuple(_set_anchors(body))
    _unwrap_pictures(body)
    _keep_with_next(body)
    with override(language):
        html = mark_safe(parser.renderer.render(body, parser.options, {}))  # noqa: S308  no HTML of the file's
    return RenderedGuide(tokens[TITLE].content, tokens[LEAD].content, chapters, html)


def _set_anchors(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    anchors = Anchors()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            title = "".join(part.content for part in tokens[place + 1].children or ())
            token.attrSet("id", anchors.slug_for(title))
            if token.tag == CHAPTER:
                yield str(token.attrGet("id")), title


def _unwrap_pictures(tokens: Sequence[Token]) -> None:
    for opens, inline, closes in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if [part.type for part in inline.children or ()] == ["image"]:
            opens.hidden = closes.hidden = True


def _keep_with_next(tokens: Sequence[Token]) -> None:
    """Forbid page breaks between a paragraph and a following block, list or table."""
    for opens, follows in zip(tokens, tokens[3:], strict=False):
        if opens.type == "paragraph_open" and follows.type in FOLLOWING_BLOCK_TYPES:
            opens.attrSet("class", "g-leads")
