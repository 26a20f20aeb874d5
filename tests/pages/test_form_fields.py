from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

import pytest

from tests.pages.page_crawl import CrawledResponse
from tests.pages.page_parser import read

pytestmark = pytest.mark.django_db

Attributes = dict[str, set[str]]

PERSON_NAME: Attributes = {"autocapitalize": {"words"}, "autocomplete": {"name", "off"}}
ALLOWED: dict[str, Attributes] = {
    r"email": {
        "inputmode": {"email"},
        "autocapitalize": {"none"},
        "autocomplete": {"email", "username", "off"},
    },
    r"phone(_\d)?": {"type": {"tel"}, "autocomplete": {"off"}},
    r"contact": {"autocapitalize": {"none"}, "autocomplete": {"tel"}},
    r"player_\d|comes|name": PERSON_NAME,
}
"""Possible attributes of a field, by a pattern of its name."""
NAMES_OF_THINGS = {
    *("tournaments:club", "tournaments:change_logo", "tournaments:new_series", "tournaments:change_series"),
    *("tournaments:new_tournament", "tournaments:setup", "scoring:clone_tournament"),
    *("tournaments:save_as_template", "tournaments:template"),
}
"""Pages on which the field `name` isn't a person's."""


def forms_of(responses: Sequence[CrawledResponse]) -> Iterator[tuple[str, Element]]:
    for response in responses:
        if response.is_html and response.body:
            for form in read(response.text, whole=response.is_page).every("form"):
                yield response.name, form


def test_forms_with_a_time_name_the_time_zone_of_the_club(crawled_responses):
    without_zone, names = set(), set()
    for page, form in forms_of(crawled_responses):
        times = {
            field.get("name") for field in form.iter() if field.get("type") in ("time", "datetime-local")
        }
        names |= times
        if times and not any(element.get("data-test") == "time-zone" for element in form.iter()):
            without_zone.add(page)
    assert without_zone == set()
    assert names == {"begins", "ends", "doors", "opens_at", "closes_at", "until"}


def test_fields_have_the_right_keyboard_and_completion(crawled_responses):
    wrong, seen = set(), set()
    for page, form in forms_of(crawled_responses):
        for field in form.iter("input"):
            for pattern, attributes in allowed_attributes(page, field):
                seen.add(pattern)
                wrong |= {
                    (page, field.get("name"), attribute, field.get(attribute))
                    for attribute, values in attributes.items()
                    if field.get(attribute) not in values
                }
    assert wrong == set()
    assert seen == ALLOWED.keys()


def allowed_attributes(page: str, field: Element) -> Iterator[tuple[str, Attributes]]:
    name = field.get("name", "")
    if field.get("type") in ("hidden", "search") or (name == "name" and page in NAMES_OF_THINGS):
        return
    yield from ((pattern, values) for pattern, values in ALLOWED.items() if re.fullmatch(pattern, name))
