"""Going through many addresses: each page is opened once, whatever leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from playwright.sync_api import APIResponse, Page, Response


def each_page(page: Page, url: str, addresses: Mapping[str, str]) -> Iterator[str]:
    """Open what these addresses of a server lead to, one after the other, and give its name.

    Passes by what is no whole page: a fragment, a picture, a download; and what leads to a page that was
    seen, for to be told so takes less than to open it again.
    """
    shown: set[str] = set()
    for name, address in addresses.items():
        told = page.request.get(f"{url}{address}", max_redirects=0)
        leads_to = urljoin(told.url, told.headers.get("location", ""))
        if leads_to in shown or not (leads_to != told.url or is_page(told)):
            continue
        answer = page.goto(leads_to)
        assert answer
        if answer.url in shown or not is_page(answer):
            continue
        assert answer.ok, (name, answer.status)
        shown.add(answer.url)
        yield name


def is_page(answer: APIResponse | Response) -> bool:
    """Whether it is a page as a whole, no fragment, no file and no answer without a body."""
    is_html = answer.headers.get("content-type", "").startswith("text/html")
    return is_html and answer.text().lstrip().lower().startswith("<!doctype html>")
