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
        target = urljoin(response.url, response.headers.get("location", ""))
        if target in visited or not (target != response.url or is_page(response)):
            continue
        page_response = page.goto(target)
        assert page_response
        if page_response.url in visited or not is_page(page_response):
            continue
        assert page_response.ok, (name, page_response.status)
        visited.add(page_response.url)
        yield name


def is_page(answer: APIResponse | Response) -> bool:
    is_html = answer.headers.get("content-type", "").startswith("text/html")
    return is_html and answer.text().lstrip().lower().startswith("<!doctype html>")
