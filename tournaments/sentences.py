"""Sentences with names, which browsers must not translate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Self

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.naming.names import replace_placeholders


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


def fill_marks(text: str, name_of: Callable[[str], str]) -> Sentence:
    """Replace marks like “⟦key⟧”."""
    html = replace_placeholders(escape(text), lambda key: untranslated(name_of(key)))
    return Sentence(replace_placeholders(text, name_of), mark_safe(html))  # noqa: S308 - all parts are escaped


def with_names(template: str, **names: str) -> SafeString:
    return fill_names(template, names).html
