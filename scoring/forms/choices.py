"""The choices of the hand form: how a hand ends, how it was finished, how a player opened."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from rules.reports import Finish, LastTile, Opening, Outcome

NOBODY_FINISHED: Final = (Outcome.DECK_EXHAUSTED.value, Outcome.ALL_OPENED_PAIRS.value)

FINISHES: Final = {
    "plain": Finish(),
    "okey": Finish(LastTile.OKEY),
    "direct": Finish(direct=True),
    "double_okey": Finish(LastTile.DOUBLE_OKEY),
    "direct_okey": Finish(LastTile.OKEY, direct=True),
    "direct_double_okey": Finish(LastTile.DOUBLE_OKEY, direct=True),
}
"""The name of a kind of finish in the form, and what the rules know it as."""

FINISH_NAMES: Final = {
    "plain": _("Plain"),
    "okey": _("With the okey"),
    "direct": _("Direct"),
    "double_okey": _("With both okeys"),
    "direct_okey": _("Direct, with the okey"),
    "direct_double_okey": _("Direct, with both okeys"),
}

OPENING_NAMES: Final = {
    Opening.NONE.value: _("Not opened"),
    Opening.SERIES.value: _("Series"),
    Opening.PAIRS.value: _("Pairs"),
}


def finish_name(finish: Finish) -> str:
    """The name that the form gives a finish."""
    return next(name for name, known in FINISHES.items() if known == finish)
