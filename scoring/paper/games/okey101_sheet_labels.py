from __future__ import annotations

from django.utils.translation import pgettext


def heads() -> dict[str, str]:
    """Return column heads by kind of box."""
    return {
        "row": pgettext("head on a score sheet", "hand"),
        "end": pgettext("head on a score sheet", "who"),
        "finish": pgettext("head on a score sheet", "how"),
        "indicator": pgettext("head on a score sheet", "indic."),
        "opening": pgettext("head on a score sheet", "opening"),
        "points": pgettext("head on a score sheet", "left"),
        "okeys": pgettext("head on a score sheet", "okey"),
        "fouls": pgettext("head on a score sheet", "infr."),
        "sum": pgettext("head on a score sheet", "this hand"),
    }
