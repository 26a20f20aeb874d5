"""Questions and messages: in the terminal, or in the browser where a double click started us."""

from __future__ import annotations

import sys

from config.launcher import window
from config.launcher.texts import _, say


def has_terminal() -> bool:
    return sys.stdin is not None and sys.stdout is not None and not sys.stdin.closed and sys.stdin.isatty()


def ask(question: str, *, open_browser: bool) -> bool | None:
    """None if nobody can be asked. The first line says what happened, the last one asks."""
    if has_terminal():
        return _ask_in_terminal(question)
    return window.ask(question) if _uses_window(open_browser) else None


def tell(message: str, *, open_browser: bool) -> None:
    """Print it; without a terminal also show it until it is closed."""
    say(message)
    if _uses_window(open_browser):
        window.tell(message)


def _uses_window(open_browser: bool) -> bool:
    return open_browser and not has_terminal() and window.can_open()


def _ask_in_terminal(question: str) -> bool:
    answers = _("[y/N]")
    try:
        return input(f"{question} {answers} ").strip().casefold() in ("y", "yes", "e", "evet")
    except EOFError:
        return False
