from __future__ import annotations

from typing import Any, Final

from rules.games.okey101.game import OKEY_101
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.openings import ALL_IN_HAND
from rules.games.okey101.playable.client_rules import fault_words, switches
from rules.games.okey101.rulesets import RuleSet
from rules.text import grouped
from scoring.rulebook.tile_referee_labels import tile_referee_labels
from scoring.rulebook.views.games.okey101_labels import labels
from scoring.rulebook.views.games.okey101_references import addresses
from scoring.rulebook.views.games.tile_judging import Judging
from tournaments.models import Tournament

CHARGED: Final = ("invalid_opening", "invalid_meld")
"""The infractions that tiles on the table can show."""


def script_data(rules: RuleSet, tournament: Tournament | None, language: str) -> dict[str, Any]:
    return {
        "rules": judged_by(rules),
        "infractions": {
            code: {
                "name": INFRACTIONS[code].name.in_language(language),
                "amount": grouped(rules.infractions[code], language),
            }
            for code in CHARGED
            if code in rules.infractions
        },
        "faults": fault_words(language),
        "sentences": addresses(rules, tournament),
        "words": tile_referee_labels() | labels(),
    }


def judged_by(rules: RuleSet) -> dict[str, Any]:
    return switches(rules) | {
        "most": ALL_IN_HAND,
        "doubleOkey": rules.double_okey,
        "doubleOkeyWithPairs": rules.double_okey_with_pairs_allowed,
        "directBelowThreshold": rules.direct_below_threshold,
    }


JUDGING_101: Final = Judging(
    game=OKEY_101,
    script="js/rulebook/tile-referee.js",
    told=script_data,
    asks_before="scoring/rulebook/okey101/_openings_before.html",
)
