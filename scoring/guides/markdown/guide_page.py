"""A guide as its page shows it, made from its Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override
from markdown_it.token import Token

from scoring.guides.markdown.anchors import Anchors
from scoring.guides.markdown.rendering import markdown
from scoring.guides.queries import Guide

TITLE, LEAD, BODY = 1, 7, 9
"""Where they are among the tokens: the title, the line that leads to the other language, what it is about."""
CHAPTER: Final = "h2"
LED_TO: Final = ("fence", "table_open", "bullet_list_open", "ordered_list_open")


@dataclass(frozen=True)
class Written:
    """What stands above a guide, its chapters by anchor and title, and all the rest as HTML of ours."""

    title: str
    lead: str
    chapters: tuple[tuple[str, str], ...]
    body: SafeString


@cache
def written(guide: Guide, language: str) -> Written:
    """Read a guide, once: a file changes with the release only."""
    parser = markdown()
    tokens = parser.parse(guide.file(language).read_text(encoding="utf-8"))
    body = tokens[BODY:]
    chapters = tuple(_named(body))
    _stand_alone(body)
    _lead_on(body)
    with override(language):
        html = mark_safe(parser.renderer.render(body, parser.options, {}))  # noqa: S308  no HTML of the file's
    return Written(tokens[TITLE].content, tokens[LEAD].content, chapters, html)


def _named(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Give each heading its anchor; yield those of chapters, with their titles."""
    anchors = Anchors()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            title = "".join(part.content for part in tokens[place + 1].children or ())
            token.attrSet("id", anchors.of(title))
            if token.tag == CHAPTER:
                yield str(token.attrGet("id")), title


def _stand_alone(tokens: Sequence[Token]) -> None:
    """Take the paragraph away around a picture that is all of it."""
    for opens, inline, closes in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if [part.type for part in inline.children or ()] == ["image"]:
            opens.hidden = closes.hidden = True


def _lead_on(tokens: Sequence[Token]) -> None:
    """Mark the paragraphs that no page may part from what follows: a block, a list, a table."""
    for opens, follows in zip(tokens, tokens[3:], strict=False):
        if opens.type == "paragraph_open" and follows.type in LED_TO:
            opens.attrSet("class", "g-leads")
