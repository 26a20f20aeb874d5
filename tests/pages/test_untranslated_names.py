"""Browsers that translate pages leave names and codes alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest

from tests.pages.page_parser import read
from tests.pages.pseudo_locale import ARMENIAN, CYRILLIC
from tests.test_rights import RIGHTS

pytestmark = pytest.mark.django_db

NAME = re.compile(f"[{ARMENIAN}]", re.IGNORECASE)
WORD = re.compile(f"[{CYRILLIC}]", re.IGNORECASE)
NOT_TRANSLATED = ("script", "style", "textarea", "title")
WHOLE_SENTENCES = {"why", "was-words", "h-words", "note"}
"""Classes of elements whose sentences come whole, with names: the rules' explanations, refusals."""
CODES = {"code", "ci-digits", "su-code", "o-code-short"}
"""The tag of codes, and classes of room codes, an applicant's code and the players' code of a table."""
GUIDES = "scoring:guide"
"""Its code is a command or an address in a text of ours."""


@pytest.mark.parametrize("name", RIGHTS)
def test_names_and_codes_are_not_translated(name, responses_of_url):
    found = set()
    for answer in responses_of_url(name):
        if answer.is_html and answer.body:
            page = read(answer.text, whole=answer.is_page).root
            texts = [*names_to_translate(page), *(() if name == GUIDES else codes_to_translate(page))]
            found |= {(answer.variant, " ".join(text.split())) for text in texts}
    assert sorted(found) == []


def names_to_translate(root: Element) -> Iterator[str]:
    for element, text, classes in translated_texts(root):
        in_sentence = WORD.search(text) and not classes.isdisjoint(WHOLE_SENTENCES)
        if NAME.search(text) and element.tag not in NOT_TRANSLATED and not in_sentence:
            yield text


def codes_to_translate(root: Element) -> Iterator[str]:
    for element, text, classes in translated_texts(root):
        if text.strip() and not CODES.isdisjoint({*classes, str(element.tag)}):
            yield text


def translated_texts(
    element: Element, classes: frozenset[str] = frozenset()
) -> Iterator[tuple[Element, str, frozenset[str]]]:
    """Yield texts that a browser may translate, with their element and the classes around them."""
    if not isinstance(element.tag, str):
        return
    if element.get("translate") == "no":
        return
    classes |= set(element.get("class", "").split())
    yield element, element.text or "", classes
    for child in element:
        yield from translated_texts(child, classes)
        yield element, child.tail or "", classes


@pytest.mark.parametrize(
    ("html", "names", "codes"),
    [
        ('<p translate="no">Ա</p><b>Бб</b>', [], []),
        ('<p>Бб <span translate="no">Ա</span> бб</p>', [], []),
        ("<p>Бб <span>Ա</span></p>", ["Ա"], []),
        ('<p class="note">Ա бб</p><p class="note">Ա</p>', ["Ա"], []),
        ('<code>XK4P</code><p class="ci-digits">12</p>', [], ["XK4P", "12"]),
    ],
)
def test_texts_to_translate_are_found(html, names, codes):
    root = read(html, whole=False).root
    assert [*names_to_translate(root)] == names
    assert [*codes_to_translate(root)] == codes
