from __future__ import annotations

import re

from scoring.live.public_pages import PAGE_CACHE_CONTROL
from tests.pages.page_crawl import CrawledResponse
from tests.processes import ROOT

SHARED_PICTURES = "public, max-age=60"
"""Previews of public pages, equal for all visitors including signed-in ones."""
NGINX = ROOT / "config" / "deploy" / "nginx" / "http.conf"


def is_public(response: CrawledResponse) -> bool:
    return response.caching in (PAGE_CACHE_CONTROL, SHARED_PICTURES)


def is_privately_cached(response: CrawledResponse) -> bool:
    return (
        bool({"private", "no-store"} & set(response.caching.split(", "))) and "public" not in response.caching
    )


def is_cached_by_nginx(address: str, *, part: bool = False) -> bool:
    """Return whether nginx caches an address, by the first matching line of its map."""
    key = f"true{address}" if part else address
    lines = re.findall(r'^ +"~(.+)" (\w+);$', NGINX.read_text(encoding="utf-8"), re.MULTILINE)
    return next((shelf for pattern, shelf in lines if re.search(pattern, key)), "off") != "off"
