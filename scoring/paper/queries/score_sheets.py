from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from rules.rulesets import RuleSet
from rules.seats import seats_in_columns, side_of
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import seats_of
from scoring.models import Match
from scoring.paper.games import game_sheet_for
from scoring.paper.games.game_sheet import Box, GameSheet, Legend
from scoring.paper.queries.sheet_hands import read_deals
from scoring.paper.queries.sheet_matches import MatchOnPaper, count_match_rows, matches_of, split_into_pages
from scoring.queries.agreement_status import read_agreements
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import SIDES, read_scored_listings
from scoring.queries.player_labels import players_by_seat
from scoring.queries.round_names import TieName, read_round_names, tie_name_of
from tournaments.enums import TimeUp
from tournaments.models import Encounter, EncounterSide, EntrantPlayer, Group, Player, Tournament
from tournaments.models.encounter import EncounterQuerySet

MATCHES_IN_A_ROW = 5
FEW_HANDS = 5


@dataclass(frozen=True)
class PaperSheet:
    """`tie` is its name in a bracket; `only_group`: the stage is one group."""

    game_sheet: GameSheet
    rules: RuleSet
    listing: EncounterListing
    tie: TieName | None
    legend: Legend
    matches: Sequence[MatchOnPaper]
    only_group: bool

    @property
    def encounter(self) -> Encounter:
        return self.listing.encounter

    @property
    def tournament(self) -> Tournament:
        return self.encounter.stage.tournament

    @property
    def sides(self) -> tuple[EncounterSide, ...]:
        return self.listing.sides

    @property
    def seats(self) -> tuple[str, ...]:
        return seats_in_columns(seats_of(self.encounter.stage))

    @property
    def seats_by_side(self) -> list[tuple[str, list[str]]]:
        return [
            (side.letter, [seat for seat in self.seats if side_of(seat) == side.letter])
            for side in self.sides
        ]

    @property
    def players(self) -> dict[str, Player | None]:
        """By seat; None for an unknown side."""
        return {**dict.fromkeys(self.seats), **players_by_seat(self.sides)}

    @property
    def boxes(self) -> Sequence[Box]:
        return self.game_sheet.boxes(self.rules, self.seats)

    @property
    def heads(self) -> Mapping[str, str]:
        return self.game_sheet.heads()

    @property
    def boxes_with_heads(self) -> list[tuple[Box, str]]:
        return [(box, self.heads[box.part]) for box in self.boxes]

    @property
    def pages(self) -> list[Sequence[MatchOnPaper]]:
        return split_into_pages(
            self.matches, 1 if self.game_sheet.one_match_per_sheet else self.game_sheet.max_rows_per_page
        )

    @property
    def least_hands(self) -> int:
        """Hands that decide a match at the bell; 0 without."""
        stage = self.encounter.stage
        return stage.least_hands if stage.time_up != TimeUp.OFF else 0

    @property
    def is_landscape(self) -> bool:
        if self.game_sheet.one_match_per_sheet or self.game_sheet.max_rows_per_page:
            return False
        hands = count_match_rows(self.encounter.stage, self.game_sheet)
        return len(self.matches) >= MATCHES_IN_A_ROW and hands > FEW_HANDS


def read_sheets(encounters: EncounterQuerySet, *, at: datetime | None = None) -> list[PaperSheet]:
    """Read sheets of one tournament in a constant number of queries.

    With `at` they show what is provisional or protested then.
    """
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    seated = SIDES.prefetch_related(Prefetch("entrant__roster", roster))
    related = encounters.select_related("stage__tournament__club", "stage__tournament__rule_book")
    listings = read_scored_listings(related, sides=seated)
    if not listings:
        return []
    tournament = listings[0].encounter.stage.tournament
    rules = rules_of(tournament.rule_book)
    game_sheet = game_sheet_for(rules)
    matches = Match.objects.filter(encounter__in=[listing.encounter.pk for listing in listings], counts=True)
    agreements = read_agreements(matches, tournament=tournament, at=at).values() if at else ()
    agreement_of = {
        (agreement.match.encounter_id, agreement.match.number): agreement for agreement in agreements
    }
    groups = Counter(Group.objects.filter(stage__tournament=tournament).values_list("stage", flat=True))
    deals, names, legend = (
        read_deals([listing.encounter.pk for listing in listings], game_sheet),
        read_round_names({listing.encounter.stage for listing in listings if listing.knockout}),
        game_sheet.legend(rules, listings[0].of_four, tournament.book_text),
    )
    return [
        PaperSheet(
            game_sheet=game_sheet,
            rules=rules,
            listing=listing,
            tie=tie_name_of(listing.encounter, names),
            legend=legend,
            matches=matches_of(listing, game_sheet, deals[listing.encounter.pk], agreement_of),
            only_group=groups[listing.encounter.stage_id] == 1,
        )
        for listing in listings
    ]
