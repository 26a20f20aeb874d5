from __future__ import annotations

from django.utils.translation import pgettext


def heads() -> dict[str, str]:
    """Return column heads by kind of box."""
    return {
        "row": pgettext("head on a score sheet", "hand"),
        "task": pgettext("head on a score sheet", "task"),
        "end": pgettext("head on a score sheet", "who"),
        "opened": pgettext("head on a score sheet", "op."),
        "points": pgettext("head on a score sheet", "left"),
        "jokers": pgettext("head on a score sheet", "joker"),
        "sum": pgettext("head on a score sheet", "this hand"),
    }


def names() -> dict[str, str]:
    return {
        "task": pgettext("box on a score sheet", "task"),
        "end": pgettext("box on a score sheet", "who finished"),
        "opened": pgettext("box on a score sheet", "opened"),
        "points": pgettext("box on a score sheet", "points left"),
        "jokers": pgettext("box on a score sheet", "jokers exchanged"),
    }
