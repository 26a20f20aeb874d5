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
