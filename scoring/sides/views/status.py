"""What both sides have said of a match, for the pages that show it; and the code by which they say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone

from scoring.models import Confirmation, Match
from scoring.sides.domain.agreement import MatchStanding, standing_of
from tournaments.enums import Agreement
from tournaments.models import Encounter, EncounterSide, Table
from tournaments.views.address import public_address
from tournaments.views.codes import SidesCode, sides_code


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
    """All matches of an encounter that have a hand and count; `asks` unless nothing is confirmed here.

    `signature` changes with everything that is shown of it.
    """

    matches: Sequence[MatchStatus]
    code: SidesCode | None
    asks: bool

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
    """What the table's own screen shows under the result: every match, and the code for the players."""
    matches = Match.objects.filter(encounter=encounter, counts=True)
    standings = standing_of(matches, tournament=table.tournament, at=timezone.now())
    return EncounterStatus(
        matches=[status_of_match(standings[pk], sides) for pk in sorted(standings)],
        code=code_of(request, table),
        asks=table.tournament.agreement != Agreement.NOTHING,
    )


def code_of(request: HttpRequest, table: Table) -> SidesCode | None:
    """The valid second code of a table."""
    link = table.sides_links.filter(revoked_at=None).first()
    if link is None:
        return None
    return sides_code(public_address(request), token=link.token, short_code=link.short_code)
