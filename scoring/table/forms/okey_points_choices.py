from __future__ import annotations

from typing import Final

from django.utils.translation import pgettext_lazy

from rules.games.okey_points.finishes import Winning

HAND_NAMES: Final = {
    Winning.GROUPS.value: pgettext_lazy("winning tiles", "Runs and sets"),
    Winning.PAIRS.value: pgettext_lazy("winning tiles", "Seven pairs"),
    Winning.ONE_COLOUR_RUN.value: pgettext_lazy("winning tiles", "Run of one colour"),
}
"""Combinations of fourteen tiles."""
