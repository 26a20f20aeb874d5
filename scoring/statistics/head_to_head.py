"""Head-to-head: what a side or a player has to show against each of those it met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.statistics.counted_hands import CountedHand
from scoring.statistics.win_records import Record, others_at, side_at
from tournaments.enums import Part
from tournaments.models import Entrant, Player
from tournaments.naming.collation import turkish_order


@dataclass(frozen=True)
class Against:
    """An opponent and the record against it."""

    opponent: Entrant | Player
    record: Record


def side_letter(listing: EncounterListing, entrants: Iterable[int]) -> str:
    """The side on which one of these entrants, by primary key, sits. Raises StopIteration where none does."""
    keys = set(entrants)
    return next(side.letter for side in listing.sides if side.entrant_id in keys)


def figured(listing: EncounterListing) -> bool:
    """Whether an encounter is in the figures: not one that was annulled, or only parted a tie, or a bye."""
    encounter = listing.encounter
    return encounter.annulled_at is None and encounter.part != Part.EXTRA and not listing.bye


def against_entrants(
    entrant: Entrant, listings: Sequence[EncounterListing], hands: Iterable[CountedHand]
) -> list[Against]:
    """Against each that an entrant has met, of the encounters that are in the figures and their hands."""
    records: defaultdict[int, Record] = defaultdict(Record)
    opponents: dict[int, Entrant] = {}
    at = {listing.encounter.pk: listing for listing in listings}
    for listing in filter(figured, listings):
        mine = side_at(listing, side_letter(listing, [entrant.pk]))
        for other in others_at(listing, mine):
            if other.entrant is not None:
                opponents[other.entrant.pk] = other.entrant
                records[other.entrant.pk].add_encounter(listing, mine, other)
                records[other.entrant.pk].add_matches(listing, mine, other)
    for hand in hands:
        mine = side_at(at[hand.encounter], side_letter(at[hand.encounter], [entrant.pk]))
        for other in others_at(at[hand.encounter], mine):
            record = records[other.entrant_id or 0]
            record.add_hand(hand.points_of(mine.letter), hand.points_of(other.letter), hand)
    return ordered(opponents, records)


def player_records(
    player: int, listings: Mapping[int, EncounterListing], hands: Iterable[CountedHand]
) -> tuple[dict[int, Record], dict[int, Record]]:
    """A player's records against those who sat on other sides, and beside his partners, by primary key.

    Matches and encounters are those in which both played a hand that counts; of a partner `theirs` are the
    partner's points, and the results those of their side.
    """
    against: defaultdict[int, Record] = defaultdict(Record)
    beside: defaultdict[int, Record] = defaultdict(Record)
    seen: set[tuple[int, ...]] = set()
    for hand in hands:
        mine = hand.seat_of(player)
        if mine is None:
            continue
        listing = listings[hand.encounter]
        own = side_at(listing, mine.side)
        for other in hand.seats.values():
            if other.player == player:
                continue
            partner = other.side == mine.side
            record = (beside if partner else against)[other.player]
            record.add_hand(sum(hand.payments([mine])), sum(hand.payments([other])), hand)
            opposite = others_at(listing, own)[0] if partner else side_at(listing, other.side)
            if (other.player, *hand.match_key) not in seen:
                record.add_match(listing, hand.match, own, opposite)
            if (other.player, hand.encounter) not in seen:
                record.add_encounter(listing, own, opposite)
            seen |= {(other.player, *hand.match_key), (other.player, hand.encounter)}
    return dict(against), dict(beside)


def ordered(
    opponents: Mapping[int, Entrant] | Mapping[int, Player], records: Mapping[int, Record]
) -> list[Against]:
    """Whoever was met at all, by hands played, then by name."""
    met = [Against(one, records[key]) for key, one in opponents.items() if not records[key].empty]
    return sorted(met, key=lambda one: (-one.record.hands, turkish_order(one.opponent.name), one.opponent.pk))
