"""Changing the rules of a tournament: freely before its first hand, by an amendment after it."""

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
    book_told,
    game_played,
    refuse_partners_in_singles,
    rules_of,
    switches_changed,
)
from scoring.models import Entry, KeptTable
from scoring.officials.domain import rescoring
from scoring.play import decisions
from scoring.play.change_effects import DoubtfulHand, Effects, RefusedHand, RescoredHand
from scoring.play.dry_run import rehearse
from scoring.play.later_play import LaterPlay, free_the_way
from scoring.play.result_differences import compare, read_results
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, RuleBook, Tournament
from tournaments.refusals import Refused
from tournaments.schedule.bracket_slots import LaterPlayRestsOnIt
from tournaments.setup.domain.tournament_settings import rule_book_for

LONGEST_REASON = 200


class RulesFrozen(Refused):
    code = "rules_frozen"
    template = _("The first hand is played: the rules can only be amended now, with a reason.")


class RulesChangedMeanwhile(Refused):
    code = "rules_changed_meanwhile"
    template = _("Somebody else changed the rules meanwhile. Look at both before you save yours.")


class ReasonTooLong(Refused):
    code = "reason_too_long"
    template = _("A reason has at most %(most)s letters.")


class AmendmentOutOfDate(Refused):
    code = "amendment_out_of_date"
    template = _("Something was saved in this tournament meanwhile. Look again at what the amendment does.")


class AmendmentRefused(Refused):
    """The new rules refuse hands as they were entered (`hands`, each with its problems)."""

    code = "amendment_refused"
    template = _(
        "Hands that can't be by these rules as they were entered: %(count)s."
        " Correct them first, or choose other rules."
    )

    def __init__(self, hands: Sequence[RefusedHand]) -> None:
        self.hands = list(hands)
        super().__init__(count=len(self.hands))


@dataclass(frozen=True)
class Amendment:
    """Everything that an amendment does; `seen` names the state of the ledger that it was worked out for.

    `judged` counts the hands that were looked at, `ruled` those that stand as a referee ruled. `later_play`
    are encounters that have begun with sides that a change would take out of them.
    """

    seen: str
    switches: Switches
    judged: int = 0
    ruled: int = 0
    hands: Sequence[RescoredHand] = ()
    effects: Effects = field(default_factory=Effects)
    later_play: Sequence[Encounter] = ()
    look_again: Sequence[DoubtfulHand] = ()

    @property
    def empty(self) -> bool:
        """Whether the rules are those that the tournament has already."""
        return not self.switches


def may_change_rules(tournament: Tournament) -> bool:
    """Whether no hand was played: afterwards rules are amended."""
    return not Entry.objects.filter(hand__match__encounter__stage__tournament=tournament).exists()


@transaction.atomic
def change_rules(
    *, tournament: Tournament, rules: RuleSet, by: Actor, at: datetime, seen: str | None = None
) -> None:
    """Let a tournament be played by other rules, of whatever rule set of its game.

    `seen` is the digest of the rule book that the change was made in; None takes any. Raises RulesFrozen,
    RulesChangedMeanwhile, OtherRuleSet, NoPartnersInSingles.
    """
    held = lock_tournament(tournament)
    if not may_change_rules(held):
        raise RulesFrozen
    if seen not in (None, held.rule_book.digest):
        raise RulesChangedMeanwhile
    before = held.rule_book
    was = rules_of(before)
    if game_played(rules) is not game_played(was):
        raise refusals.OtherRuleSet(rule_set=was.id)
    if rules != was:
        _put_in_place(held, rules, at=at)
        _close("rules_changed", held, before, {"switches": switches_changed(was, rules)}, by=by, at=at)


def preview_amendment(*, tournament: Tournament, rules: RuleSet) -> Amendment:
    """What amend_rules would do now: done, and taken back. Raises AmendmentRefused, OtherRuleSet."""

    def amend() -> Amendment:
        held = lock_tournament(tournament)
        seen = _state(held, rules)
        return _amend(held, rules, seen=seen, reason="", by=CONSOLE, at=held.created_at)

    return rehearse(amend)


