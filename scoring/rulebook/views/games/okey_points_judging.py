"""Tile judging in classic Okey: whether fourteen tiles finish a hand."""

from __future__ import annotations

from typing import Any, Final

from rules.games.okey_points.client_rules import fault_words, switches
from rules.games.okey_points.finishes import PRICE_CODES
from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_points.rulesets import RuleSet
from rules.meld_faults import FaultCode
from rules.tiles import COLOUR_NAMES
from scoring.rulebook.tile_referee_labels import tile_referee_labels
from scoring.rulebook.views.book_references import citations_by_name
from scoring.rulebook.views.games.okey_points_labels import labels
from scoring.rulebook.views.games.tile_judging import Judging
from tournaments.models import Tournament

_FAULT_SENTENCES: Final = {
    FaultCode.NOT_THE_SAME: "pair",
    FaultCode.COLOUR_TWICE: "set-colours",
    FaultCode.SET_TOO_LONG: "set",
    FaultCode.RUN_PAST_HIGHEST: "one-ends-it",
}
_SENTENCES: Final[dict[str, tuple[str, ...]]] = {
    **{f"fault.{code}": (_FAULT_SENTENCES.get(code, "run"),) for code in FaultCode},
    "fault.no_meld": ("all-in-melds",),
    "fault.too_few_tiles": ("run",),
    "fault.false_okey": ("false-okey-not-wild",),
    "hand.groups": ("all-in-melds",),
    "hand.pairs": ("seven-pairs",),
    "hand.one_colour_run": ("long-run",),
    "hand.mixed": ("pairs-alone",),
    "hand.missing": ("fourteen",),
    "as_shown": ("as-shown",),
    "as_arranged": ("as-arranged",),
    "false_finish": ("false-finish",),
    "one_colour": ("one_colour",),
    **{f"price.{code}": (f"finish.{code}",) for code in PRICE_CODES},
}
"""The script's keys, each with its sentences; the first that the book has counts."""


def script_data(rules: RuleSet, tournament: Tournament | None, language: str) -> dict[str, Any]:
    return {
        "rules": switches(rules),
        "colours": {colour.value: name.in_language(language) for colour, name in COLOUR_NAMES.items()},
        "faults": fault_words(language),
        "sentences": citations_by_name(tournament or rules, _SENTENCES),
        "words": tile_referee_labels() | labels(),
    }


JUDGING_OKEY: Final = Judging(
    game=OKEY_POINTS, script="js/rulebook/okey_points/tile-referee.js", script_data=script_data
)
