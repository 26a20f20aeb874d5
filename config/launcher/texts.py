"""The terminal's texts, without Django: Turkish on a Turkish system, else English."""

from __future__ import annotations

import gettext
import locale
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

TREE: Final = Path(__file__).resolve().parents[2]


@cache
def language() -> str:
    named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    named = named or locale.getlocale()[0] or ""  # Windows sets none of them
    return "tr" if named.lower().startswith("tr") else "en"


def _(text: str) -> str:
    catalogue = gettext.translation("django", TREE / "locale", languages=[language()], fallback=True)
    return catalogue.gettext(text)


def say(text: str) -> None:
    """Print it, if there is a terminal or a file to print to; signs that it doesn't know become “?”."""
    if sys.stdout is None:  # a double click started us
        return
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError, ValueError):  # the terminal was closed
        print(text.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201  it is its page
