from __future__ import annotations

_DEVICE_KINDS = {  # in this order: an Android phone names Linux, too
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


def device_kind(user_agent: str) -> str:
    """The beginning of a User-Agent is enough."""
    return next((kind for mark, kind in _DEVICE_KINDS.items() if mark in user_agent), "")


def browser_kind(user_agent: str) -> str:
    """It needs the whole User-Agent."""
    return next((kind for mark, kind in _BROWSERS.items() if mark in user_agent), "")
