from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from playwright.sync_api import APIResponse, Page, Response


def each_page(page: Page, url: str, addresses: Mapping[str, str]) -> Iterator[str]:
    """Open the pages at these addresses of a server and yield the name of each.

    Skips fragments, pictures and downloads, and redirects to pages already seen.
    """
    visited: set[str] = set()
    for name, address in addresses.items():
        response = page.request.get(f"{url}{address}", max_redirects=0)
        leads_to = urljoin(response.url, response.headers.get("location", ""))
        if leads_to in visited or not (leads_to != response.url or is_page(response)):
            continue
        answer = page.goto(leads_to)
        assert answer
        if answer.url in visited or not is_page(answer):
            continue
        assert answer.ok, (name, answer.status)
        visited.add(answer.url)
        yield name


def is_page(answer: APIResponse | Response) -> bool:
    is_html = answer.headers.get("content-type", "").startswith("text/html")
    return is_html and answer.text().lstrip().lower().startswith("<!doctype html>")
