from __future__ import annotations

from typing import Any, Final

from rules.games.okey101.game import OKEY_101
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.openings import ALL_IN_HAND
from rules.games.okey101.playable.client_rules import fault_words, switches
from rules.games.okey101.rulesets import RuleSet
from rules.localized_text import format_number
from scoring.rulebook.tile_referee_labels import tile_referee_labels
from scoring.rulebook.views.games.okey101_labels import labels
from scoring.rulebook.views.games.okey101_references import sentence_citations
from scoring.rulebook.views.games.tile_judging import Judging
from tournaments.models import Tournament

CHARGED_INFRACTIONS: Final = ("invalid_opening", "invalid_meld")
"""The infractions that tiles on the table can show."""


def script_data(rules: RuleSet, tournament: Tournament | None, language: str) -> dict[str, Any]:
    """Return what the tile referee's script needs: rules, charged infractions, citations and texts.

    `language` is the active one.
    """
    return {
        "rules": script_rules(rules),
        "infractions": {
            code: {
                "name": INFRACTIONS[code].name.in_language(language),
                "amount": format_number(rules.infractions[code], language),
            }
            for code in CHARGED_INFRACTIONS
            if code in rules.infractions
        },
        "faults": fault_words(language),
        "sentences": sentence_citations(rules, tournament),
        "words": tile_referee_labels() | labels(),
    }


def script_rules(rules: RuleSet) -> dict[str, Any]:
    return switches(rules) | {
        "most": ALL_IN_HAND,
        "doubleOkey": rules.double_okey,
        "doubleOkeyWithPairs": rules.double_okey_with_pairs_allowed,
        "directBelowThreshold": rules.direct_below_threshold,
    }


JUDGING_101: Final = Judging(
    game=OKEY_101,
    script="js/rulebook/tile-referee.js",
    script_data=script_data,
    question_template="scoring/rulebook/okey101/_previous_openings.html",
)
