from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from rules.validation import Problem
from scoring.models import Entry
from tournaments.refusals import Refused


class HandRefused(Refused):
    code = "hand_refused"
    template = _("The hand can't be as it was entered: %(codes)s.")

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(codes=", ".join(sorted({problem.code for problem in problems})))


class WarningsNotAccepted(Refused):
    code = "doubts_not_accepted"
    template = _("The hand is unusual; confirm it before it is saved: %(codes)s.")

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(codes=", ".join(sorted({problem.code for problem in problems})))


class HandAlreadyRecorded(Refused):
    code = "hand_already_recorded"
    template = _("This hand was recorded from another phone already. Compare the two.")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        super().__init__()


class EntryKeyReused(Refused):
    code = "entry_key_reused"
    template = _("This form was used for another hand already. Open the table's page again.")


class EncounterNotReady(Refused):
    code = "encounter_not_ready"
    template = _("The sides of this encounter are not known yet.")


class EncounterIsDecided(Refused):
    code = "encounter_is_decided"
    template = _(
        "This encounter is decided; no hand is missing. If one was played all the same, call the referee."
    )


class TimeIsUp(Refused):
    code = "time_is_up"
    template = _(
        "Time was up before this hand arrived: the bell rang, and no new hand is dealt after it."
        " Nothing was saved. If it was in play when the bell rang, call the referee."
    )


class DecidedByWalkover(Refused):
    code = "decided_by_walkover"
    template = _("This encounter was decided by a walkover. Take the walkover back first.")


class MatchNotOpen(Refused):
    code = "match_not_open"
    template = _(
        "Match %(match)s is not the one being played; match %(current)s is."
        " If a hand of it was played all the same, call the referee."
    )


class DealSkipped(Refused):
    code = "deal_skipped"
    template = _("A hand before this one is not saved: the next of this match is hand %(number)s.")


class HandBeforeMissing(Refused):
    code = "hand_before_missing"
    template = _("The hand before this one is not saved, so that the place of this one is not known.")


class NotPlayedHere(Refused):
    code = "not_played_here"
    template = _("This hand belongs to an encounter that this table does not play now. Nothing was saved.")


class MatchIsOver(Refused):
    code = "match_is_over"
    template = _(
        "This match is over: only somebody of the club's staff can correct its hands. Call the referee."
    )


class SeatingChanged(Refused):
    code = "seated_otherwise"
    template = _(
        "The players have changed seats since this hand was entered."
        " Look at who sits where, and enter it again."
    )


class WrongSeating(Refused):
    code = "wrong_seating"
    template = _("The players of this table sit on the seats %(seats)s.")


class OtherRuleSet(Refused):
    code = "other_rule_set"
    template = _("This tournament is played by %(rule_set)s.")


class NoPartnersInSingles(Refused):
    code = "no_partners_in_singles"
    template = _("In singles nobody has a partner: let a finish wipe out nothing of anybody else's.")


class PenaltiesBeforeDiffer(Refused):
    code = "other_penalties_before"
    template = _("The hand tells of other points before it than the ledger has. Leave them out.")


class NoSuchHand(Refused):
    code = "no_such_hand"
    template = _("There is no such hand to correct.")


class HandChangedMeanwhile(Refused):
    code = "hand_changed_meanwhile"
    template = _("This hand was corrected meanwhile. Look at what stands there now.")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        super().__init__()


class ReasonMissing(Refused):
    code = "reason_missing"
    template = _("A correction needs a reason.")
