from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tests.pages.page_crawl import CrawledResponse
from tests.pages.page_parser import ParsedHtml

NEED_NO_LABEL = {"hidden", "submit", "button", "reset", "image"}
REFERENCES = ("for", "list", "form", "headers")
ARIA_REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details")


def html_faults(answer: CrawledResponse, page: ParsedHtml | None) -> Iterator[str]:
    if page:
        yield from faults_of(page, page=answer.is_page)


def faults_of(reading: ParsedHtml, *, page: bool) -> Iterator[str]:
    yield from reading.faults
    yield from double_ids(reading)
    yield from fields_without_a_name(reading)
    yield from pictures_without_words(reading)
    if page:
        yield from dangling_references(reading)
        yield from head_faults(reading)


def double_ids(reading: ParsedHtml) -> Iterator[str]:
    ids = Counter(element.get("id") for element in reading.root.iter() if element.get("id") is not None)
    yield from (f"id {name!r} stands {times} times" for name, times in ids.items() if times > 1)
    yield from ("an empty id" for _ in range(ids[""]))


def fields_without_a_name(reading: ParsedHtml) -> Iterator[str]:
    labelled = {element.get("for") for element in reading.every("label")}
    wrapped = {field for label in reading.every("label") for field in label.iter() if field is not label}
    for field in reading.every("input", "select", "textarea"):
        hidden = field.get("type") in NEED_NO_LABEL or field.get("aria-hidden") == "true"
        if hidden or field in wrapped or field.get("id", "?") in labelled:
            continue
        if not (field.get("aria-label") or field.get("aria-labelledby")):
            yield f"{field.tag} {field.get('name')!r} has no label"


def pictures_without_words(reading: ParsedHtml) -> Iterator[str]:
    yield from (
        f"img {icon.get('src')} has no alt" for icon in reading.every("img") if icon.get("alt") is None
    )
    for icon in reading.every("svg"):
        if icon.get("aria-hidden") != "true" and not (icon.get("aria-label") or icon.get("aria-labelledby")):
            yield f"svg {icon.get('class', '')!r} is neither named nor hidden"


def dangling_references(reading: ParsedHtml) -> Iterator[str]:
    ids = {element.get("id") for element in reading.root.iter()}
    for element in reading.root.iter():
        for attribute in (*REFERENCES, *ARIA_REFERENCES):
            missing = set(element.get(attribute, "").split()) - ids
            yield from (
                f"{element.tag}: {attribute} asks for {name!r}, which is not there" for name in missing
            )
        target = element.get("href", "")
        if target.startswith("#") and len(target) > 1 and target[1:] not in ids:
            yield f"a link leads to {target!r}, which is not there"


def head_faults(reading: ParsedHtml) -> Iterator[str]:
    headings = list(reading.every("h1"))
    if len(headings) != 1:
        yield f"{len(headings)} h1"
    if not any("".join(title.itertext()).strip() for title in reading.every("title")):
        yield "no title"
    if not next(reading.every("html")).get("lang"):
        yield "no language"
    yield from skipped_levels(reading)


def skipped_levels(reading: ParsedHtml) -> Iterator[str]:
    level = 0
    for heading in reading.every("h1", "h2", "h3", "h4", "h5", "h6"):
        deeper = int(heading.tag[1])
        if deeper > level + 1 and level:
            yield f"h{deeper} follows h{level}: {words_of(heading)!r}"
        level = deeper


def words_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())[:60]
