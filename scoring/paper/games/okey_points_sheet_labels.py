from __future__ import annotations

from django.utils.translation import pgettext


def heads() -> dict[str, str]:
    return {
        "row": pgettext("head on a score sheet", "hand"),
        "shown": pgettext("head on a score sheet", "indicator"),
        "end": pgettext("head on a score sheet", "who"),
        "finish": pgettext("head on a score sheet", "how"),
    }
