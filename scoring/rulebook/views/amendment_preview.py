from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rules.games.game import Game
from scoring.officials.domain.amendments import Amendment, AmendmentRefused
from scoring.play.change_effects import ChangedMatch, HandTotals, RescoredHand
from scoring.rulebook.views.ruleset_differences import list_changed_rules
from scoring.standings.ranking import RankedEntrant
from tournaments.models import Encounter, Group

MAX_HANDS_UNFOLDED = 12


@dataclass(frozen=True)
class CostChange:
    """None for a void hand."""

    before: int | None
    after: int | None

    @property
    def is_unchanged(self) -> bool:
        return self.before == self.after


@dataclass(frozen=True)
class RescoredEncounter:
    encounter: Encounter
    hands: Sequence[tuple[RescoredHand, Sequence[CostChange]]]


@dataclass(frozen=True)
class StandingsChange:
    before: RankedEntrant
    after: RankedEntrant

    @property
    def moved(self) -> bool:
        old, new = self.before, self.after
        return (old.entrant, old.rank, old.tied) != (new.entrant, new.rank, new.tied)


def amendment_context(amendment: Amendment, game: Game[Any, Any]) -> dict[str, Any]:
    """Return the preview's context; hands with unchanged totals are only counted, many are folded."""
    figures = [hand for hand in amendment.hands if not hand.has_same_totals]
    effects = amendment.effects
    return {
        "amendment": amendment,
        "ends_at": game.ends_at,
        "effects": effects,
        "rules_changed": list_changed_rules(amendment.switches, game.book.switches),
        "matches": _matches(amendment),
        "rescored_encounters": _by_encounter(figures),
        "changed_hand_count": len(figures),
        "explained_count": len(amendment.hands) - len(figures),
        "folded": len(figures) > MAX_HANDS_UNFOLDED,
        "groups": [_standings_changes(group.group, group.before, group.after) for group in effects.groups],
        "no_result_changes": not figures and not effects.has_changes,
    }


def refused_context(refusal: AmendmentRefused) -> dict[str, Any]:
    codes = {problem.code for hand in refusal.hands for problem in hand.problems}
    return {
        "refusal": refusal,
        "refused_hands": refusal.hands,
        "takes_infractions_away": "unknown_infraction" in codes,
    }


def _matches(amendment: Amendment) -> list[ChangedMatch]:
    """Return matches with another winner, unless one is the whole encounter."""
    effects = amendment.effects
    shown_already = {
        turned.encounter.pk for turned in effects.encounters if turned.encounter.stage.best_of == 1
    }
    return [turned for turned in effects.matches if turned.encounter.pk not in shown_already]


def _by_encounter(hands: Sequence[RescoredHand]) -> list[RescoredEncounter]:
    return [
        RescoredEncounter(encounter, [(hand, _cost_changes(hand)) for hand in members])
        for encounter, members in groupby(hands, key=lambda hand: hand.encounter)
    ]


def _cost_changes(hand: RescoredHand) -> list[CostChange]:
    return [
        CostChange(_cost(hand.before, letter), _cost(hand.after, letter))
        for letter in hand.encounter.stage.letters
    ]


def _cost(figures: HandTotals, letter: str) -> int | None:
    return None if figures.void else figures.totals[letter]


def _standings_changes(
    group: Group, before: Sequence[RankedEntrant], after: Sequence[RankedEntrant]
) -> tuple[Group, list[StandingsChange]]:
    return group, [StandingsChange(*pair) for pair in zip(before, after, strict=True)]
