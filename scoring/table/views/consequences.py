from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from scoring.play.change_preview import Preview
from scoring.play.later_play import Change
from scoring.table.forms.correction_form import Correction
from scoring.table.queries import Consequences, consequences_of
from tournaments.log.actor import Actor
from tournaments.models import Encounter, EncounterSide, Entrant, Group, Stage
from tournaments.refusals import Refused

NOT_YET_GIVEN = "?"
"""Placeholder for a reason that is still to be typed; never stored."""


@dataclass(frozen=True)
class Total:
    side: EncounterSide
    before: int
    after: int


@dataclass(frozen=True)
class Winner:
    """`counts` says whether the match still counts."""

    match: int
    before: Entrant | None
    after: Entrant | None
    counts: bool


@dataclass(frozen=True)
class ShownConsequences:
    """Consequences in display order, without anything that does not change.

    `ends_at` is the number of penalties that ends a match. Encounters and places are paired with whether they
    belong to the page's encounter.
    """

    unchanged: bool = False
    match: int = 0
    ends_at: int | None = None
    totals: Sequence[Total] = ()
    winners: Sequence[Winner] = ()
    encounters: Sequence[tuple[ChangedEncounter, bool]] = ()
    places: Sequence[tuple[ChangedPlace, bool]] = ()
    groups: Sequence[tuple[Group, Sequence[ChangedRank]]] = ()
    slots: Sequence[RefilledSlot] = ()
    annulled: Sequence[AnnulledEncounter] = ()
    restored: Sequence[Encounter] = ()
    added: Sequence[Encounter] = ()
    removed: Sequence[Encounter] = ()
    drawn: Sequence[Stage] = ()
    undrawn: Sequence[Stage] = ()
    later_play: Sequence[Encounter] = ()
    anew: Sequence[AnnulledEncounter] = ()
    pairings_stand: bool = False
    decides: bool = False

    @property
    def nothing(self) -> bool:
        return not self.decides and not self.totals


def show_consequences(encounter: Encounter, write: Change[object]) -> ShownConsequences | None:
    """Return what a write would change; None if it would be refused."""
    try:
        return _shown(consequences_of(encounter=encounter, write=write))
    except Refused:
        return None


def show_preview(preview: Preview) -> ShownConsequences:
    return ShownConsequences(
        **_effect_fields(preview.effects),
        later_play=preview.later_play,
        anew=preview.anew,
        decides=preview.effects.decides or bool(preview.later_play),
    )


def consequences_of_correction(
    encounter: Encounter, stored: Entry, form: Correction, actor: Actor
) -> ShownConsequences | None:
    """Warnings and reason may still be missing."""
    if not form.names_its_hand or not form.sound:
        return None
    if form.report.to_json() == stored.report:
        return ShownConsequences(unchanged=True)

    def write(let_stand: bool) -> object:
        return corrections.correct_hand(
            encounter=encounter,
            match=stored.hand.match.number,
            deal=stored.hand.deal,
            version=form.cleaned_data["version"],
            report=replace(form.report, accepted=tuple(WARNING_CODES)),
            reason=NOT_YET_GIVEN,
            entry_key=str(uuid.uuid4()),
            by=actor,
            at=timezone.now(),
            let_stand=let_stand,
        )

    return show_consequences(encounter, write)


def _shown(consequences: Consequences) -> ShownConsequences:
    hand = consequences.hand
    return ShownConsequences(
        **_effect_fields(consequences.effects, own_encounter=consequences.encounter),
        unchanged=hand is None,
        match=hand.match if hand else 0,
        ends_at=game_of_rules(rules_of(consequences.encounter.stage.tournament.rule_book)).ends_at,
        totals=_totals(consequences),
        winners=_winners(consequences),
        later_play=consequences.later_play,
        anew=consequences.anew,
        pairings_stand=consequences.pairings_stand,
        decides=consequences.decides,
    )


def _effect_fields(effects: Effects, own_encounter: Encounter | None = None) -> dict[str, Any]:
    return {
        "encounters": [
            (changed_encounter, changed_encounter.encounter == own_encounter)
            for changed_encounter in effects.encounters
        ],
        "places": [
            (changed_place, changed_place.encounter == own_encounter) for changed_place in effects.places
        ],
        "groups": [(group.group, group.moved) for group in effects.groups],
        "slots": effects.slots,
        "annulled": effects.annulled,
        "restored": effects.restored,
        "added": effects.added,
        "removed": effects.removed,
        "drawn": effects.drawn,
        "undrawn": effects.undrawn,
    }


def _totals(consequences: Consequences) -> list[Total]:
    if consequences.hand is None:
        return []
    before, after = consequences.hand.totals_before, consequences.hand.totals_after
    sides = consequences.encounter.sides_in_order
    totals = [Total(side, before[side.letter], after[side.letter]) for side in sides]
    return [total for total in totals if total.before != total.after]


def _winners(consequences: Consequences) -> list[Winner]:
    if consequences.encounter.stage.best_of == 1 and consequences.effects.encounters:
        return []
    entrants = {side.letter: side.entrant for side in consequences.encounter.sides_in_order}
    return [
        Winner(
            changed_match.number,
            entrants.get(changed_match.before or ""),
            entrants.get(changed_match.after or ""),
            changed_match.counts,
        )
        for changed_match in consequences.effects.matches
        if changed_match.encounter == consequences.encounter
    ]
