from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone

from scoring.confirmation.domain.confirmations import may_confirm
from scoring.models import Confirmation, Match
from scoring.queries.agreement_status import MatchAgreement, read_agreements
from tournaments.enums import Agreement
from tournaments.models import Encounter, EncounterSide, Table, Tournament
from tournaments.tables.views import PlayersCode, players_code
from tournaments.web.public_address import public_address


@dataclass(frozen=True)
class SideConfirmation:
    side: EncounterSide
    confirmation: Confirmation | None
    outdated: Confirmation | None
    complete: bool


@dataclass(frozen=True)
class MatchStatus:
    agreement: MatchAgreement
    sides: Sequence[SideConfirmation]


@dataclass(frozen=True)
class EncounterStatus:
    """`waiting`: some side can confirm; `signature` changes with everything shown."""

    matches: Sequence[MatchStatus]
    waiting: Sequence[MatchStatus]
    code: PlayersCode | None
    asks_confirmation: bool

    @property
    def featured_match(self) -> MatchStatus | None:
        """The first match that waits, else the last."""
        return next(iter([*self.waiting, *reversed(self.matches)]), None)

    @property
    def signature(self) -> str:
        return "|".join(
            f"{status.agreement.match.number}{status.agreement.state.value}"
            f"{sorted((side, confirmation.pk) for side, confirmation in status.agreement.confirmed.items())}"
            f"{[(call.pk, call.state) for call in status.agreement.protests]}"
            for status in self.matches
        )


def build_match_status(agreement: MatchAgreement, sides: Iterable[EncounterSide]) -> MatchStatus:
    """Add each side's current and outdated confirmations (None without) and whether they cover all deals."""
    side_statuses = [
        SideConfirmation(
            side=side,
            confirmation=agreement.confirmed.get(side.letter),
            outdated=agreement.outdated.get(side.letter),
            complete=agreement.is_confirmed_by(side.letter),
        )
        for side in sides
    ]
    return MatchStatus(agreement, side_statuses)


def read_encounter_status(
    request: HttpRequest, table: Table, encounter: Encounter, sides: Sequence[EncounterSide]
) -> EncounterStatus:
    """Return the encounter's confirmations, one per match that has hands and counts, and the players' code.

    If matches are confirmed whole, one in play is left out unless protested. `waiting` can be confirmed.
    """
    tournament = table.tournament
    matches = Match.objects.filter(encounter=encounter, counts=True)
    agreements = read_agreements(matches, tournament=tournament, at=timezone.now())
    by_hand = tournament.agreement == Agreement.HAND
    statuses = [
        build_match_status(agreements[pk], sides)
        for pk in sorted(agreements)
        if by_hand or not agreements[pk].open or agreements[pk].protests
    ]
    return EncounterStatus(
        matches=statuses,
        waiting=[status for status in statuses if _is_confirmable(status.agreement, tournament)],
        code=read_players_code(request, table),
        asks_confirmation=tournament.agreement != Agreement.NOTHING,
    )


def _is_confirmable(agreement: MatchAgreement, tournament: Tournament) -> bool:
    return any(may_confirm(agreement, tournament, letter) for letter in agreement.letters)


def read_players_code(request: HttpRequest, table: Table) -> PlayersCode | None:
    link = table.sides_links.filter(revoked_at=None).first()
    if link is None:
        return None
    return players_code(public_address(request), token=link.token, short_code=link.short_code)
