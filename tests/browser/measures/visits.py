"""Going through many addresses: each page is opened once, whatever leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from playwright.sync_api import Page


def each_page(page: Page, url: str, addresses: Mapping[str, str]) -> Iterator[str]:
    """Open what these addresses of a server lead to, one after the other, and give its name.

    Passes by what is no whole page: a fragment, a picture, a download.
    """
    shown: set[str] = set()
    for name, address in addresses.items():
        answer = page.context.request.get(f"{url}{address}")
        if answer.url in shown or not answer.body().lstrip().lower().startswith(b"<!doctype html>"):
            continue
        assert answer.ok, (name, answer.status)
        shown.add(answer.url)
        page.goto(answer.url)
        yield name
