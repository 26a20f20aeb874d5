"""Place of a hand entered after another, perhaps offline."""

from __future__ import annotations

from typing import NamedTuple

from scoring.ledger.encounter_state import read_play
from scoring.ledger.refusals import HandBeforeMissing
from scoring.ledger.rulebooks import rules_of
from scoring.models import Entry
from tournaments.models import Encounter


class DealPlace(NamedTuple):
    match: int
    deal: int


def deal_place_after(*, encounter: Encounter, key: str, own_key: str) -> DealPlace:
    """Return the stored place of `own_key`, else the one after hand `key`, maybe in the next match.

    Raises HandBeforeMissing if neither is stored. Stage and rule book must be loaded.
    """
    entries = Entry.objects.filter(hand__match__encounter=encounter, entry_key__in=(key, own_key))
    places = {
        entry_key: DealPlace(match, deal)
        for entry_key, match, deal in entries.values_list("entry_key", "hand__match__number", "hand__deal")
    }
    if own_key in places:
        return places[own_key]
    if key not in places:
        raise HandBeforeMissing
    before = places[key]
    play = read_play(encounter, rules_of(encounter.stage.tournament.rule_book))
    match = play.match(before.match)
    last = match is not None and before.deal >= len(match.hands)
    if match is not None and last and match.result.winner is not None:
        return DealPlace(before.match + 1, 1)
    return DealPlace(before.match, before.deal + 1)
