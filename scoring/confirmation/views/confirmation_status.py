"""What both sides have said of a match, for the pages that show it; and the code by which they say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone

from scoring.confirmation.domain.agreement_status import MatchStanding, standing_of
from scoring.confirmation.domain.confirmations import may_confirm
from scoring.models import Confirmation, Match
from tournaments.enums import Agreement
from tournaments.models import Encounter, EncounterSide, Table, Tournament
from tournaments.tables.views import SidesCode, sides_code
from tournaments.web.public_address import public_address


@dataclass(frozen=True)
class SideSays:
    """What a side has said: `confirmation` of the hands as they stand, or an `outdated` one."""

    side: EncounterSide
    confirmation: Confirmation | None
    outdated: Confirmation | None
    complete: bool


@dataclass(frozen=True)
class MatchStatus:
    """A match with what each side has said of it."""

    standing: MatchStanding
    sides: Sequence[SideSays]


@dataclass(frozen=True)
class EncounterStatus:
    """The matches of an encounter that count and of which something can be said.

    Those `waiting` can still be confirmed by some side; `asks` unless nothing is confirmed here. `signature`
    changes with everything that is shown of it.
    """

    matches: Sequence[MatchStatus]
    waiting: Sequence[MatchStatus]
    code: SidesCode | None
    asks: bool

    @property
    def foremost(self) -> MatchStatus | None:
        """The match that is told where there is room for one: the first that waits, else the last."""
        return next(iter([*self.waiting, *reversed(self.matches)]), None)

    @property
    def signature(self) -> str:
        return "|".join(
            f"{one.standing.match.number}{one.standing.state.value}"
            f"{sorted((side, said.pk) for side, said in one.standing.confirmed.items())}"
            f"{[(call.pk, call.state) for call in one.standing.protests]}"
            for one in self.matches
        )


def status_of_match(standing: MatchStanding, sides: Iterable[EncounterSide]) -> MatchStatus:
    """A match whose standing is known, with its sides in order."""
    said = [
        SideSays(
            side=side,
            confirmation=standing.confirmed.get(side.letter),
            outdated=standing.outdated.get(side.letter),
            complete=standing.confirmed_by(side.letter),
        )
        for side in sides
    ]
    return MatchStatus(standing, said)


def status_of_encounter(
    request: HttpRequest, table: Table, encounter: Encounter, sides: Sequence[EncounterSide]
) -> EncounterStatus:
    """What the table's own screen shows: every match of which something can be said, and the players' code.

    Where matches are confirmed whole, the one that is being played is none of these, unless it is protested.
    """
    tournament = table.tournament
    matches = Match.objects.filter(encounter=encounter, counts=True)
    standings = standing_of(matches, tournament=tournament, at=timezone.now())
    by_hand = tournament.agreement == Agreement.HAND
    told = [
        status_of_match(standings[pk], sides)
        for pk in sorted(standings)
        if by_hand or not standings[pk].open or standings[pk].protests
    ]
    return EncounterStatus(
        matches=told,
        waiting=[one for one in told if _waits(one.standing, tournament)],
        code=code_of(request, table),
        asks=tournament.agreement != Agreement.NOTHING,
    )


def _waits(standing: MatchStanding, tournament: Tournament) -> bool:
    return any(may_confirm(standing, tournament, letter) for letter in standing.letters)


def code_of(request: HttpRequest, table: Table) -> SidesCode | None:
    """The valid second code of a table."""
    link = table.sides_links.filter(revoked_at=None).first()
    if link is None:
        return None
    return sides_code(public_address(request), token=link.token, short_code=link.short_code)
