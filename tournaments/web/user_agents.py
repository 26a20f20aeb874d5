from __future__ import annotations

_KINDS = {  # in this order: an Android phone names Linux, too
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
    """The beginning of a User-Agent is enough."""
    return next((kind for mark, kind in _KINDS.items() if mark in says), "")


def browser_kind(says: str) -> str:
    """It needs the whole User-Agent."""
    return next((kind for mark, kind in _BROWSERS.items() if mark in says), "")
