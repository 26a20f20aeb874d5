from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tests.pages.page_crawl import CrawledResponse
from tests.pages.page_parser import ParsedHtml

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
    *("tournaments:club", "tournaments:change_logo", "tournaments:blueprint"),
    *("scoring:new_tournament", "tournaments:setup", "scoring:repeat_tournament"),
    "scoring:start_from_blueprint",
}
"""Pages on which the field `name` isn't a person's."""


def form_faults(answer: CrawledResponse, page: ParsedHtml | None) -> Iterator[str]:
    for form in page.every("form") if page else ():
        yield from time_faults(form)
        for field in form.iter("input"):
            for attributes in allowed_attributes(answer.name, field):
                for attribute, values in attributes.items():
                    if field.get(attribute) not in values:
                        yield f"{field.get('name')}: {attribute} is {field.get(attribute)!r}"


def time_faults(form: Element) -> Iterator[str]:
    """Yield fields of a form that asks for a time without naming the club's time zone."""
    fields = [field for field in form.iter() if field.get("type") in ("time", "datetime-local")]
    if not any(element.get("data-test") == "time-zone" for element in form.iter()):
        yield from (f"{field.get('name')}: no time zone" for field in fields)


def allowed_attributes(page: str, field: Element) -> Iterator[Attributes]:
    name = field.get("name", "")
    if field.get("type") in ("hidden", "search") or (name == "name" and page in NAMES_OF_THINGS):
        return
    yield from (values for pattern, values in ALLOWED.items() if re.fullmatch(pattern, name))
