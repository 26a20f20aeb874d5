from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "scoring", "tournaments")
KEYWORDS = DEFAULT_KEYWORDS | {
    name: DEFAULT_KEYWORDS[name.removesuffix("_lazy")]
    for name in ("gettext_lazy", "ngettext_lazy", "pgettext_lazy", "npgettext_lazy")
}
STRING = r"""(u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))"""
IN_TEMPLATE = re.compile(rf"\b(?:(n?p?)gettext|_)\(\s*{STRING}(?:,\s*{STRING})?")

Message = tuple[str | None, str]


def in_code() -> Iterator[tuple[Message, Path]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            messages = extract("python", io.BytesIO(path.read_bytes()), keywords=KEYWORDS)
            for _line, message, _comments, context in messages:
                single = message[0] if isinstance(message, tuple) else message
                yield (context, single), path


def in_templates() -> Iterator[tuple[Message, Path]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for kind, first, second in IN_TEMPLATE.findall(templatize(path.read_text())):
            with_context = "p" in kind
            context = ast.literal_eval(first) if with_context else None
            yield (context, ast.literal_eval(second if with_context else first)), path


@pytest.fixture(scope="module")
def turkish_catalog() -> Catalog:
    with (ROOT / "locale/tr/LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file)


@pytest.mark.parametrize("found", [in_code, in_templates])
def test_every_string_is_in_the_catalog(turkish_catalog, found):
    missing = {
        (message, path.relative_to(ROOT).as_posix())
        for message, path in found()
        if message[1] and turkish_catalog.get(message[1], message[0]) is None
    }
    assert sorted(missing, key=str) == []


def test_every_entry_is_translated_and_none_is_fuzzy(turkish_catalog):
    entries = [message for message in turkish_catalog if message.id]
    untranslated = [
        message.id
        for message in entries
        if not (all(message.string) if isinstance(message.string, tuple) else message.string)
    ]
    assert len(entries) > 100
    assert untranslated == []
    assert [message.id for message in entries if message.fuzzy] == []


def test_placeholders_survive_translation(turkish_catalog):
    mismatched = []
    for message in turkish_catalog:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        placeholders = set().union(*(re.findall(r"%\(\w+\)[sd]", text) for text in ids))
        mismatched += [
            message.id for text in strings if not set(re.findall(r"%\(\w+\)[sd]", text)) <= placeholders
        ]
    assert mismatched == []
