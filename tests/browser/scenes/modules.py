"""The modules of a page, as the page itself has them: a browser keeps one of each."""

from __future__ import annotations

from typing import Final

MODULE: Final = """(name => import(
    [...document.querySelectorAll("script[type=module], link[rel=modulepreload]")]
        .map(element => element.src || element.href)
        .find(address => new RegExp(`/js/${name}(\\\\.[0-9a-f]{12})?\\\\.js$`).test(address))
))"""
"""In a page's script: `await MODULE("table/outbox")`, whether its names bear a hash or not."""
