"""Every page and fragment is strict HTML: no parse error, one heading above all, a name for each field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest

from tests.pages.reading import Reading, read
from tests.test_rights import RIGHTS

pytestmark = pytest.mark.django_db

NEED_NO_LABEL = {"hidden", "submit", "button", "reset", "image"}
REFERENCES = ("for", "list", "form", "headers")
ARIA_REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details")


@pytest.mark.parametrize("name", [*RIGHTS, "403", "404", "405", "500"])
def test_html_is_strict(name, answers):
    amiss = set()
    for answer in answers(name):
        if answer.is_html and answer.body:
            reading = read(answer.text, whole=answer.is_page)
            amiss |= {f"{answer.how}: {fault}" for fault in faults_of(reading, page=answer.is_page)}
    assert sorted(amiss) == []


def faults_of(reading: Reading, *, page: bool) -> Iterator[str]:
    yield from reading.faults
    yield from double_ids(reading)
    yield from fields_without_a_name(reading)
    yield from pictures_without_words(reading)
    if page:
        yield from dangling_references(reading)
        yield from head_faults(reading)


def double_ids(reading: Reading) -> Iterator[str]:
    ids = Counter(one.get("id") for one in reading.root.iter() if one.get("id") is not None)
    yield from (f"id {name!r} stands {times} times" for name, times in ids.items() if times > 1)
    yield from ("an empty id" for _ in range(ids[""]))


def fields_without_a_name(reading: Reading) -> Iterator[str]:
    labelled = {one.get("for") for one in reading.every("label")}
    wrapped = {field for label in reading.every("label") for field in label.iter() if field is not label}
    for field in reading.every("input", "select", "textarea"):
        hidden = field.get("type") in NEED_NO_LABEL or field.get("aria-hidden") == "true"
        if hidden or field in wrapped or field.get("id", "?") in labelled:
            continue
        if not (field.get("aria-label") or field.get("aria-labelledby")):
            yield f"{field.tag} {field.get('name')!r} has no label"


def pictures_without_words(reading: Reading) -> Iterator[str]:
    yield from (f"img {one.get('src')} has no alt" for one in reading.every("img") if one.get("alt") is None)
    for one in reading.every("svg"):
        if one.get("aria-hidden") != "true" and not (one.get("aria-label") or one.get("aria-labelledby")):
            yield f"svg {one.get('class', '')!r} is neither named nor hidden"


def dangling_references(reading: Reading) -> Iterator[str]:
    ids = {one.get("id") for one in reading.root.iter()}
    for one in reading.root.iter():
        for asked in (*REFERENCES, *ARIA_REFERENCES):
            missing = set(one.get(asked, "").split()) - ids
            yield from (f"{one.tag}: {asked} asks for {name!r}, which is not there" for name in missing)
        target = one.get("href", "")
        if target.startswith("#") and len(target) > 1 and target[1:] not in ids:
            yield f"a link leads to {target!r}, which is not there"


def head_faults(reading: Reading) -> Iterator[str]:
    headings = list(reading.every("h1"))
    if len(headings) != 1:
        yield f"{len(headings)} h1"
    if not any("".join(one.itertext()).strip() for one in reading.every("title")):
        yield "no title"
    if not next(reading.every("html")).get("lang"):
        yield "no language"
    yield from skipped_levels(reading)


def skipped_levels(reading: Reading) -> Iterator[str]:
    level = 0
    for heading in reading.every("h1", "h2", "h3", "h4", "h5", "h6"):
        deeper = int(heading.tag[1])
        if deeper > level + 1 and level:
            yield f"h{deeper} follows h{level}: {words_of(heading)!r}"
        level = deeper


def words_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())[:60]
