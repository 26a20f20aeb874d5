"""What a sheet of classic Okey calls its boxes, in the page's language."""

from __future__ import annotations

from django.utils.translation import pgettext


def heads() -> dict[str, str]:
    """The heads of its columns."""
    return {
        "row": pgettext("head on a score sheet", "hand"),
        "shown": pgettext("head on a score sheet", "indicator"),
        "end": pgettext("head on a score sheet", "who"),
        "finish": pgettext("head on a score sheet", "how"),
    }


def names() -> dict[str, str]:
    """What its boxes are called."""
    return {
        "shown": pgettext("box on a score sheet", "who showed the indicator"),
        "end": pgettext("box on a score sheet", "who finished"),
        "finish": pgettext("box on a score sheet", "how"),
    }
