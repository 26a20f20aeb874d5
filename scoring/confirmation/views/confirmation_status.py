from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone

from scoring.confirmation.domain.agreement_status import MatchAgreement, agreements_of
from scoring.confirmation.domain.confirmations import may_confirm
from scoring.models import Confirmation, Match
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
    standing: MatchAgreement
    sides: Sequence[SideConfirmation]


@dataclass(frozen=True)
class EncounterStatus:
    """`waiting` can be confirmed by some side; `asks`: the tournament confirms hands.

    `signature` changes with everything shown.
    """

    matches: Sequence[MatchStatus]
    waiting: Sequence[MatchStatus]
    code: PlayersCode | None
    asks: bool

    @property
    def foremost(self) -> MatchStatus | None:
        """The first match that waits, else the last."""
        return next(iter([*self.waiting, *reversed(self.matches)]), None)

    @property
    def signature(self) -> str:
        return "|".join(
            f"{status.standing.match.number}{status.standing.state.value}"
            f"{sorted((side, confirmation.pk) for side, confirmation in status.standing.confirmed.items())}"
            f"{[(call.pk, call.state) for call in status.standing.protests]}"
            for status in self.matches
        )


def status_of_match(agreement: MatchAgreement, sides: Iterable[EncounterSide]) -> MatchStatus:
    side_statuses = [
        SideConfirmation(
            side=side,
            confirmation=agreement.confirmed.get(side.letter),
            outdated=agreement.outdated.get(side.letter),
            complete=agreement.confirmed_by(side.letter),
        )
        for side in sides
    ]
    return MatchStatus(agreement, side_statuses)


def status_of_encounter(
    request: HttpRequest, table: Table, encounter: Encounter, sides: Sequence[EncounterSide]
) -> EncounterStatus:
    """A match in play is left out if matches are confirmed whole, unless it has a protest."""
    tournament = table.tournament
    matches = Match.objects.filter(encounter=encounter, counts=True)
    agreements = agreements_of(matches, tournament=tournament, at=timezone.now())
    by_hand = tournament.agreement == Agreement.HAND
    statuses = [
        status_of_match(agreements[pk], sides)
        for pk in sorted(agreements)
        if by_hand or not agreements[pk].open or agreements[pk].protests
    ]
    return EncounterStatus(
        matches=statuses,
        waiting=[status for status in statuses if _waits(status.standing, tournament)],
        code=code_of(request, table),
        asks=tournament.agreement != Agreement.NOTHING,
    )


def _waits(agreement: MatchAgreement, tournament: Tournament) -> bool:
    return any(may_confirm(agreement, tournament, letter) for letter in agreement.letters)


def code_of(request: HttpRequest, table: Table) -> PlayersCode | None:
    link = table.sides_links.filter(revoked_at=None).first()
    if link is None:
        return None
    return players_code(public_address(request), token=link.token, short_code=link.short_code)
