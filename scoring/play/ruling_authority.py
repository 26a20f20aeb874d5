from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.enums import EntryKind
from scoring.ledger.played_matches import HandPlay
from scoring.models import Entry
from tournaments.access import may_rule
from tournaments.log.actor import Actor
from tournaments.models import Tournament
from tournaments.refusals import Refused


class MayNotRule(Refused):
    code = "may_not_rule"
    template = _("Only a referee or an organizer of this tournament can decide this.")


class HandIsRuled(Refused):
    code = "hand_is_ruled"
    template = _("A referee ruled on this hand: now only a referee or an organizer can change it.")


def acts_as_referee(by: Actor, tournament: Tournament) -> bool:
    """Return whether an actor is a referee, an organizer or the console."""
    if by.user is not None:
        return may_rule(by.user, tournament)
    return by.table_link is None and by.sides_link is None


def require_referee(by: Actor, tournament: Tournament) -> None:
    if not acts_as_referee(by, tournament):
        raise MayNotRule


def refuse_change_of_ruling(hand: HandPlay, *, by: Actor, tournament: Tournament) -> None:
    """Raise HandIsRuled for a ruling if the actor may not rule."""
    if acts_as_referee(by, tournament):
        return
    if Entry.objects.filter(pk=hand.entry_id, kind=EntryKind.RULING).exists():
        raise HandIsRuled
