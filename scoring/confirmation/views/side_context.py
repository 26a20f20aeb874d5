from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import prefetch_related_objects

from scoring.confirmation.domain.agreement_status import MatchAgreement, agreements_of
from scoring.confirmation.domain.confirmations import may_confirm
from scoring.confirmation.domain.protests import may_protest
from scoring.confirmation.views.confirmation_status import MatchStatus, status_of_match
from scoring.models import Call, Match
from scoring.queries.match_sheets import HandRow, Sheet, read_sheet
from tournaments.enums import Agreement
from tournaments.models import Encounter, EncounterSide, Player, Table
from tournaments.tables.domain.tables import current_encounter

NOW_PLAYED = "now"
PREFETCHED = ("encounter__stage", "encounter__group", "encounter__sides__entrant__roster__player")


@dataclass(frozen=True)
class Holder:
    player: Player
    side: EncounterSide


@dataclass(frozen=True)
class HandRowContext:
    row: HandRow
    protests: Sequence[Call]
    agreed: bool
    may_protest: bool


class SidesPage:
    """One match of a table: the one `wished`, else the one that waits for this phone.

    `remembered` is the public id of the player who holds the phone.
    """

    def __init__(self, table: Table, *, requested_match: str = "", player_id: str = "", at: datetime) -> None:
        self.table = table
        self.tournament = table.tournament
        self.wished = requested_match
        self.remembered = player_id
        self.at = at

    @cached_property
    def current(self) -> Encounter | None:
        return current_encounter(self.table)

    @cached_property
    def standings(self) -> list[MatchAgreement]:
        """Every counted match that has a hand, in order of play."""
        matches = Match.objects.filter(encounter__table=self.table, counts=True)
        found = agreements_of(matches, tournament=self.tournament, at=self.at).values()
        prefetch_related_objects([status.match for status in found], *PREFETCHED)
        return sorted(found, key=_play_order)

    @cached_property
    def chosen(self) -> MatchAgreement | None:
        """None while the table's encounter has no hand."""
        requested = next(
            (status for status in self.standings if str(status.match.public_id) == self.wished), None
        )
        if requested is not None:
            return requested
        current_agreements = [
            agreement
            for agreement in self.standings
            if self.current and agreement.match.encounter_id == self.current.pk
        ]
        if self.wished == NOW_PLAYED:
            return current_agreements[-1] if current_agreements else None
        candidates = (
            current_agreements
            if self._concerns(current_agreements)
            else [agreement for agreement in self._own if agreement.provisional] or current_agreements
        )
        unconfirmed = [agreement for agreement in candidates if self._waits(agreement)]
        return unconfirmed[0] if unconfirmed else candidates[-1] if candidates else None

    @cached_property
    def encounter(self) -> Encounter | None:
        return self.chosen.match.encounter if self.chosen else self.current

    @cached_property
    def sides(self) -> list[EncounterSide]:
        return self.encounter.sides_in_order if self.encounter else []

    @property
    def of_four(self) -> bool:
        return len(self.sides) > 2  # noqa: PLR2004 - two sides

    @property
    def totals(self) -> list[tuple[EncounterSide, int]]:
        return [(side, self.sheet.totals.get(side.letter, 0)) for side in self.sides]

    @property
    def holders(self) -> list[Holder]:
        return [Holder(player, side) for side in self.sides for player in side.players]

    @property
    def me(self) -> Holder | None:
        return next(
            (holder for holder in self.holders if str(holder.player.public_id) == self.remembered), None
        )

    @cached_property
    def status(self) -> MatchStatus | None:
        return status_of_match(self.chosen, self.sides) if self.chosen else None

    @property
    def may_confirm(self) -> bool:
        """Whether this phone's side, or any side if it is unknown, can confirm."""
        if self.chosen is None:
            return False
        letters = [self.me.side.letter] if self.me else [side.letter for side in self.sides]
        return any(may_confirm(self.chosen, self.tournament, letter) for letter in letters)

    @property
    def i_protested(self) -> bool:
        if self.me is None or self.chosen is None:
            return False
        return any(call.side == self.me.side.letter for call in self.chosen.protests)

    @property
    def asks(self) -> bool:
        return self.tournament.agreement != Agreement.NOTHING

    @property
    def by_hand(self) -> bool:
        return self.tournament.agreement == Agreement.HAND

    @cached_property
    def sheet(self) -> Sheet:
        if self.chosen is None:
            return Sheet.empty()
        return read_sheet(self.chosen.match.encounter, self.chosen.match.number)

    @cached_property
    def calls(self) -> list[Call]:
        if self.encounter is None:
            return []
        calls = Call.objects.filter(encounter=self.encounter, table=self.table)
        return list(calls.select_related("hand").order_by("pk"))

    @property
    def questions(self) -> list[Call]:
        return [call for call in self.calls if not call.protest]

    @property
    def hands(self) -> list[HandRowContext]:
        agreement = self.chosen
        if agreement is None:
            return []
        return [
            HandRowContext(
                row=row,
                protests=[call for call in self.calls if call.protest and self._hangs_on(call, row.deal)],
                agreed=row.deal <= agreement.deals_agreed,
                may_protest=may_protest(agreement, row.deal),
            )
            for row in self.sheet.hands
        ]

    @property
    def waiting(self) -> list[MatchStatus]:
        other_agreements = [
            agreement
            for agreement in self.standings
            if agreement.provisional and agreement is not self.chosen
        ]
        return [
            status_of_match(agreement, agreement.match.encounter.sides_in_order)
            for agreement in other_agreements
        ]

    @property
    def played_elsewhere(self) -> bool:
        if self.chosen is None or self.current is None:
            return False
        current_agreements = [
            status for status in self.standings if status.match.encounter_id == self.current.pk
        ]
        return not current_agreements or current_agreements[-1] is not self.chosen

    @property
    def _own(self) -> list[MatchAgreement]:
        return [status for status in self.standings if self._plays(status.match.encounter)]

    def _plays(self, encounter: Encounter) -> bool:
        players = [player for side in encounter.sides.all() for player in side.players]
        return any(str(player.public_id) == self.remembered for player in players)

    def _concerns(self, current_agreements: Sequence[MatchAgreement]) -> bool:
        return not self._own or any(status in current_agreements for status in self._own) or self._plays_now

    @property
    def _plays_now(self) -> bool:
        return self.current is not None and self._plays(self.current)

    def _waits(self, agreement: MatchAgreement) -> bool:
        if not agreement.provisional:
            return False
        own_letters = [
            side.letter for side in agreement.match.encounter.sides_in_order if self._is_mine(side)
        ]
        letters = own_letters or [side.letter for side in agreement.match.encounter.sides_in_order]
        return any(may_confirm(agreement, self.tournament, letter) for letter in letters)

    def _is_mine(self, side: EncounterSide) -> bool:
        return any(str(player.public_id) == self.remembered for player in side.players)

    def _hangs_on(self, call: Call, deal: int) -> bool:
        assert self.chosen is not None
        return call.hand is not None and (call.hand.match_id, call.hand.deal) == (self.chosen.match.pk, deal)


def _play_order(agreement: MatchAgreement) -> tuple[float, int, int]:
    started_at = agreement.match.encounter.started_at
    return started_at.timestamp() if started_at else 0, agreement.match.encounter_id, agreement.match.number
