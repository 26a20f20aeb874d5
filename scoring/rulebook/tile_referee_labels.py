from __future__ import annotations

from django.utils.translation import gettext as _


def tile_referee_labels() -> dict[str, str]:
    """Return texts by key; the script fills in each `%s`."""
    return {
        "rule": _("the rule"),
        "tiles": _("%s of at most %s tiles"),
        "group": _("Meld %s"),
        "pair": _("A pair"),
        "standsFor": _("stands for"),
        "and": _("and"),
        "invalidGroup": _("Not a meld: %s"),
    }
