from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from rules.validation import Problem
from scoring.models import Entry
from tournaments.refusals import Refused


class HandRefused(Refused):
    code = "hand_refused"
    template = _("The hand isn't possible as entered: %(codes)s.")

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(codes=", ".join(sorted({problem.code for problem in problems})))


class WarningsNotAccepted(Refused):
    code = "warnings_not_accepted"
    template = _("The hand is unusual; confirm it before it is saved: %(codes)s.")

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(codes=", ".join(sorted({problem.code for problem in problems})))


class HandAlreadyRecorded(Refused):
    code = "hand_already_recorded"
    template = _("This hand was already recorded from another phone. Compare the two.")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        super().__init__()


class EntryKeyReused(Refused):
    code = "entry_key_reused"
    template = _("This form was already used for another hand. Open the table's page again.")


class EncounterNotReady(Refused):
    code = "encounter_not_ready"
    template = _("The sides of this encounter are not known yet.")


class TableWaitsForOrganizer(Refused):
    code = "table_waits_for_organizer"
    template = _("A player has left this table: the organizer decides its places, and no hand is entered.")


class EncounterIsDecided(Refused):
    code = "encounter_is_decided"
    template = _("This encounter is decided and complete. If you played another hand, call the referee.")


class TimeIsUp(Refused):
    code = "time_is_up"
    template = _(
        "Time was up before this hand arrived, and no new hand is dealt after the bell. Nothing was saved. "
        "If the hand was in play when the bell rang, call the referee."
    )


class DecidedByWalkover(Refused):
    code = "decided_by_walkover"
    template = _("This encounter was decided by a walkover. Undo the walkover first.")


class MatchNotOpen(Refused):
    code = "match_not_open"
    template = _(
        "Match %(current)s is in play, not match %(match)s. If you played a hand of the other match, call "
        "the referee."
    )


class DealSkipped(Refused):
    code = "deal_skipped"
    template = _("An earlier hand is not saved. The next hand of this match is hand %(number)s.")


class HandBeforeMissing(Refused):
    code = "previous_hand_missing"
    template = _("The hand before this one is not saved, so this hand has no number yet.")


class NotPlayedHere(Refused):
    code = "not_played_here"
    template = _("This hand belongs to an encounter that is not in play at this table. Nothing was saved.")


class MatchIsOver(Refused):
    code = "match_is_over"
    template = _("This match is over; only the club's staff can correct its hands. Call the referee.")


class SeatingChanged(Refused):
    code = "seating_changed"
    template = _(
        "The players have changed seats since you entered this hand. Check who sits where and enter it again."
    )


class WrongSeating(Refused):
    code = "wrong_seating"
    template = _("The players of this table have the seats %(seats)s.")


class OtherRuleSet(Refused):
    code = "other_rule_set"
    template = _("This tournament is played by %(rule_set)s.")


class NoPartnersInSingles(Refused):
    code = "no_partners_in_singles"
    template = _("Singles have no partners. Choose “Nothing is wiped out” under “The finisher’s partner”.")


class PenaltiesBeforeDiffer(Refused):
    code = "penalties_before_differ"
    template = _("The points before this hand don't match the recorded ones. Reload the page.")


class NoSuchHand(Refused):
    code = "no_such_hand"
    template = _("The hand to correct does not exist.")


class HandChangedMeanwhile(Refused):
    code = "hand_changed_meanwhile"
    template = _("This hand has been corrected since you opened it. Check the current version.")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        super().__init__()


class ReasonMissing(Refused):
    code = "reason_missing"
    template = _("A correction needs a reason.")
