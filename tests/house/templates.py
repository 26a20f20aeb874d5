"""What templates are held to, so that one can read them: short lines, and few sentences in an element."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from config.platform.template_loader import QUOTED, TEMPLATE_TAG

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = ROOT / "templates"
LONG = 200
SENTENCES = 2
CRUMB = 10
PACKAGES = ("config", "scoring", "tournaments")

PIECE = re.compile(
    rf"(?P<template>{TEMPLATE_TAG})|<!--.*?-->"
    rf"|<(?P<closes>/?)(?P<name>[a-zA-Z][\w-]*)(?:{TEMPLATE_TAG}|{QUOTED}|[^>\"'])*?(?P<alone>/?)>",
    re.DOTALL,
)
INCLUDED = re.compile(r"""\{%\s*include\s+["']([^"']+)["']""")
SENTENCE = re.compile(r"\{%\s*(end)?blocktranslate\b")
VOID = {"br", "col", "hr", "img", "input", "link", "meta"}

Opened = tuple[str, int]
"""The name of an element, and where it begins: in the text, and in what is told a line."""


def sources() -> Iterator[tuple[str, str]]:
    """Each template by its path, with its text."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        yield path.relative_to(TEMPLATES).as_posix(), path.read_text()


def lines() -> Iterator[tuple[str, int, str]]:
    for name, source in sources():
        for number, line in enumerate(source.splitlines(), start=1):
            yield name, number, line


def crumbs() -> Iterator[str]:
    """Short fragments that stand in one place only, and that no view returns alone."""
    included = Counter(name for _name, source in sources() for name in INCLUDED.findall(source))
    code = "\n".join(path.read_text() for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    for name, source in sources():
        is_fragment = name.rpartition("/")[2].startswith("_")
        is_short = len(source.splitlines()) < CRUMB
        if is_fragment and is_short and included[name] == 1 and name not in code:
            yield name


def crowded(source: str) -> Iterator[tuple[Opened, int]]:
    """The elements that hold too many sentences themselves: tag and line of each, and how many.

    Whatever else stands between, branches of an `if` too, a sentence belongs to the innermost element around
    it; the template as a whole is one. Words of attributes are no part of what an element holds.
    """
    for (tag, at), count in Counter(_holders(source)).items():
        if count > SENTENCES:
            yield (tag, source.count("\n", 0, at) + 1), count


def _holders(source: str) -> Iterator[Opened]:
    """The element around each sentence, sentence by sentence."""
    around: list[Opened] = [("", 0)]
    inside = False
    for piece in PIECE.finditer(source):
        if found := SENTENCE.match(piece["template"] or ""):
            inside = not found[1]
            if inside:
                yield around[-1]
        elif piece["name"] and not inside:
            _step(around, piece)


def _step(around: list[Opened], piece: re.Match[str]) -> None:
    name = piece["name"].lower()
    if piece["closes"]:
        while len(around) > 1 and around.pop()[0] != name:
            pass
    elif name not in VOID and not piece["alone"]:
        around.append((name, piece.start()))
