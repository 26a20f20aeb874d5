from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.ledger.encounter_state import read_play
from scoring.ledger.locks import lock_with_later
from scoring.ledger.played_matches import EncounterPlay, HandPlay
from scoring.ledger.rulebooks import rules_of
from scoring.play.change_effects import AnnulledEncounter, Effects, HandTotals
from scoring.play.change_preview import replayed_encounters, write_keeping_later_play
from scoring.play.dry_run import run_and_roll_back
from scoring.play.later_play import Write
from scoring.play.result_differences import compare_results, read_results
from tournaments.database.row_locks import lock_rows
from tournaments.enums import SWISS_KINDS
from tournaments.models import Encounter, Stage, Tournament
from tournaments.schedule.change import Change

Totals = Mapping[str, int]


@dataclass(frozen=True)
class HandChange:
    match: int
    deal: int
    before: HandTotals | None
    after: HandTotals | None
    totals_before: Totals
    totals_after: Totals


@dataclass(frozen=True)
class Consequences:
    """Everything a write changes; `hand` is None if it changes none.

    `later_play` are encounters begun with sides the change would remove. `encounters_to_replay` are
    replayed unless an organizer keeps them. `has_outdated_pairings`: Swiss rounds were paired by the old
    standings.
    """

    encounter: Encounter
    hand: HandChange | None
    effects: Effects
    later_play: Sequence[Encounter]
    encounters_to_replay: Sequence[AnnulledEncounter]
    has_outdated_pairings: bool

    @property
    def decides(self) -> bool:
        return self.effects.has_changes or bool(self.later_play)


def consequences_of(*, encounter: Encounter, write: Write[object], change: Change) -> Consequences:
    """Return what a write to an encounter's hands would change, by a dry run; store nothing.

    If later play blocks it, the dry run keeps later play. Takes a correction's locks, and locks stage and
    tournament before it reads. Raises what the write raises.
    """
    consequences = run_and_roll_back(lambda: _dry_run(encounter, write, change))
    tournament = encounter.stage.tournament
    return (
        replace(consequences, encounters_to_replay=replayed_encounters(tournament, write, change))
        if consequences.later_play
        else consequences
    )


def _dry_run(encounter: Encounter, write: Write[object], change: Change) -> Consequences:
    """Write, keeping affected later play, and compare; the caller rolls back."""
    locked = lock_with_later(encounter)
    lock_rows(Stage.objects).get(pk=locked.stage_id)
    tournament, rules = locked.stage.tournament, rules_of(locked.stage.tournament.rule_book)
    lock_rows(Tournament.objects).get(pk=tournament.pk)
    before, play_before = read_results(tournament), read_play(locked, rules)
    later = write_keeping_later_play(write, change)
    after, play_after = read_results(tournament), read_play(locked, rules)
    effects = compare_results(before, after)
    return Consequences(
        encounter=before.encounters[locked.pk],
        hand=_changed_hand(play_before, play_after),
        effects=effects,
        later_play=[
            before.encounters[pk] for pk in sorted({later_encounter.pk for later_encounter in later})
        ],
        encounters_to_replay=(),
        has_outdated_pairings=bool(effects.groups) and _has_later_pairings(locked),
    )


def _has_later_pairings(encounter: Encounter) -> bool:
    swiss = encounter.stage.kind in SWISS_KINDS
    return swiss and encounter.stage.encounters.not_annulled().filter(round__gt=encounter.round).exists()


def _changed_hand(play_before: EncounterPlay, play_after: EncounterPlay) -> HandChange | None:
    before, after = _hands(play_before), _hands(play_after)
    for match, deal in sorted(before.keys() | after.keys()):
        old, new = before.get((match, deal)), after.get((match, deal))
        if (old and old.entry_id) != (new and new.entry_id):
            totals = _totals(play_before, match), _totals(play_after, match)
            return HandChange(match, deal, _hand_totals(old), _hand_totals(new), *totals)
    return None


def _hands(play: EncounterPlay) -> dict[tuple[int, int], HandPlay]:
    return {(match.number, hand.deal): hand for match in play.matches for hand in match.hands}


def _hand_totals(hand: HandPlay | None) -> HandTotals | None:
    return HandTotals(hand.totals, hand.void) if hand else None


def _totals(play: EncounterPlay, number: int) -> Totals:
    match = play.match(number)
    totals = match.result.totals if match else {}
    return {letter: totals.get(letter, 0) for letter in play.letters}
