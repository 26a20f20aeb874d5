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

_BROWSERS = {  # in this order: each names those after it, too
    "SamsungBrowser": "Samsung Internet",
    "EdgA/": "Edge",
    "Edg/": "Edge",
    "OPR/": "Opera",
    "FxiOS": "Firefox",
    "Firefox": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}


def device_kind(says: str) -> str:
    """The kind as people call it, from the beginning of a User-Agent; empty where nothing in it is known."""
    return next((kind for mark, kind in _KINDS.items() if mark in says), "")


def browser_kind(says: str) -> str:
    """The browser as people call it, from a whole User-Agent; empty where nothing in it is known."""
    return next((kind for mark, kind in _BROWSERS.items() if mark in says), "")
