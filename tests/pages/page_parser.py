"""Parses a page strictly: its tree, its faults, and every text that a person can see or hear."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
from html5lib.constants import E as MEANINGS

SPOKEN = ("alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "content")
TEXT_ATTRIBUTES = (*SPOKEN, "label", "placeholder", "summary", "title")
SENTENCE = re.compile(r"\w\s+\w|^[A-ZÇĞİÖŞÜ][a-zçğıöşü]+(?!\w|/)")
"""A `data-*` value that a script may show: several words, or a capitalized one; codes don't match."""
META = ("description", "og:title", "og:description", "og:image:alt", "twitter:title", "twitter:description")


@dataclass(frozen=True)
class ParsedHtml:
    root: Element
    faults: list[str]

    def every(self, *tags: str) -> Iterator[Element]:
        return (element for element in self.root.iter() if element.tag in tags)


def read(text: str, *, whole: bool) -> ParsedHtml:
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    root = parser.parse(text) if whole else parser.parseFragment(text, container="body")
    faults = [
        f"line {line}, column {column}: {MEANINGS[code] % details}"
        for (line, column), code, details in parser.errors
        if whole or code != "expected-doctype-but-got-start-tag"
    ]
    return ParsedHtml(root, faults)


def words_shown(element: Element, language: str = "tr") -> Iterator[str]:
    if not isinstance(element.tag, str):
        return
    if element.get("translate") == "no" or element.get("lang", language) != language:
        return
    yield from _in_attributes(element)
    if element.tag == "script":
        yield from _in_script(element)
    elif element.tag != "style":
        yield element.text or ""
        for child in element:
            yield from words_shown(child, language)
            yield child.tail or ""


def _in_attributes(element: Element) -> Iterator[str]:
    if element.tag == "meta":
        if (element.get("name") or element.get("property")) in META:
            yield element.get("content", "")
        return
    yield from (element.get(name, "") for name in TEXT_ATTRIBUTES)
    if element.tag == "input" and element.get("type") in ("submit", "button", "reset"):
        yield element.get("value", "")
    yield from (
        value
        for name, value in element.attrib.items()
        if name.startswith("data-") and SENTENCE.search(value) and not value.startswith(("{", "["))
    )
    yield element.get("hx-confirm", "")


def _in_script(element: Element) -> Iterator[str]:
    if element.get("type") == "application/json":
        yield from _in_json(json.loads(element.text or "null"))


def _in_json(value: Any) -> Iterator[str]:
    if isinstance(value, str) and SENTENCE.search(value):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _in_json(item)
    elif isinstance(value, list):
        for item in value:
            yield from _in_json(item)
