from __future__ import annotations

from typing import Final

MODULE: Final = """(name => import(
    [...document.querySelectorAll("script[type=module], link[rel=modulepreload]")]
        .map(element => element.src || element.href)
        .find(address => new RegExp(`/js/${name}(\\\\.[0-9a-f]{12})?\\\\.js$`).test(address))
))"""
"""In page scripts: `await MODULE("table/outbox")`, with or without hashed names."""
