from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils import timezone

from rules.validation import WARNING_CODES
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.models import Entry
from scoring.play import corrections
from scoring.play.change_effects import (
    AnnulledEncounter,
    ChangedEncounter,
    ChangedPlace,
    ChangedRank,
    Effects,
    RefilledSlot,
)
from scoring.play.change_preview import ChangePreview
from scoring.play.later_play import Write
from scoring.table.forms.correction_form import BaseCorrectionForm
from scoring.table.queries import Consequences, consequences_of
from tournaments.log.actor import Actor
from tournaments.models import Encounter, EncounterSide, Entrant, Group, Stage
from tournaments.refusals import Refused
from tournaments.schedule.change import Change

MISSING_REASON = "?"
"""Placeholder for a reason that is still to be typed; never stored."""


@dataclass(frozen=True)
class ChangedTotal:
    side: EncounterSide
    before: int
    after: int


@dataclass(frozen=True)
class ChangedWinner:
    """`counts`: the match still counts."""

    match: int
    before: Entrant | None
    after: Entrant | None
    counts: bool


@dataclass(frozen=True)
class ShownConsequences:
    """In display order, without what doesn't change.

    `ends_at` penalties end a match. Encounters and places come with whether they belong to the page's
    encounter.
    """

    unchanged: bool = False
    match: int = 0
    ends_at: int | None = None
    totals: Sequence[ChangedTotal] = ()
    winners: Sequence[ChangedWinner] = ()
    encounters: Sequence[tuple[ChangedEncounter, bool]] = ()
    places: Sequence[tuple[ChangedPlace, bool]] = ()
    groups: Sequence[tuple[Group, Sequence[ChangedRank]]] = ()
    slots: Sequence[RefilledSlot] = ()
    same_group: Sequence[Encounter] = ()
    annulled: Sequence[AnnulledEncounter] = ()
    restored: Sequence[Encounter] = ()
    added: Sequence[Encounter] = ()
    removed: Sequence[Encounter] = ()
    drawn: Sequence[Stage] = ()
    undrawn: Sequence[Stage] = ()
    later_play: Sequence[Encounter] = ()
    encounters_to_replay: Sequence[AnnulledEncounter] = ()
    has_outdated_pairings: bool = False
    decides: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.decides and not self.totals


def show_consequences(encounter: Encounter, write: Write[object], change: Change) -> ShownConsequences | None:
    """Return None if the write would be refused."""
    try:
        return _build_shown_consequences(consequences_of(encounter=encounter, write=write, change=change))
    except Refused:
        return None


def show_preview(preview: ChangePreview) -> ShownConsequences:
    return ShownConsequences(
        **_effect_fields(preview.effects),
        later_play=preview.later_play,
        encounters_to_replay=preview.encounters_to_replay,
        decides=preview.effects.has_changes or bool(preview.later_play),
    )


def consequences_of_correction(
    encounter: Encounter, stored: Entry, form: BaseCorrectionForm, actor: Actor
) -> ShownConsequences | None:
    """Dry-run the correction; None if the form is invalid or the correction refused.

    Warnings and reason may still be missing. An equal report is `unchanged`.
    """
    if not form.has_valid_hand_id or not form.is_valid_hand:
        return None
    if form.report.to_json() == stored.report:
        return ShownConsequences(unchanged=True)

    correct = partial(
        corrections.correct_hand,
        encounter=encounter,
        match=stored.hand.match.number,
        deal=stored.hand.deal,
        version=form.cleaned_data["version"],
        report=replace(form.report, accepted=tuple(WARNING_CODES)),
        reason=MISSING_REASON,
        entry_key=str(uuid.uuid4()),
    )
    return show_consequences(encounter, correct, Change(actor, timezone.now()))


def _build_shown_consequences(consequences: Consequences) -> ShownConsequences:
    """Return what the page shows, `unchanged` if no hand changes."""
    hand = consequences.hand
    return ShownConsequences(
        **_effect_fields(consequences.effects, own_encounter=consequences.encounter),
        unchanged=hand is None,
        match=hand.match if hand else 0,
        ends_at=game_of_rules(rules_of(consequences.encounter.stage.tournament.rule_book)).ends_at,
        totals=_totals(consequences),
        winners=_winners(consequences),
        later_play=consequences.later_play,
        encounters_to_replay=consequences.encounters_to_replay,
        has_outdated_pairings=consequences.has_outdated_pairings,
        decides=consequences.decides,
    )


def _effect_fields(effects: Effects, own_encounter: Encounter | None = None) -> dict[str, Any]:
    """Return template variables; `own_encounter` is the page's."""
    return {
        "encounters": [
            (changed_encounter, changed_encounter.encounter == own_encounter)
            for changed_encounter in effects.encounters
        ],
        "places": [
            (changed_place, changed_place.encounter == own_encounter) for changed_place in effects.places
        ],
        "groups": [(group.group, group.changed_ranks) for group in effects.groups],
        "slots": effects.slots,
        "same_group": effects.same_group,
        "annulled": effects.annulled,
        "restored": effects.restored,
        "added": effects.added,
        "removed": effects.removed,
        "drawn": effects.drawn,
        "undrawn": effects.undrawn,
    }


def _totals(consequences: Consequences) -> list[ChangedTotal]:
    if consequences.hand is None:
        return []
    before, after = consequences.hand.totals_before, consequences.hand.totals_after
    sides = consequences.encounter.sides_in_order
    totals = [ChangedTotal(side, before[side.letter], after[side.letter]) for side in sides]
    return [total for total in totals if total.before != total.after]


def _winners(consequences: Consequences) -> list[ChangedWinner]:
    """Return the encounter's changed match winners; empty in a best of one that is listed as changed."""
    if consequences.encounter.stage.best_of == 1 and consequences.effects.encounters:
        return []
    entrants = {side.letter: side.entrant for side in consequences.encounter.sides_in_order}
    return [
        ChangedWinner(
            changed_match.number,
            entrants.get(changed_match.before or ""),
            entrants.get(changed_match.after or ""),
            changed_match.counts,
        )
        for changed_match in consequences.effects.matches
        if changed_match.encounter == consequences.encounter
    ]
