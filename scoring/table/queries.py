"""What another version of a hand would change, before it is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.ledger.encounter_state import read_play
from scoring.ledger.locks import lock_with_later
from scoring.ledger.played_matches import EncounterPlay, HandPlay
from scoring.ledger.rulebooks import rules_of
from scoring.play.change_effects import Annulled, Effects, Figures
from scoring.play.change_preview import played_anew, try_it
from scoring.play.dry_run import rehearse
from scoring.play.later_play import Write
from scoring.play.result_differences import compare, read_results
from tournaments.database.row_locks import hold
from tournaments.enums import SWISS_KINDS
from tournaments.models import Encounter, Stage, Tournament

Totals = Mapping[str, int]


@dataclass(frozen=True)
class HandChange:
    """A deal of a match and the match's totals, before and after; figures are None where there is no hand."""

    match: int
    deal: int
    before: Figures | None
    after: Figures | None
    totals_before: Totals
    totals_after: Totals


@dataclass(frozen=True)
class Consequences:
    """Everything that a write changes; `hand` is None where it changes no hand.

    `later_play` are encounters that have begun with sides that the change would take out of them: they are
    left as they are, if somebody who may decides so. `anew` are those that are played again instead, if he
    decides that: they, and what rests on them. `pairings_stand` says that rounds of a Swiss stage were
    paired by the old standings, which no correction changes.
    """

    encounter: Encounter
    hand: HandChange | None
    effects: Effects
    later_play: Sequence[Encounter]
    anew: Sequence[Annulled]
    pairings_stand: bool

    @property
    def decides(self) -> bool:
        """Whether more than figures would change."""
        return self.effects.decides or bool(self.later_play)


def consequences_of(*, encounter: Encounter, write: Write[object]) -> Consequences:
    """What a write to an encounter's hands would change now: done, and taken back. Raises what it raises.

    It is tried first with later play in its way, and where that refuses, with later play left standing. The
    locks are those of a correction; the stage's and the tournament's are taken before anything is read.
    """
    found = rehearse(lambda: _seen(encounter, write))
    tournament = encounter.stage.tournament
    return replace(found, anew=played_anew(tournament, write)) if found.later_play else found


def _seen(given: Encounter, write: Write[object]) -> Consequences:
    held = lock_with_later(given)
    hold(Stage.objects).get(pk=held.stage_id)
    tournament, rules = held.stage.tournament, rules_of(held.stage.tournament.rule_book)
    hold(Tournament.objects).get(pk=tournament.pk)
    before, was = read_results(tournament), read_play(held, rules)
    later = try_it(write)
    after, now = read_results(tournament), read_play(held, rules)
    changed = compare(before, after)
    return Consequences(
        encounter=before.encounters[held.pk],
        hand=_changed_hand(was, now),
        effects=changed,
        later_play=[before.encounters[pk] for pk in sorted({one.pk for one in later})],
        anew=(),
        pairings_stand=bool(changed.groups) and _paired_since(held),
    )


def _paired_since(encounter: Encounter) -> bool:
    """Whether a later round of its Swiss stage is paired."""
    swiss = encounter.stage.kind in SWISS_KINDS
    return swiss and encounter.stage.encounters.standing().filter(round__gt=encounter.round).exists()


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


def _figures(hand: HandPlay | None) -> Figures | None:
    return Figures(hand.totals, hand.void) if hand else None


def _totals(play: EncounterPlay, number: int) -> Totals:
    match = play.match(number)
    totals = match.result.totals if match else {}
    return {letter: totals.get(letter, 0) for letter in play.letters}
