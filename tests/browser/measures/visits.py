"""Going through many addresses: each page is opened once, whatever leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import urljoin

from playwright.sync_api import Error, Page

NO_PAGE: Final = ("Download is starting", "ERR_ABORTED")
"""What a browser says of a file that it keeps, and of an answer without a body."""


def each_page(page: Page, url: str, addresses: Mapping[str, str]) -> Iterator[str]:
    """Open what these addresses of a server lead to, one after the other, and give its name.

    Passes by what is no whole page: a fragment, a picture, a download; and what leads to a page that was
    seen, for to be told so takes less than to open it again.
    """
    shown: set[str] = set()
    for name, address in addresses.items():
        if leads_to(page, f"{url}{address}") in shown:
            continue
        try:
            answer = page.goto(f"{url}{address}")
        except Error as error:
            if not any(word in error.message for word in NO_PAGE):
                raise
            continue
        assert answer
        if answer.url in shown or not answer.text().lstrip().lower().startswith("<!doctype html>"):
            continue
        assert answer.ok, (name, answer.status)
        shown.add(answer.url)
        yield name


def leads_to(page: Page, address: str) -> str:
    """Where who opens an address is sent from it, or the address."""
    answer = page.request.get(address, max_redirects=0)
    return urljoin(address, answer.headers.get("location", ""))
