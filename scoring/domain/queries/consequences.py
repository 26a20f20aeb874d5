"""What another version of a hand would change, before it is saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.domain import effects
from scoring.domain.locks import lock_with_later
from scoring.domain.play import EncounterPlay, HandPlay, read_play
from scoring.domain.rehearsal import rehearse
from scoring.domain.rulebooks import rules_of
from tournaments.domain.progress import LaterPlayRestsOnIt
from tournaments.enums import SideLetter
from tournaments.models import Encounter, Stage

Write = Callable[[bool], object]
"""A write to the ledger of one encounter; told whether later play is to stand as it is (`let_stand`)."""

Totals = Mapping[str, int]


@dataclass(frozen=True)
class HandChange:
    """A deal of a match and the match's totals, before and after; figures are None where there is no hand."""

    match: int
    deal: int
    before: effects.Figures | None
    after: effects.Figures | None
    totals_before: Totals
    totals_after: Totals


@dataclass(frozen=True)
class Consequences:
    """Everything that a write changes; `hand` is None where it changes no hand.

    `later_play` are encounters that have begun with sides that the change would take out of them: they are
    left as they are, if somebody who may decides so.
    """

    encounter: Encounter
    hand: HandChange | None
    matches: Sequence[effects.TurnedMatch]
    encounters: Sequence[effects.TurnedEncounter]
    groups: Sequence[effects.ReorderedGroup]
    slots: Sequence[effects.RefilledSlot]
    draws_knockout: bool
    later_play: Sequence[Encounter]

    @property
    def decides(self) -> bool:
        """Whether more than figures would change."""
        results = self.matches, self.encounters, self.groups, self.slots, self.later_play
        return self.draws_knockout or any(results)


def consequences_of(*, encounter: Encounter, write: Write) -> Consequences:
    """What a write to an encounter's hands would change now: done, and taken back. Raises what it raises.

    It is tried first with later play in its way, and where that refuses, with later play left standing. The
    locks are those of a correction; the stage's is taken before anything is read, not after.
    """
    return rehearse(lambda: _seen(encounter, write))


def _seen(given: Encounter, write: Write) -> Consequences:
    held = lock_with_later(given)
    Stage.objects.select_for_update().get(pk=held.stage_id)
    tournament, rules = held.stage.tournament, rules_of(held.stage.tournament.rule_book)
    before, was = effects.read_results(tournament), read_play(held, rules)
    later = _try(write)
    after, now = effects.read_results(tournament), read_play(held, rules)
    return Consequences(
        encounter=before.encounters[held.pk],
        hand=_changed_hand(was, now),
        matches=effects.turned_matches(before, after),
        encounters=effects.turned_encounters(before, after),
        groups=effects.reordered_groups(before, after),
        slots=effects.refilled_slots(before, after),
        draws_knockout=after.has_bracket and not before.has_bracket,
        later_play=[before.encounters[pk] for pk in sorted({one.pk for one in later})],
    )


def _try(write: Write) -> Sequence[Encounter]:
    """Write; where later play has begun on what changes, let it stand and give it."""
    try:
        with transaction.atomic():
            write(False)
    except LaterPlayRestsOnIt as later:
        write(True)
        return later.encounters
    return []


def _changed_hand(was: EncounterPlay, now: EncounterPlay) -> HandChange | None:
    """The deal that stands by another entry than before, the first one."""
    before, after = _hands(was), _hands(now)
    for match, deal in sorted(before.keys() | after.keys()):
        old, new = before.get((match, deal)), after.get((match, deal))
        if (old and old.entry_id) != (new and new.entry_id):
            totals = _totals(was, match), _totals(now, match)
            return HandChange(match, deal, _figures(old), _figures(new), *totals)
    return None


def _hands(play: EncounterPlay) -> dict[tuple[int, int], HandPlay]:
    return {(match.number, hand.deal): hand for match in play.matches for hand in match.hands}


def _figures(hand: HandPlay | None) -> effects.Figures | None:
    return effects.Figures(hand.totals, hand.void) if hand else None


def _totals(play: EncounterPlay, number: int) -> Totals:
    match = play.match(number)
    totals = match.result.totals if match else {}
    return {letter: totals.get(letter, 0) for letter in SideLetter.values}
