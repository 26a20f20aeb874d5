from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

from pypdf import PdfReader

from rules.sources import SOURCES
from scoring.table.views.practice_screen import PLAYERS
from tests.pages.page_crawl import CrawledResponse
from tests.pages.page_parser import ParsedHtml, words_shown
from tournaments.clubs.time_zones import time_zone_choices
from tournaments.models.blueprint import DATE_PLACEHOLDERS
from tournaments.models.table import SHORT_CODE_LETTERS

READ_AT = "|".join(re.escape(source.address) for source in SOURCES.values() if source.address)
ZONES = "|".join(
    re.escape(name)
    for choice in sorted(time_zone_choices(), key=lambda choice: -len(choice[0]))
    for name in dict.fromkeys(choice)
)
NOT_WORDS = re.compile(
    r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{40,}\b"  # public ids, digests
    r"|\b[A-Z2-7]{4}( [A-Z2-7]{4}){7}\b"  # the secret that authenticator apps use
    rf"|\b[{SHORT_CODE_LETTERS}]{{4}} [{SHORT_CODE_LETTERS}]{{4}}\b"  # the short form of a seal
    r"|\b(https?://)?testserver[\w/:.~-]*"  # addresses to type
    rf"|\b({READ_AT})(?!\w)"  # where a source of the rules can be read
    r"|\b[ABCD]{4}\b"  # sides of a table of four in order
    rf"|\b({ZONES})(?!\w)"  # time zones by their international names
    rf"|{'|'.join(map(re.escape, DATE_PLACEHOLDERS.values()))}"  # placeholders for the day in names
    r"|\b(?=[\da-f-]*\d)[\da-f-]{2,}(/\w+/)?"  # their rests on the next line of paper
)
WORD = re.compile(r"[^\W\d_]+")
LATIN = re.compile(r"[A-Za-zÇĞİÖŞÜçğıöşüâîûÂÎÛ]")
OURS = {"Istaka", *" ".join(PLAYERS).split()}
ROMAN = re.compile(r"[IVX]+")
"""Chapters of the guides that a rule cites."""


def latin_words(text: str) -> list[str]:
    """Return words in Latin letters, except single letters: seats, sides, groups, paper marks."""
    words = WORD.findall(NOT_WORDS.sub(" ", text))
    return [
        word
        for word in words
        if len(word) > 1 and LATIN.search(word) and word not in OURS and not ROMAN.fullmatch(word)
    ]


def untranslated_texts(answer: CrawledResponse, page: ParsedHtml | None) -> Iterator[str]:
    """Yield texts with Latin words in a response of the pseudo locale: HTML or PDF."""
    texts = words_shown(page.root) if page else ()
    if answer.kind == "application/pdf":
        texts = (sheet.extract_text() for sheet in PdfReader(BytesIO(answer.body)).pages)
    yield from (" ".join(text.split()) for text in texts if latin_words(text))
