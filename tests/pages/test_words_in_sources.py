"""Words that no visit may ever show: templates and scripts hold none of their own.

`test_pseudo_locale` opens every address, but not every branch of every template; here the sources are read.
What a script shows, its page gives it (`data-…`, a `template`, a JSON of words), for there it is translated.
"""

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
TOLD = re.compile(
    r"\s(?:alt|aria-label|title|placeholder|aria-description|label|content)=(?:\"([^\"]*)\"|'([^']*)')"
)
ELEMENT = re.compile(r"<[^>]*>", re.S)
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {"Istaka", "English", "Türkçe", "EN", "TR"}
"""The name of the house, and of each language in that language."""

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
"""Comments, strings, regular expressions: each hides the others."""
SENTENCE = re.compile(
    r"[A-Za-zÇĞİÖŞÜçğıöşü’']{2,}[,.:;!?…]? [A-Za-zÇĞİÖŞÜçğıöşü]{2,}|^[A-ZÇĞİÖŞÜ][a-zçğıöşü]+[.…!?]?$|…"
)
"""Words apart, or one word with a capital; selectors and codes look otherwise."""
NOT_WORDS = re.compile(r"^use strict$|[.#\[\]>=:;{}()]|^(?:Arrow|Page|Content-|HX-|X-)")
CLASSES = re.compile(r"\.className\b[^;]*;")
KEYS = {"Accept", "Backspace", "Delete", "End", "Enter", "Escape", "Home", "Space", "Spacebar", "Tab"}


@pytest.mark.parametrize(
    "template", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix()
)
def test_a_template_holds_no_words(template: Path):
    source = NOT_SHOWN.sub(" ", TRANSLATED.sub(" ", template.read_text(encoding="utf-8")))
    source = TAGS.sub(" ", source)
    told = " ".join("".join(found) for found in TOLD.findall(source) if not is_machine_talk(*found))
    shown = ELEMENT.sub(" ", source)
    assert [word for word in WORD.findall(f"{shown} {told}") if word not in NAMES] == []


def is_machine_talk(*values: str) -> bool:
    """What a `meta` says to a browser: sizes, colours, settings."""
    return any(re.search(r"[={#]|^(light )?dark$|^no|^summary", value) for value in values)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_holds_no_words(script: Path):
    source = CLASSES.sub("", script.read_text(encoding="utf-8"))
    quoted = [found["quoted"] for found in LITERAL.finditer(source)]
    texts = [one[1:-1] for one in quoted if one]
    assert [text for text in texts if is_sentence(text)] == []


def is_sentence(text: str) -> bool:
    return bool(SENTENCE.search(text)) and not NOT_WORDS.search(text) and text not in KEYS


@pytest.mark.parametrize("text", ["Saving…", "hand saved", "Kaydedildi", "el kaydedildi"])
def test_sentences_are_found(text):
    assert is_sentence(text)


@pytest.mark.parametrize(
    "text", ["Enter", "ArrowDown", "use strict", ".step h2, .e-body h1", "aria-label", "a b"]
)
def test_codes_are_left_alone(text):
    assert not is_sentence(text)
