"""Sentences with names, which browsers must not translate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Self

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe


def untranslated(name: str) -> SafeString:
    return format_html('<span translate="no">{}</span>', name)


class Sentence(str):
    """Plain text, but in HTML its names are marked as untranslated."""

    __slots__ = ("html",)

    html: SafeString

    def __new__(cls, text: str, html: SafeString | None = None) -> Self:
        sentence = super().__new__(cls, text)
        sentence.html = escape(text) if html is None else html
        return sentence

    def __str__(self) -> str:
        return self

    def __html__(self) -> SafeString:
        return self.html


def fill_names(template: str, names: Mapping[str, str], /, **others: object) -> Sentence:
    """Fill placeholders like “%(name)s”, those in `names` with names."""
    escaped = {key: escape(value) for key, value in others.items()}
    html = escape(template) % {**escaped, **{key: untranslated(name) for key, name in names.items()}}
    return Sentence(template % {**others, **names}, mark_safe(html))  # noqa: S308 - all parts are escaped


def find_names(text: str, names: Iterable[str]) -> Sentence:
    """Return a sentence of plain text; whole words that are among `names` are its names."""
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    pattern = rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)"
    parts = re.split(pattern, text) if longest_first else [text]
    shown = [untranslated(part) if index % 2 else part for index, part in enumerate(parts)]
    return Sentence(text, format_html_join("", "{}", ([part] for part in shown)))


def with_names(template: str, **names: str) -> SafeString:
    return fill_names(template, names).html