@transaction.atomic
def amend_rules(
    *,
    tournament: Tournament,
    rules: RuleSet,
    reason: str,
    seen: str,
    later: LaterPlay,
    by: Actor,
    at: datetime,
) -> Amendment:
    """Score every reported hand by other rules of the same rule set, and decide anew what rests on them.

    Hands that these rules score and explain as before keep their version. `seen` is the preview's; `later`
    says what becomes of later encounters that have begun on results that turn. Raises what preview_amendment
    raises, and ReasonMissing, ReasonTooLong, AmendmentOutOfDate, LaterPlayRestsOnIt; then nothing was
    stored.
    """
    reason = _checked(reason)
    held = lock_tournament(tournament)
    if seen != _state(held, rules):
        raise AmendmentOutOfDate
    before = held.rule_book

    def amend() -> Amendment:
        made = _amend(held, rules, seen=seen, reason=reason, by=by, at=at)
        if made.later_play and later is not LaterPlay.STANDS:
            held.rule_book = before
            raise LaterPlayRestsOnIt(made.later_play)
        return made

    amendment = free_the_way(amend, by=by, at=at) if later is LaterPlay.REOPENS else amend()
    if amendment.empty:
        return amendment
    told = {
        "switches": amendment.switches,
        "reason": reason,
        "hands": len(amendment.hands),
        "later_play_stands": bool(amendment.later_play),
        "look_again": [
            [str(hand.encounter.public_id), hand.match, hand.deal] for hand in amendment.look_again
        ],
    }
    _close("rules_amended", held, before, told, by=by, at=at)
    return amendment


def _amend(held: Tournament, rules: RuleSet, *, seen: str, reason: str, by: Actor, at: datetime) -> Amendment:
    """Store everything that an amendment changes but its row in the log. `held` is locked."""
    was = rules_of(held.rule_book)
    if rules.id != was.id:
        raise refusals.OtherRuleSet(rule_set=was.id)
    switches = switches_changed(was, rules)
    if not switches:
        return Amendment(seen, switches)
    before = read_results(held)
    hands = rescoring.read_hands(held, before.encounters)
    judgement = rescoring.judge_hands(hands, rules)
    if judgement.refused:
        raise AmendmentRefused(judgement.refused)
    _put_in_place(held, rules, at=at)
    rescoring.write_anew(hands, judgement.rewritten, book=held.rule_book, reason=reason, by=by, at=at)
    for stage in held.stages.order_by("pk"):
        standings_requests.advance_ledger(stage)
    later = decisions.decide_again(tournament=held, by=by, at=at)
    return Amendment(
        seen=seen,
        switches=switches,
        judged=judgement.judged,
        ruled=judgement.ruled,
        hands=[item.effect() for item in judgement.rewritten],
        effects=compare(before, read_results(held)),
        later_play=[before.encounters[pk] for pk in sorted({encounter.pk for encounter in later})],
        look_again=judgement.doubtful,
    )


def _checked(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise refusals.ReasonMissing
    if len(reason) > LONGEST_REASON:
        raise ReasonTooLong(most=LONGEST_REASON)
    return reason


def _state(held: Tournament, rules: RuleSet) -> str:
    """A digest of what an amendment is worked out from: both rule books, and how far the ledgers are.

    A group without hands has a row or none, as the standings were refreshed meanwhile or not.
    """
    ledgers = held.stages.order_by("pk").values_list("pk", "ledger_version")
    of_groups = KeptTable.objects.filter(group__stage__tournament=held, moved__gt=0).order_by("group")
    moved = list(of_groups.values_list("group", "moved"))
    facts = [str(held.public_id), held.rule_book.digest, rules.to_json(), list(ledgers), moved]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _put_in_place(held: Tournament, rules: RuleSet, *, at: datetime) -> None:
    """Play by other rules from now on. Raises NoPartnersInSingles."""
    refuse_partners_in_singles(rules, held.kind)
    held.rule_book = rule_book_for(rules, at=at)
    held.save(update_fields=["rule_book"])


def _close(
    action: str, held: Tournament, before: RuleBook, told: dict[str, Any], *, by: Actor, at: datetime
) -> None:
    audit_log.write(
        action,
        by=by,
        at=at,
        tournament=held,
        before=book_told(before),
        after=book_told(held.rule_book) | told,
    )
