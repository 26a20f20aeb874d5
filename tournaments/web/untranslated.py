"""Names and codes that browsers must not translate."""

from __future__ import annotations

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe


def untranslated(name: str) -> SafeString:
    return format_html('<span translate="no">{}</span>', name)


def with_names(sentence: str, **names: str) -> SafeString:
    """Fill placeholders like “%(name)s” of a sentence with names."""
    marked = {placeholder: untranslated(name) for placeholder, name in names.items()}
    return mark_safe(escape(sentence) % marked)  # noqa: S308 - all parts are escaped
