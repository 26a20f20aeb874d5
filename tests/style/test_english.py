"""Plain English: replaced words do not come back (CONTRIBUTING, Style)."""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "benchmarks",
    "config",
    "docs",
    "rules",
    "scoring",
    "static",
    "templates",
    "tests",
    "tournaments",
)
TEXT_FILES = (".css", ".html", ".js", ".md", ".py")
LAYERS = ("domain", "emails", "forms", "pdf", "queries", "urls", "views")
"""Module names that each subject may have."""

REPLACED = {
    r"who(m|ever|mever|se?ever)": "who, anyone who, or the role",
    r"anew": "again",
    r"amiss": "wrong; error",
    r"lest": "so that … not",
    r"hitherto|thereof|whereupon": "present tense, one clause",
    r"hindrance": "blocker",
    r"mend(s|ed|ing)?": "fix, repair",
    r"untold": "missing inputs",
}
"""Patterns of whole words in any text, with the plain word."""

NOT_IN_NAMES = {
    "told": "what it is: payload, summary, rows",
    "said": "what it is: text, sentence",
    "deeds": "seat events",
    "likeness": "fuzzy match",
    "rehearsal": "dry run",
    "hindrance": "blocker",
}
"""Words that are no part of a Python name, with the plain word."""

NOT_AS_NAMES = {
    "one": "the noun",
    "ones": "the noun",
    "kept": "what it is: cached, stored",
    "made": "what it is: created, rendered",
}
"""Words that are no whole Python name, with the noun to use."""


def text_problems(text: str) -> list[str]:
    return [
        f"“{found[0]}” ({plain})"
        for pattern, plain in REPLACED.items()
        if (found := re.search(rf"\b({pattern})\b", text, re.IGNORECASE))
    ]


def name_problems(name: str) -> list[str]:
    words = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower().split("_")
    parts = [f"“{name}” ({plain})" for word, plain in NOT_IN_NAMES.items() if word in words]
    return parts + [f"“{name}” ({NOT_AS_NAMES[name]})" for _ in [0] if name in NOT_AS_NAMES]


def text_files() -> Iterator[Path]:
    for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*")):
        if path.suffix in TEXT_FILES and path != Path(__file__) and "data" not in path.parts:
            yield path
    yield from ROOT.glob("*.md")


def python_names(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string


def test_no_replaced_word_comes_back():
    lines = [
        (path, number, line)
        for path in text_files()
        if not path.name.endswith(".tr.md")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]
    assert len(lines) > 1000
    assert [
        f"{path.relative_to(ROOT)}:{number}: {problem}"
        for path, number, line in lines
        for problem in text_problems(line)
    ] == []


def test_names_say_what_they_are():
    sources = [path for path in text_files() if path.suffix == ".py"]
    assert len(sources) > 1000
    assert [
        f"{path.relative_to(ROOT)}:{number}: {problem}"
        for path in sources
        for number, name in python_names(path.read_text(encoding="utf-8"))
        for problem in name_problems(name)
    ] == []


@pytest.mark.parametrize("app", ["scoring", "tournaments"])
def test_module_name_stands_at_most_twice_in_an_app(app):
    names = Counter(path.stem for path in (ROOT / app).rglob("*.py"))
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 2 and name not in {*LAYERS, "__init__"}] == []


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("Whoever comes", ["“Whoever” (who, anyone who, or the role)"]),
        ("made anew", ["“anew” (again)"]),
        ("the latest test, a renewal, recommended", []),
    ],
)
def test_list_finds_whole_words(text, problems):
    assert text_problems(text) == problems


@pytest.mark.parametrize(
    ("name", "count"),
    [("hands_told", 1), ("isTold", 1), ("one", 1), ("one_page", 0), ("kept", 1), ("kept_backups", 0)],
)
def test_list_reads_words_of_names(name, count):
    assert len(name_problems(name)) == count
