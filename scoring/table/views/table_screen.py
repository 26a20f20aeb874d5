from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import get_language

from rules.localized_text import join_names
from scoring.ledger.encounter_state import read_play
from scoring.ledger.played_matches import BellOutcome, EncounterPlay, MatchPlay
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import advancing_from_table, seats_of
from scoring.models import Entry
from scoring.queries.player_labels import players_by_seat
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.form_assets import assets_url
from scoring.table.views.games import hand_entry_of
from scoring.table.views.seat_labels import Seat, build_seats
from tournaments.enums import DecidedBy, EncounterState
from tournaments.log.actor import Actor
from tournaments.models import Encounter, EncounterSide, Keeper, Player, Table, Tournament
from tournaments.tables.domain.keepers import keeper_of
from tournaments.tables.domain.tables import current_encounter, decided_encounter


@dataclass(frozen=True)
class LastHand:
    entry: Entry
    match: int
    deal: int
    number: int
    finisher: Seat | None


class TableScreen:
    """Each value is read once, on demand."""

    page = "scoring/table/table_page.html"

    def __init__(self, table: Table, encounter: Encounter) -> None:
        self.table = table
        self.encounter = encounter
        self.tournament: Tournament | None = table.tournament
        self.rules = rules_of(table.tournament.rule_book)
        self.entering = hand_entry_of(self.rules)

    @cached_property
    def sides(self) -> list[EncounterSide]:
        return self.encounter.sides_in_order

    @cached_property
    def players(self) -> dict[str, Player]:
        return players_by_seat(self.sides)

    @property
    def form_assets_url(self) -> str:
        """Blank if the form contains its assets."""
        return assets_url(self.table)

    @property
    def seat_codes(self) -> tuple[str, ...]:
        return seats_of(self.encounter.stage)

    @cached_property
    def seats(self) -> list[Seat]:
        """Empty while a side is unknown."""
        return build_seats(self.players, self.seat_codes)

    @property
    def of_four(self) -> bool:
        return len(self.sides) > 2  # noqa: PLR2004 - two sides

    def seat(self, code: str | None) -> Seat | None:
        return next((seat for seat in self.seats if seat.code == code), None)

    @cached_property
    def play(self) -> EncounterPlay:
        return read_play(self.encounter, self.rules)

    @cached_property
    def match(self) -> MatchPlay:
        if self.encounter.state == EncounterState.DECIDED and self.play.matches:
            return self.play.matches[-1]
        return self.play.current

    def paid_before(self, form: EntryForm) -> dict[str, int]:
        """Before a form's hand, or in the whole match."""
        number, deal = form.cleaned_data.get("match"), form.cleaned_data.get("deal")
        match = self.play.match(number) if number else self.match
        return {} if match is None else match.totals_before(deal or match.next_deal)

    @property
    def totals(self) -> list[tuple[EncounterSide, int]]:
        totals = match_totals(self.match)
        return [(side, totals.get(side.letter, 0)) for side in self.sides]

    @property
    def named_totals(self) -> list[tuple[str, str, int]]:
        calls = [seat.spoken_name for seat in self.seats] if self.of_four else []
        names = calls or [side.entrant.name if side.entrant else "" for side in self.sides]
        return [(side.letter, name, total) for (side, total), name in zip(self.totals, names, strict=True)]

    @property
    def totals_by_place(self) -> list[tuple[EncounterSide, int]]:
        return sorted(self.totals, key=lambda total: (total[0].place or 0, total[0].letter))

    @property
    def advancing_names(self) -> str:
        names = [
            side.entrant.name
            for side, _total in self.totals_by_place
            if side.entrant and (side.place or 0) <= (self.advancing_count or 0)
        ]
        return join_names(names, get_language() or "tr")

    @cached_property
    def advancing_count(self) -> int | None:
        """How many of a table of four qualify, if any."""
        return advancing_from_table(self.encounter)

    @property
    def is_next_hand_extra(self) -> bool:
        return self.match.is_next_hand_extra

    @property
    def bell_outcome(self) -> BellOutcome | None:
        """What remains to be played after the bell, if that changed anything."""
        if self.encounter.stopped_at is None:
            return None
        if self.encounter.state == EncounterState.DECIDED:
            return BellOutcome.DECIDED if self.encounter.decided_by == DecidedBy.TIME else None
        return self.play.bell_outcome

    @property
    def last_match_won(self) -> tuple[MatchPlay, EncounterSide] | None:
        if self.match.hands or not self.play.matches:
            return None
        previous = self.play.matches[-1]
        winner = next((side for side in self.sides if side.letter == previous.result.winner), None)
        return (previous, winner) if winner else None

    @property
    def is_replay(self) -> bool:
        return bool(self.match.hands) and self.match.hands[-1].void

    @cached_property
    def withdrawn_entry(self) -> Entry | None:
        deal = self.match.withdrawn_deal
        return None if deal is None else Entry.objects.get(current_of=deal.hand_id)

    @property
    def dealer(self) -> Seat | None:
        """The next dealer, to the right; None until a first is named."""
        first = self.seat(self.encounter.first_dealer)
        if first is None:
            return None
        dealt = sum(len(match.hands) for match in self.play.matches)
        return self.seats[(self.seats.index(first) + dealt) % len(self.seats)]

    @cached_property
    def last_entry_key(self) -> str:
        return self.last_hand.entry.entry_key if self.last_hand else ""

    @cached_property
    def last_hand(self) -> LastHand | None:
        """Return the newest match's last hand; None without hands.

        Later corrections and rulings of other hands don't count.
        """
        played = [match for match in self.play.matches if match.hands]
        if not played:
            return None
        match = played[-1]
        entry = Entry.objects.get(pk=match.hands[-1].entry_id)
        finisher = self.seat(entry.report_data.get("finisher"))
        return LastHand(entry, match.number, match.hands[-1].deal, match.numbers[-1], finisher)

    @property
    def has_later_corrections(self) -> bool:
        last = self.last_hand
        match = self.play.match(last.match) if last else None
        if last is None or match is None:
            return False
        newer = any(hand.entry_id > last.entry.pk for hand in match.hands)
        return newer or last.entry.follows

    def accepts_hand(self, form: EntryForm) -> bool:
        encounter_id: UUID | None = form.cleaned_data.get("encounter")
        return encounter_id == self.encounter.public_id and self.play.wants_hand

    def context(self, actor: Actor) -> dict[str, Any]:
        """Return the page's context, with whether `actor` keeps the table; the caller adds `shows`."""
        return {
            "table": self.table,
            "tournament": self.table.tournament,
            "screen": self,
            "signature": self.signature,
            "staff": actor.user is not None,
            "keeper": self.keeper,
            "keeps": self.is_kept_by(actor),
            "form_assets": self.form_assets_url,
            "save_url": reverse("scoring:enter_hand", args=[self.table.public_id]),
            "preview_url": reverse("scoring:preview_entry", args=[self.table.public_id]),
        }

    @cached_property
    def keeper(self) -> Keeper | None:
        return keeper_of(self.table)

    def is_kept_by(self, actor: Actor) -> bool:
        """Staff need not keep the table."""
        is_keeper = self.keeper is not None and self.keeper.device_id == actor.device_id
        return is_keeper or actor.user is not None

    @property
    def signature(self) -> str:
        """A digest that changes with everything this screen shows."""
        parts = [str(self.encounter.public_id), self.encounter.state, self.encounter.winner or ""]
        parts += [f"{side.letter}{side.entrant_id}{side.swapped}{side.entrant}" for side in self.sides]
        parts += [player.name for player in self.players.values()]
        parts += [f"{match.number}.{hand.entry_id}" for match in self.play.matches for hand in match.hands]
        parts += [self.encounter.first_dealer, str(self.keeper.pk if self.keeper else 0)]
        parts += [f"{self.encounter.stopped_at}.{self.encounter.last_match}.{self.encounter.last_deal}"]
        return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


def match_totals(match: MatchPlay) -> dict[str, int]:
    return dict(match.result.totals)


def screen_of(table: Table, *, result: str = "") -> TableScreen | None:
    """Prefer a phone's `result`; None if no encounter waits."""
    encounter = (decided_encounter(table, result) if result else None) or current_encounter(table)
    return None if encounter is None else TableScreen(table, encounter)
