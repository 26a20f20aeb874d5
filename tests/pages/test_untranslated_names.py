"""Browsers that translate pages leave names and codes alone."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest
from django.template import Context, Template

from tests.pages.page_crawl import SAVED
from tests.pages.page_parser import TEXT_ATTRIBUTES, read
from tests.pages.pseudo_locale import ARMENIAN
from tests.test_rights import RIGHTS
from tournaments.play.late_entries import HasPlayed

pytestmark = pytest.mark.django_db

NAME = re.compile(f"[{ARMENIAN}]", re.IGNORECASE)
NOT_TRANSLATED = ("script", "style", "textarea")
NOT_SHOWN = ("content",)
"""Attributes of `meta` go to search engines and previews, which no browser translates."""
CODES = {"code", "ci-digits", "su-code", "o-code-short"}
"""The tag of codes, and classes of room codes, an applicant's code and the players' code of a table."""
GUIDES = "scoring:guide"
"""Its code is a command or an address in a text of ours."""


@pytest.mark.parametrize("name", RIGHTS)
def test_names_and_codes_are_not_translated(name, responses_of_url):
    found = set()
    for answer in responses_of_url(name):
        pages = [read(message, whole=False).root for message in answer.messages]
        if answer.is_html and answer.body:
            pages.append(read(answer.text, whole=answer.is_page).root)
        for page in pages:
            texts = [*names_to_translate(page), *(() if name == GUIDES else codes_to_translate(page))]
            found |= {(answer.variant, " ".join(text.split())) for text in texts}
    assert sorted(found) == []


def names_to_translate(root: Element) -> Iterator[str]:
    """Yield texts and attributes; a name within a label of ours leaves the whole label untranslated.

    A part of an attribute can't be marked, and a translated name misleads more than an untranslated word.
    """
    for element, text, _classes in translated_texts(root):
        attributes = (element.get(name, "") for name in TEXT_ATTRIBUTES if name not in NOT_SHOWN)
        if element.tag not in NOT_TRANSLATED:
            yield from filter(NAME.search, (text, *attributes))


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
        ('<p class="note">Ա бб</p>', ["Ա бб"], []),
        ('<img alt="Ա"><img alt="Ա" translate="no">', ["Ա"], []),
        ('<input aria-label="Бб Ա" title="бб">', ["Бб Ա"], []),
        ('<meta content="Ա">', [], []),
        ('<code>XK4P</code><p class="ci-digits">12</p>', [], ["XK4P", "12"]),
    ],
)
def test_texts_to_translate_are_found(html, names, codes):
    root = read(html, whole=False).root
    assert [*names_to_translate(root)] == names
    assert [*codes_to_translate(root)] == codes


def test_titles_are_names_too():
    root = read("<!doctype html><title>Ա</title>", whole=True).root
    assert [*names_to_translate(root)] == ["Ա"]


def test_saved_forms_name_somebody(crawled_responses):
    messages = {answer.name: " ".join(answer.messages) for answer in crawled_responses if answer.messages}
    assert all(NAME.search(messages[name]) for name in SAVED)


def test_refusal_is_plain_text_whose_html_leaves_the_name_untranslated():
    message = HasPlayed(name="Ա <b>").message
    assert json.loads(json.dumps(message)) == message == str(HasPlayed.template) % {"name": "Ա <b>"}
    html = Template("{{ message }}").render(Context({"message": pickle.loads(pickle.dumps(message))}))
    assert '<span translate="no">Ա &lt;b&gt;</span>' in html
