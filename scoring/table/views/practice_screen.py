from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from django.urls import reverse

from rules.games import DEFAULT_RULE_SET
from rules.localized_text import Text
from rules.score_lines import Score
from rules.seats import side_of
from scoring.ledger.encounter_state import unopened_breaks_ties, unopened_by_side
from scoring.ledger.played_matches import EncounterPlay, HandPlay, MatchPlay
from scoring.ledger.seating import seats_of
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.games import HAND_ENTRIES, hand_entry_of
from scoring.table.views.table_screen import LastHand, TableScreen
from tournaments.enums import EncounterState
from tournaments.log.actor import Actor
from tournaments.models import Encounter, EncounterSide, Entrant, Player, Stage, Table

MOST_DEALS = 40
PLAYERS: Final = ("Ayla Tunç", "Bora Aksu", "Canan Erdem", "Deniz Koru")
"""In playing order."""
PRACTICE_ENCOUNTER_ID = UUID(int=0)

VOID = "v"
_TOTALS, _UNOPENED = r"(-?[0-9]{1,5})", r"([0-2])"


@dataclass(frozen=True)
class PracticeDeal:
    """`totals` are None for a void hand."""

    totals: Mapping[str, int] | None
    unopened: Mapping[str, int]

    @classmethod
    def from_score(cls, score: Score) -> PracticeDeal:
        return cls(None if score.void else score.by_side(), unopened_by_side(score.lines))

    def __str__(self) -> str:
        if self.totals is None:
            return VOID
        return ".".join(
            str(figures[side]) for figures in (self.totals, self.unopened) for side in self.totals
        )


def read_deals(text: str, letters: Sequence[str] = ("A", "B")) -> list[PracticeDeal]:
    """Empty if the text is invalid."""
    parts = text.split("_") if text else []
    if len(parts) > MOST_DEALS:
        return []
    deals = [_parse_deal(part, letters) for part in parts]
    return [deal for deal in deals if deal] if all(deals) else []


def _parse_deal(part: str, letters: Sequence[str]) -> PracticeDeal | None:
    """Parse a void hand, or totals and unopened counts by side; None if malformed."""
    if part == VOID:
        return PracticeDeal(None, {})
    sides = len(letters)
    match = re.fullmatch(r"\.".join([_TOTALS] * sides + [_UNOPENED] * sides), part)
    if match is None:
        return None
    figures = [int(figure) for figure in match.groups()]
    totals, unopened = figures[:sides], figures[sides:]
    return PracticeDeal(dict(zip(letters, totals, strict=True)), dict(zip(letters, unopened, strict=True)))


def practice_url(name: str, rule_set_id: str, query: Mapping[str, str] | None = None) -> str:
    if rule_set_id == DEFAULT_RULE_SET:
        return reverse(f"scoring:{name}", query=query)
    return reverse(f"scoring:rule_set_{name}", kwargs={"rule_set_id": rule_set_id}, query=query)


class PracticeScreen(TableScreen):
    """Unstored, with invented players; the address has its match.

    It is as long as in `stage`, by default as in the rules. Tapping racks is loaded only `with_tiles`, to
    keep a first visit light.
    """

    page = "scoring/table/practice/practice_page.html"

    def __init__(
        self, rules: Any, deals: Sequence[PracticeDeal], stage: Stage | None, *, with_tiles: bool = False
    ) -> None:
        self.rules = rules
        self.entering = hand_entry_of(rules)
        self.deals = deals
        self.with_tiles = with_tiles
        self.tournament = stage.tournament if stage else None
        self.hands_per_match: int | None = (stage or rules).hands_per_match
        self.table = Table(number=1)
        kind = stage.kind if stage else ""
        practice_stage = Stage(kind=kind, best_of=1, hands_per_match=self.hands_per_match)
        self.encounter = Encounter(
            public_id=PRACTICE_ENCOUNTER_ID,
            stage=practice_stage,
            state=EncounterState.PLAYING,
            first_dealer=seats_of(practice_stage)[-1],
        )

    form_assets_url = ""

    @cached_property
    def sides(self) -> list[EncounterSide]:
        return [
            EncounterSide(letter=letter, entrant=Entrant(name=self._entrant(letter)))
            for letter in self.encounter.stage.letters
        ]

    @cached_property
    def players(self) -> dict[str, Player]:
        return {seat: Player(name=name) for seat, name in zip(self.seat_codes, PLAYERS, strict=True)}

    @cached_property
    def play(self) -> EncounterPlay:
        """Return a single match with the practice deals; no match before the first."""
        hands = [
            HandPlay(
                hand_id=0,
                deal=deal_number,
                entry_id=deal_number,
                version=1,
                void=deal.totals is None,
                totals=dict(deal.totals or dict.fromkeys(self.encounter.stage.letters, 0)),
                unopened=deal.unopened if unopened_breaks_ties(self.rules) else {},
            )
            for deal_number, deal in enumerate(self.deals, start=1)
        ]
        hands_per_match, ends_at = self.hands_per_match, self.entering.game.ends_at
        match = MatchPlay(number=1, hands_per_match=hands_per_match, hands=hands, ends_at=ends_at)
        return EncounterPlay(
            1, hands_per_match, [match] if hands else [], last_hash_by_match={}, ends_at=ends_at
        )

    @cached_property
    def match(self) -> MatchPlay:
        return self.play.matches[0] if self.play.matches else self.play.current

    def paid_before(self, form: EntryForm) -> dict[str, int]:
        return self.match.totals_before(self.match.next_deal)

    @property
    def winner(self) -> EncounterSide | None:
        return next((side for side in self.sides if side.letter == self.match.result.winner), None)

    @property
    def hands(self) -> list[tuple[int, HandPlay]]:
        return list(zip(self.match.numbers, self.match.hands, strict=True))

    @cached_property
    def last_hand(self) -> LastHand | None:
        return None

    @property
    def last_entry_key(self) -> str:
        """The number of hands: it identifies the next one without a key."""
        return str(len(self.deals))

    def address(self, name: str, deals: Sequence[PracticeDeal], *, with_tiles: bool = False) -> str:
        parameters = {"hands": "_".join(str(deal) for deal in deals)} if deals else {}
        query = parameters | ({"tiles": "1"} if with_tiles or self.with_tiles else {}) or None
        if self.tournament is None:
            return practice_url(name, self.rules.id, query)
        return reverse(f"scoring:tournament_{name}", args=[self.tournament.public_id], query=query)

    def context(self, actor: Actor) -> dict[str, Any]:
        """Return addresses to save, preview, restart, show tiles and, without tournament, try other rules."""
        return {
            "table": self.table,
            "tournament": self.tournament,
            "bare_rules": self.rules,
            "screen": self,
            "staff": actor.user is not None,
            "save_url": self.address("practice", self.deals),
            "preview_url": self.address("preview_practice", self.deals),
            "practice": {
                "again_url": self.address("practice", []),
                "with_tiles": self.with_tiles,
                "tiles_url": self.address("practice", self.deals, with_tiles=True),
                "others": [] if self.tournament else self._other_practices(),
            },
        }

    def _other_practices(self) -> list[tuple[Text, str]]:
        return [
            (rules.names, practice_url("practice", rules.id))
            for entering in HAND_ENTRIES
            for rules in entering.game.presets.values()
            if rules.id != self.rules.id
        ]

    def _entrant(self, letter: str) -> str:
        side_players = [player for seat, player in self.players.items() if side_of(seat) == letter]
        return (
            " – ".join(player.short_name for player in side_players)
            if len(side_players) > 1
            else side_players[0].name
        )
