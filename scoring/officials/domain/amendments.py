"""Rule changes: free before the first hand, by amendment afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.rulesets import RuleSet
from scoring.ledger import refusals, standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.ledger.rule_history import Switches
from scoring.ledger.rulebooks import (
    changed_switches,
    game_of_rules,
    refuse_partners_in_singles,
    rule_book_details,
    rules_of,
)
from scoring.models import Entry, StandingsCache
from scoring.officials.domain import rescoring
from scoring.play import result_decisions
from scoring.play.change_effects import Effects, HandWithWarnings, RefusedHand, RescoredHand
from scoring.play.dry_run import run_and_roll_back
from scoring.play.later_play import LaterPlayChoice, annul_blocking_encounters
from scoring.play.result_differences import compare_results, read_results
from tournaments.log.actor import CONSOLE, Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, RuleBook, Tournament
from tournaments.refusals import Refused
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change
from tournaments.setup.domain.tournament_settings import store_rule_book

LONGEST_REASON = 200


class RulesFrozen(Refused):
    code = "rules_frozen"
    template = _("The first hand has been played: the rules can only be amended, with a reason.")


class RulesChangedMeanwhile(Refused):
    code = "rules_changed_meanwhile"
    template = _("Someone else has changed the rules. Compare both versions before you save yours.")


class ReasonTooLong(Refused):
    code = "reason_too_long"
    template = _("A reason has at most %(most)s characters.")


class AmendmentOutOfDate(Refused):
    code = "amendment_out_of_date"
    template = _("Something else was saved in this tournament. Check again what the amendment changes.")


class AmendmentRefused(Refused):
    code = "amendment_refused"
    template = _(
        "Hands that aren't possible under these rules: %(count)s. Correct them first, or choose other rules."
    )

    def __init__(self, hands: Sequence[RefusedHand]) -> None:
        self.hands = list(hands)
        super().__init__(count=len(self.hands))


@dataclass(frozen=True)
class Amendment:
    """Changes to the ledger of `state_digest`; `judged_count` hands scored again, `ruled_count` rulings."""

    state_digest: str
    switches: Switches
    judged_count: int = 0
    ruled_count: int = 0
    hands: Sequence[RescoredHand] = ()
    effects: Effects = field(default_factory=Effects)
    later_play: Sequence[Encounter] = ()
    hands_to_review: Sequence[HandWithWarnings] = ()

    @property
    def is_empty(self) -> bool:
        return not self.switches


def may_change_rules(tournament: Tournament) -> bool:
    return not Entry.objects.filter(hand__match__encounter__stage__tournament=tournament).exists()


@transaction.atomic
def change_rules(
    *, tournament: Tournament, rules: RuleSet, by: Actor, at: datetime, edited_digest: str | None = None
) -> None:
    """Replace the rules by a rule set of the same game and log it, unless equal.

    `edited_digest` is that of the edited rule book; None skips the check. Raises RulesFrozen after the first
    hand, RulesChangedMeanwhile, OtherRuleSet, NoPartnersInSingles.
    """
    locked = lock_tournament(tournament)
    if not may_change_rules(locked):
        raise RulesFrozen
    if edited_digest not in (None, locked.rule_book.digest):
        raise RulesChangedMeanwhile
    before = locked.rule_book
    rules_before = rules_of(before)
    if game_of_rules(rules) is not game_of_rules(rules_before):
        raise refusals.OtherRuleSet(rule_set=rules_before.id)
    if rules != rules_before:
        _replace_rule_book(locked, rules, at=at)
        _log_rules_change(
            "rules_changed", locked, before, {"switches": changed_switches(rules_before, rules)}, by=by, at=at
        )


def preview_amendment(*, tournament: Tournament, rules: RuleSet) -> Amendment:
    """Dry run of `amend_rules`. Raises AmendmentRefused, OtherRuleSet."""

    def amend() -> Amendment:
        locked = lock_tournament(tournament)
        state_digest = _compute_state_digest(locked, rules)
        change = Change(CONSOLE, locked.created_at)
        return _amend(locked, rules, state_digest=state_digest, reason="", change=change)

    return run_and_roll_back(amend)


@transaction.atomic
def amend_rules(
    *,
    tournament: Tournament,
    rules: RuleSet,
    reason: str,
    state_digest: str,
    later: LaterPlayChoice,
    by: Actor,
    at: datetime,
) -> Amendment:
    """Score every hand by other rules and apply the consequences.

    Unchanged hands keep their version. `state_digest` comes from the preview. Stores nothing if it raises
    ReasonMissing, ReasonTooLong, AmendmentOutOfDate, LaterPlayAffected, AmendmentRefused, OtherRuleSet.
    """
    reason = _clean_reason(reason)
    current = lock_tournament(tournament)
    if state_digest != _compute_state_digest(current, rules):
        raise AmendmentOutOfDate
    before = current.rule_book

    def amend(*, change: Change) -> Amendment:
        result = _amend(current, rules, state_digest=state_digest, reason=reason, change=change)
        if result.later_play and later is not LaterPlayChoice.STANDS:
            current.rule_book = before
            raise LaterPlayAffected(result.later_play)
        return result

    change = Change(by, at)
    reopens = later is LaterPlayChoice.REOPENS
    amendment = annul_blocking_encounters(amend, change=change) if reopens else amend(change=change)
    if amendment.is_empty:
        return amendment
    details = {
        "switches": amendment.switches,
        "reason": reason,
        "hands": len(amendment.hands),
        "later_play_stands": bool(amendment.later_play),
        "look_again": [
            [str(hand.encounter.public_id), hand.match, hand.deal] for hand in amendment.hands_to_review
        ],
    }
    _log_rules_change("rules_amended", current, before, details, by=by, at=at)
    return amendment


def _amend(
    tournament: Tournament, rules: RuleSet, *, state_digest: str, reason: str, change: Change
) -> Amendment:
    """Store changed hands and recompute results, without logging; without changed switches store nothing."""
    rules_before = rules_of(tournament.rule_book)
    if rules.id != rules_before.id:
        raise refusals.OtherRuleSet(rule_set=rules_before.id)
    switches = changed_switches(rules_before, rules)
    if not switches:
        return Amendment(state_digest, switches)
    before = read_results(tournament)
    hands = rescoring.read_hands(tournament, before.encounters)
    judgement = rescoring.judge_hands(hands, rules)
    if judgement.refused_hands:
        raise AmendmentRefused(judgement.refused_hands)
    _replace_rule_book(tournament, rules, at=change.at)
    rescoring.store_rescored_hands(
        hands, judgement.rewritten_hands, book=tournament.rule_book, reason=reason, by=change.by, at=change.at
    )
    for stage in tournament.stages.order_by("pk"):
        standings_requests.count_stage_write(stage)
    later = result_decisions.recompute_results(tournament=tournament, change=change)
    return Amendment(
        state_digest=state_digest,
        switches=switches,
        judged_count=judgement.judged_count,
        ruled_count=judgement.ruled_count,
        hands=[item.rescored_hand() for item in judgement.rewritten_hands],
        effects=compare_results(before, read_results(tournament)),
        later_play=[before.encounters[pk] for pk in sorted({encounter.pk for encounter in later})],
        hands_to_review=judgement.hands_to_review,
    )


def _clean_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise refusals.ReasonMissing
    if len(reason) > LONGEST_REASON:
        raise ReasonTooLong(most=LONGEST_REASON)
    return reason


def _compute_state_digest(tournament: Tournament, rules: RuleSet) -> str:
    """Hash what the preview depends on: ledger, old and new rules."""
    ledgers = tournament.stages.order_by("pk").values_list("pk", "ledger_version")
    # Without groups that never changed: refreshing standings may create their rows.
    group_caches = StandingsCache.objects.filter(group__stage__tournament=tournament, moved__gt=0).order_by(
        "group"
    )
    group_versions = list(group_caches.values_list("group", "moved"))
    inputs = [
        str(tournament.public_id),
        tournament.rule_book.digest,
        rules.to_json(),
        list(ledgers),
        group_versions,
    ]
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()


def _replace_rule_book(tournament: Tournament, rules: RuleSet, *, at: datetime) -> None:
    refuse_partners_in_singles(rules, tournament.kind)
    tournament.rule_book = store_rule_book(rules, at=at)
    tournament.save(update_fields=["rule_book"])


def _log_rules_change(
    action: str, tournament: Tournament, before: RuleBook, details: dict[str, Any], *, by: Actor, at: datetime
) -> None:
    log_and_publish(
        action,
        by=by,
        at=at,
        tournament=tournament,
        before=rule_book_details(before),
        after=rule_book_details(tournament.rule_book) | details,
    )
