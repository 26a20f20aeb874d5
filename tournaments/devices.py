"""What kind of device a browser says it runs on."""

from __future__ import annotations

_KINDS = {  # in this order: what an Android phone says of itself names Linux too
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def device_kind(says: str) -> str:
    """The kind as people call it, from the beginning of a User-Agent; empty where nothing in it is known."""
    return next((kind for mark, kind in _KINDS.items() if mark in says), "")
