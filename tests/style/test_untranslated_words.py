"""Sources contain no untranslated words, also where `tests/pages/test_every_page.py` renders nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = [*sorted((ROOT / "static").rglob("*.js")), *sorted((ROOT / "templates").rglob("*.js"))]

TRANSLATED = re.compile(r"{%\s*blocktranslate.*?{%\s*endblocktranslate\s*%}", re.S)
NOT_SHOWN = re.compile(
    "|".join(
        (
            r"{#.*?#}|{%\s*comment.*?{%\s*endcomment\s*%}|<!--.*?-->",
            r"{%\s*block (?:body|page)_class\s*%}[^{]*",
            r"&\w+;|<!doctype[^>]*>|<script.*?</script>",
        )
    ),
    re.S | re.I,
)
TAGS = re.compile(r"{%.*?%}|{{.*?}}", re.S)
TEXT_ATTRIBUTE = re.compile(
    r"\s(?:alt|aria-label|title|placeholder|aria-description|label|content)=(?:\"([^\"]*)\"|'([^']*)')"
)
ELEMENT = re.compile(r"<[^>]*>", re.S)
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {"Istaka", "English", "Türkçe", "EN", "TR"}
"""The product's name, and each language's name in that language."""

LITERAL = re.compile(
    "|".join(
        (
            r"//[^\n]*|/\*.*?\*/",
            r"(?P<quoted>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)",
            r"/(?![/*\s])(?:[^/\\\n\[]|\\.|\[[^\]\n]*\])+/[gimsuy]*(?=[\s.,;)])",
        )
    ),
    re.S,
)
"""Comments, strings and regular expressions, each of which can contain the others."""
SENTENCE = re.compile(
    r"[A-Za-zÇĞİÖŞÜçğıöşü’']{2,}[,.:;!?…]? [A-Za-zÇĞİÖŞÜçğıöşü]{2,}|^[A-ZÇĞİÖŞÜ][a-zçğıöşü]+[.…!?]?$|…"
)
"""Several words, or a capitalized one; selectors and codes don't match."""
NOT_WORDS = re.compile(r"^use strict$|[.#\[\]>=:;{}()]|^(?:Arrow|Page|Content-|HX-|X-)")
CLASSES = re.compile(r"\.className\b[^;]*;")
KEYS = {"Accept", "Backspace", "Delete", "End", "Enter", "Escape", "Home", "Space", "Spacebar", "Tab"}


def test_templates_contain_no_words():
    found = {path.name: words for path in TEMPLATES if (words := words_in(path.read_text(encoding="utf-8")))}
    assert found == {}


def words_in(template: str) -> list[str]:
    source = TAGS.sub(" ", NOT_SHOWN.sub(" ", TRANSLATED.sub(" ", template)))
    attributes = " ".join(
        "".join(groups) for groups in TEXT_ATTRIBUTE.findall(source) if not is_machine_talk(*groups)
    )
    return [word for word in WORD.findall(f"{ELEMENT.sub(' ', source)} {attributes}") if word not in NAMES]


def is_machine_talk(*values: str) -> bool:
    return any(re.search(r"[={#]|^(light )?dark$|^no|^summary", value) for value in values)


def test_scripts_contain_no_words():
    found = {path.name: sentences_in(path.read_text(encoding="utf-8")) for path in SCRIPTS}
    assert {name: texts for name, texts in found.items() if texts} == {}


def sentences_in(script: str) -> list[str]:
    quoted = [literal["quoted"] for literal in LITERAL.finditer(CLASSES.sub("", script))]
    return [literal[1:-1] for literal in quoted if literal and is_sentence(literal[1:-1])]


def is_sentence(text: str) -> bool:
    return bool(SENTENCE.search(text)) and not NOT_WORDS.search(text) and text not in KEYS


@pytest.mark.parametrize("text", ["Saving…", "hand saved", "Kaydedildi", "el kaydedildi"])
def test_sentences_are_detected(text):
    assert is_sentence(text)


@pytest.mark.parametrize(
    "text", ["Enter", "ArrowDown", "use strict", ".step h2, .entry-body h1", "aria-label", "a b"]
)
def test_technical_codes_are_no_sentences(text):
    assert not is_sentence(text)
