from __future__ import annotations

from dataclasses import dataclass, field

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.statistics.counted_hands import CountedHand
from tournaments.models import EncounterSide


@dataclass
class WinRecord:
    """Only what counts; at tables of four the better place wins.

    Walkovers count as in standings.
    """

    encounters: int = 0
    encounters_won: int = 0
    matches_won: int = 0
    matches_lost: int = 0
    hands: int = 0
    points: int = 0
    opponents_points: int = 0
    games: set[str] = field(default_factory=set)
    _starts: int = 0
    _matches: set[tuple[int, int]] = field(default_factory=set)

    @property
    def one_game(self) -> bool:
        return len(self.games) == 1

    @property
    def starts(self) -> int | None:
        """Where points are counted down."""
        return self._starts or None

    @property
    def empty(self) -> bool:
        return not (self.encounters or self.hands or self.matches_won or self.matches_lost)

    def add_hand(self, points: int, opponents_points: int, hand: CountedHand) -> None:
        """Add a hand, and starting points once per match."""
        self.games.add(hand.game.id)
        if hand.match_key not in self._matches:
            self._matches.add(hand.match_key)
            self._starts += hand.game.ends_at or 0
        self.hands, self.points, self.opponents_points = (
            self.hands + 1,
            self.points + points,
            self.opponents_points + opponents_points,
        )

    def add_encounter(
        self, listing: EncounterListing, own_side: EncounterSide, opponent: EncounterSide
    ) -> None:
        if listing.decided:
            self.encounters += 1
            self.encounters_won += is_before(own_side, opponent)

    def add_matches(
        self, listing: EncounterListing, own_side: EncounterSide, opponent: EncounterSide
    ) -> None:
        """Add an encounter's matches; a double walkover loses the number needed to win.

        At a table of four, a better place is one match won.
        """
        if listing.of_four:
            self.add_place(listing, own_side, opponent)
        elif listing.double_walkover:
            self.matches_lost += listing.encounter.stage.wins_needed
        else:
            self.matches_won += own_side.wins or 0
            self.matches_lost += opponent.wins or 0

    def add_match(
        self, listing: EncounterListing, number: int, own_side: EncounterSide, opponent: EncounterSide
    ) -> None:
        if listing.of_four:
            self.add_place(listing, own_side, opponent)
            return
        winner = next((match.winner for match in listing.all_matches if match.number == number), None)
        self.matches_won += winner == own_side.letter
        self.matches_lost += winner == opponent.letter

    def add_place(self, listing: EncounterListing, own_side: EncounterSide, opponent: EncounterSide) -> None:
        if listing.decided:
            self.matches_won += is_before(own_side, opponent)
            self.matches_lost += is_before(opponent, own_side)


def is_before(side: EncounterSide, opponent: EncounterSide) -> bool:
    """Sides sharing a place aren't before each other."""
    return side.place is not None and opponent.place is not None and side.place < opponent.place


def side_at(listing: EncounterListing, letter: str) -> EncounterSide:
    return next(side for side in listing.sides if side.letter == letter)


def opponents_at(listing: EncounterListing, own_side: EncounterSide) -> list[EncounterSide]:
    return [side for side in listing.sides if side.letter != own_side.letter and side.entrant is not None]
