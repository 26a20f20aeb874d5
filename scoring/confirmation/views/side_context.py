from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import prefetch_related_objects

from scoring.confirmation.domain.confirmations import may_confirm
from scoring.confirmation.domain.protests import may_protest
from scoring.confirmation.views.confirmation_status import MatchStatus, build_match_status
from scoring.live.queries.followed_entrant import read_next_play
from scoring.live.queries.followed_state import FollowedEntrant
from scoring.models import Call, Match
from scoring.queries.agreement_status import MatchAgreement, read_agreements
from scoring.queries.match_sheets import HandRow, Sheet, read_sheet
from scoring.queries.player_labels import make_names_distinct
from tournaments.enums import Agreement, EncounterState
from tournaments.models import Encounter, EncounterSide, Player, Table
from tournaments.tables.domain.tables import current_encounter

CURRENT_MATCH = "now"
PREFETCHED = ("encounter__stage", "encounter__group", "encounter__sides__entrant__roster__player")


@dataclass(frozen=True)
class SidePlayer:
    player: Player
    side: EncounterSide


@dataclass(frozen=True)
class HandRowContext:
    row: HandRow
    protests: Sequence[Call]
    agreed: bool
    may_protest: bool


class SidesPage:
    """`remembered` is the public id of the player who holds the phone."""

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
    def agreements(self) -> list[MatchAgreement]:
        matches = Match.objects.filter(encounter__table=self.table, counts=True)
        found = read_agreements(matches, tournament=self.tournament, at=self.at).values()
        prefetch_related_objects([status.match for status in found], *PREFETCHED)
        return sorted(found, key=_play_order)

    @cached_property
    def chosen_agreement(self) -> MatchAgreement | None:
        """Return the requested match, else the first to confirm, else the last; None without a hand.

        Else: of the encounter in play, or the player's provisional ones if they don't play in it.
        For CURRENT_MATCH, return the last match of the encounter in play, else None.
        """
        requested = next(
            (status for status in self.agreements if str(status.match.public_id) == self.wished), None
        )
        if requested is not None:
            return requested
        current_agreements = [
            agreement
            for agreement in self.agreements
            if self.current and agreement.match.encounter_id == self.current.pk
        ]
        if self.wished == CURRENT_MATCH:
            return current_agreements[-1] if current_agreements else None
        candidates = (
            current_agreements
            if self._prefers_current(current_agreements)
            else [agreement for agreement in self._own_agreements if agreement.provisional]
            or current_agreements
        )
        unconfirmed = [agreement for agreement in candidates if self._is_confirmable(agreement)]
        return unconfirmed[0] if unconfirmed else candidates[-1] if candidates else None

    @cached_property
    def encounter(self) -> Encounter | None:
        return self.chosen_agreement.match.encounter if self.chosen_agreement else self.current

    @cached_property
    def sides(self) -> list[EncounterSide]:
        return self.encounter.sides_in_order if self.encounter else []

    @property
    def of_four(self) -> bool:
        return len(self.sides) > 2  # noqa: PLR2004 - two sides

    @property
    def totals(self) -> list[tuple[EncounterSide, int]]:
        return [(side, self.sheet.totals.get(side.letter, 0)) for side in self.sides]

    @cached_property
    def side_players(self) -> list[SidePlayer]:
        make_names_distinct(player for side in self.sides for player in side.players)
        return [SidePlayer(player, side) for side in self.sides for player in side.players]

    @property
    def me(self) -> SidePlayer | None:
        return next(
            (holder for holder in self.side_players if str(holder.player.public_id) == self.remembered), None
        )

    @cached_property
    def next_play(self) -> list[FollowedEntrant]:
        """Return what comes next: for sides once decided, always for a phone's player not seated here."""
        last = self.encounter or (self.agreements[-1].match.encounter if self.agreements else None)
        if last is not None and last.state == EncounterState.DECIDED:
            sides = [side.entrant for side in last.sides_in_order if side.entrant]
        else:
            sides = []
        if self.me is None and self.remembered:
            mine = self.tournament.entrants.filter(players__public_id=self.remembered)
            sides += [entrant for entrant in mine if entrant not in sides]
        return read_next_play(self.tournament, sides)

    @cached_property
    def status(self) -> MatchStatus | None:
        return build_match_status(self.chosen_agreement, self.sides) if self.chosen_agreement else None

    @property
    def may_confirm(self) -> bool:
        """Whether this phone's side, or any if unknown, can confirm."""
        if self.chosen_agreement is None:
            return False
        letters = [self.me.side.letter] if self.me else [side.letter for side in self.sides]
        return any(may_confirm(self.chosen_agreement, self.tournament, letter) for letter in letters)

    @property
    def own_side_protested(self) -> bool:
        if self.me is None or self.chosen_agreement is None:
            return False
        return any(call.side == self.me.side.letter for call in self.chosen_agreement.protests)

    @property
    def asks_confirmation(self) -> bool:
        return self.tournament.agreement != Agreement.NOTHING

    @property
    def confirms_each_hand(self) -> bool:
        return self.tournament.agreement == Agreement.HAND

    @cached_property
    def sheet(self) -> Sheet:
        if self.chosen_agreement is None:
            return Sheet.empty()
        return read_sheet(self.chosen_agreement.match.encounter, self.chosen_agreement.match.number)

    @cached_property
    def calls(self) -> list[Call]:
        if self.encounter is None:
            return []
        calls = Call.objects.filter(encounter=self.encounter, table=self.table)
        return list(calls.select_related("hand").order_by("pk"))

    @property
    def questions(self) -> list[Call]:
        return [call for call in self.calls if not call.protest]

    @cached_property
    def hands(self) -> list[HandRowContext]:
        """Return the chosen match's hands, with protests; empty without a match."""
        agreement = self.chosen_agreement
        if agreement is None:
            return []
        return [
            HandRowContext(
                row=row,
                protests=[
                    call for call in self.calls if call.protest and self._is_about_deal(call, row.deal)
                ],
                agreed=row.deal <= agreement.deals_agreed,
                may_protest=may_protest(agreement, row.deal),
            )
            for row in self.sheet.hands
        ]

    @property
    def disputable_hands(self) -> list[HandRowContext]:
        return [hand for hand in self.hands if hand.may_protest]

    @property
    def waiting(self) -> list[MatchStatus]:
        """Return the table's other matches not yet final."""
        other_agreements = [
            agreement
            for agreement in self.agreements
            if agreement.provisional and agreement is not self.chosen_agreement
        ]
        return [
            build_match_status(agreement, agreement.match.encounter.sides_in_order)
            for agreement in other_agreements
        ]

    @property
    def other_match_in_play(self) -> bool:
        if self.chosen_agreement is None or self.current is None:
            return False
        current_agreements = [
            status for status in self.agreements if status.match.encounter_id == self.current.pk
        ]
        return not current_agreements or current_agreements[-1] is not self.chosen_agreement

    @property
    def _own_agreements(self) -> list[MatchAgreement]:
        return [status for status in self.agreements if self._plays_in(status.match.encounter)]

    def _plays_in(self, encounter: Encounter) -> bool:
        players = [player for side in encounter.sides.all() for player in side.players]
        return any(str(player.public_id) == self.remembered for player in players)

    def _prefers_current(self, current_agreements: Sequence[MatchAgreement]) -> bool:
        return (
            not self._own_agreements
            or any(status in current_agreements for status in self._own_agreements)
            or self._plays_now
        )

    @property
    def _plays_now(self) -> bool:
        return self.current is not None and self._plays_in(self.current)

    def _is_confirmable(self, agreement: MatchAgreement) -> bool:
        if not agreement.provisional:
            return False
        own_letters = [
            side.letter for side in agreement.match.encounter.sides_in_order if self._is_mine(side)
        ]
        letters = own_letters or [side.letter for side in agreement.match.encounter.sides_in_order]
        return any(may_confirm(agreement, self.tournament, letter) for letter in letters)

    def _is_mine(self, side: EncounterSide) -> bool:
        return any(str(player.public_id) == self.remembered for player in side.players)

    def _is_about_deal(self, call: Call, deal: int) -> bool:
        assert self.chosen_agreement is not None
        return call.hand is not None and (call.hand.match_id, call.hand.deal) == (
            self.chosen_agreement.match.pk,
            deal,
        )


def _play_order(agreement: MatchAgreement) -> tuple[float, int, int]:
    started_at = agreement.match.encounter.started_at
    return started_at.timestamp() if started_at else 0, agreement.match.encounter_id, agreement.match.number
