from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.statistics.counted_hands import CountedHand
from scoring.statistics.win_records import WinRecord, opponents_at, side_at
from tournaments.enums import Part
from tournaments.models import Entrant, Player
from tournaments.naming.collation import turkish_order


@dataclass(frozen=True)
class OpponentRecord:
    opponent: Entrant | Player
    record: WinRecord


def side_letter(listing: EncounterListing, entrants: Iterable[int]) -> str:
    """Raise StopIteration without any of these entrants."""
    keys = set(entrants)
    return next(side.letter for side in listing.sides if side.entrant_id in keys)


def counts_in_figures(listing: EncounterListing) -> bool:
    """Annulled encounters, tie-breaks and byes don't count."""
    encounter = listing.encounter
    return encounter.annulled_at is None and encounter.part != Part.EXTRA and not listing.bye


def entrant_records(
    entrant: Entrant, listings: Sequence[EncounterListing], hands: Iterable[CountedHand]
) -> list[OpponentRecord]:
    """Return records against each opponent, most hands first; at tables of four against all three.

    `listings` has all hands' encounters. Annulled ones, tie-breaks, byes don't count, but all `hands` do.
    """
    records: defaultdict[int, WinRecord] = defaultdict(WinRecord)
    opponents: dict[int, Entrant] = {}
    at = {listing.encounter.pk: listing for listing in listings}
    for listing in filter(counts_in_figures, listings):
        own_side = side_at(listing, side_letter(listing, [entrant.pk]))
        for opponent in opponents_at(listing, own_side):
            if opponent.entrant is not None:
                opponents[opponent.entrant.pk] = opponent.entrant
                records[opponent.entrant.pk].add_encounter(listing, own_side, opponent)
                records[opponent.entrant.pk].add_matches(listing, own_side, opponent)
    for hand in hands:
        own_side = side_at(at[hand.encounter], side_letter(at[hand.encounter], [entrant.pk]))
        for opponent in opponents_at(at[hand.encounter], own_side):
            record = records[opponent.entrant_id or 0]
            record.add_hand(hand.side_points(own_side.letter), hand.side_points(opponent.letter), hand)
    return sorted_opponents(opponents, records)


def player_records(
    player: int, listings: Mapping[int, EncounterListing], hands: Iterable[CountedHand]
) -> tuple[dict[int, WinRecord], dict[int, WinRecord]]:
    """Return records against opponents and beside partners, by primary key; `listings` by encounter's key.

    Encounters and matches count only if both played a counting hand.
    """
    against: defaultdict[int, WinRecord] = defaultdict(WinRecord)
    with_partners: defaultdict[int, WinRecord] = defaultdict(WinRecord)
    counted: set[tuple[int, ...]] = set()
    for hand in hands:
        own_seat = hand.player_seat(player)
        if own_seat is None:
            continue
        listing = listings[hand.encounter]
        own_side = side_at(listing, own_seat.side)
        for other_seat in hand.seats.values():
            if other_seat.player == player:
                continue
            partner = other_seat.side == own_seat.side
            record = (with_partners if partner else against)[other_seat.player]
            record.add_hand(sum(hand.payments([own_seat])), sum(hand.payments([other_seat])), hand)
            opposite = opponents_at(listing, own_side)[0] if partner else side_at(listing, other_seat.side)
            if (other_seat.player, *hand.match_key) not in counted:
                record.add_match(listing, hand.match, own_side, opposite)
            if (other_seat.player, hand.encounter) not in counted:
                record.add_encounter(listing, own_side, opposite)
            counted |= {(other_seat.player, *hand.match_key), (other_seat.player, hand.encounter)}
    return dict(against), dict(with_partners)


def sorted_opponents(
    opponents: Mapping[int, Entrant] | Mapping[int, Player], records: Mapping[int, WinRecord]
) -> list[OpponentRecord]:
    """Return nonempty records, most hands first, then by name; `records` has each opponent's key."""
    opponent_records = [
        OpponentRecord(opponent, records[key])
        for key, opponent in opponents.items()
        if not records[key].empty
    ]
    return sorted(
        opponent_records,
        key=lambda opponent: (
            -opponent.record.hands,
            turkish_order(opponent.opponent.name),
            opponent.opponent.pk,
        ),
    )
