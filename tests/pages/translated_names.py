"""Browsers that translate pages leave names and codes alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tests.pages.page_crawl import CrawledResponse
from tests.pages.page_parser import TEXT_ATTRIBUTES, ParsedHtml, read
from tests.pages.pseudo_locale import ARMENIAN

NAME = re.compile(f"[{ARMENIAN}]", re.IGNORECASE)
NOT_TRANSLATED = ("script", "style", "textarea")
NOT_SHOWN = ("content",)
"""Attributes of `meta` go to search engines and previews, which no browser translates."""
CODES = {"code", "ci-digits", "su-code", "o-code-short"}
"""The tag of codes, and classes of room codes, an applicant's code and the players' code of a table."""
GUIDES = "scoring:guide"
"""Its code is a command or an address in a text of ours."""


def texts_to_mark(answer: CrawledResponse, page: ParsedHtml | None) -> Iterator[str]:
    """Yield texts of a page and of its messages that lack `translate="no"`."""
    roots = [read(message, whole=False).root for message in answer.messages]
    for root in [page.root, *roots] if page else roots:
        texts = [*names_to_translate(root), *(() if answer.name == GUIDES else codes_to_translate(root))]
        yield from (" ".join(text.split()) for text in texts)


def names_to_translate(root: Element) -> Iterator[str]:
    """Yield texts and attributes; a name within a label of ours leaves the whole label untranslated.

    A part of an attribute can't be marked, and a translated name misleads more than an untranslated word.
    """
    for element, text, _classes in translated_texts(root):
        attributes = (element.get(name, "") for name in TEXT_ATTRIBUTES if name not in NOT_SHOWN)
        if element.tag not in NOT_TRANSLATED:
            yield from filter(NAME.search, (text, *attributes))


def codes_to_translate(root: Element) -> Iterator[str]:
    for element, text, classes in translated_texts(root):
        if text.strip() and not CODES.isdisjoint({*classes, str(element.tag)}):
            yield text


def translated_texts(
    element: Element, classes: frozenset[str] = frozenset()
) -> Iterator[tuple[Element, str, frozenset[str]]]:
    """Yield texts that a browser may translate, with their element and the classes around them."""
    if not isinstance(element.tag, str):
        return
    if element.get("translate") == "no":
        return
    classes |= set(element.get("class", "").split())
    yield element, element.text or "", classes
    for child in element:
        yield from translated_texts(child, classes)
        yield element, child.tail or "", classes
