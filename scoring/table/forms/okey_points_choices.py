from __future__ import annotations

from typing import Final

from django.utils.translation import pgettext_lazy

from rules.games.okey_points.finishes import WinningHand

HAND_NAMES: Final = {
    WinningHand.GROUPS.value: pgettext_lazy("winning tiles", "Runs and sets"),
    WinningHand.PAIRS.value: pgettext_lazy("winning tiles", "Seven pairs"),
    WinningHand.ONE_COLOUR_RUN.value: pgettext_lazy("winning tiles", "Run of one colour"),
}
"""Combinations of fourteen tiles."""
