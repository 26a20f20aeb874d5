"""Every refusal of the domain has its own code, a message in both languages, and a test."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation import override

import scoring
import tournaments
from tournaments.refusals import Refused

TESTS = Path(__file__).parent.parent
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def all_refusals() -> list[type[Refused]]:
    for package in (tournaments, scoring):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found = {kind for kind in subclasses(Refused) if not kind.__module__.startswith("tests")}
    return sorted(found, key=lambda kind: kind.__qualname__)


def subclasses(kind: type[Refused]) -> Iterator[type[Refused]]:
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


REFUSALS = all_refusals()


def in_language(kind: type[Refused], language: str, details: dict[str, str]) -> str:
    refusal = kind.__new__(kind)
    Refused.__init__(refusal, **details)
    with override(language):
        return refusal.message


def details_of(kind: type[Refused]) -> dict[str, str]:
    with override("en"):
        names = PLACEHOLDER.findall(str(kind.template))
    return {name: f"[{name}]" for name in names}


def test_refusals_are_found():
    assert len(REFUSALS) > 30


def test_codes_are_unique():
    codes = Counter(kind.code for kind in REFUSALS)
    assert [code for code, times in codes.items() if times > 1] == []


def test_codes_are_identifiers():
    assert [kind for kind in REFUSALS if not re.fullmatch(r"[a-z]+(_[a-z]+)*", kind.code)] == []


def test_messages_are_sentences_with_their_details_in_both_languages():
    assert {kind.__name__: faults for kind in REFUSALS if (faults := [*message_faults(kind)])} == {}


def message_faults(kind: type[Refused]) -> Iterator[str]:
    details = details_of(kind)
    english, turkish = (in_language(kind, language, details) for language in ("en", "tr"))
    if english == turkish:
        yield f"not translated: {english}"
    for text in (english, turkish):
        if "%" in text or not all(value in text for value in details.values()):
            yield f"details are missing: {text}"
        if not (text[0] in "[“" or text[0].isupper()) or text[-1] not in ".]":
            yield f"no sentence: {text}"


def test_every_refusal_is_raised_by_a_test():
    """A test names the class inside `raises(…)`, or compares the code."""
    sources = [path.read_text() for path in TESTS.rglob("*.py") if path != Path(__file__)]
    raised = {name for source in sources for names in raises_in(source) for name in names}
    compared = {code for source in sources for code in re.findall(r"[\"'](\w+)[\"']", source)}
    missing = [
        kind.__name__ for kind in REFUSALS if kind.__name__ not in raised and kind.code not in compared
    ]
    assert missing == []


def raises_in(source: str) -> Iterator[list[str]]:
    for argument in re.findall(r"\braises\(([^()]*)", source):
        yield re.findall(r"\w+", argument)
