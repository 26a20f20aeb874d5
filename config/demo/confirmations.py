from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from scoring.confirmation.domain.confirmations import confirm
from scoring.models import Match
from scoring.play.calls import call_referee
from scoring.queries.agreement_status import MatchAgreement, read_agreements
from tournaments.enums import EncounterState, SideLetter
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Tournament

UNCONFIRMED = 2
QUESTION = "İşlek taş atma hatası yanlış oyuncuya mı yazıldı?"


def confirm_matches(tournament: Tournament, *, at: datetime) -> None:
    """Both sides confirm all decided matches but the last ones."""
    matches = Match.objects.filter(encounter__stage__tournament=tournament, winner__isnull=False)
    agreements = read_agreements(matches.order_by("pk"), tournament=tournament, at=at)
    for pk in sorted(agreements)[:-UNCONFIRMED]:
        for side in (SideLetter.A, SideLetter.B):
            _confirm(agreements[pk], side, at=at)


def _confirm(agreement: MatchAgreement, side: SideLetter, *, at: datetime) -> None:
    """Confirm a match for a side, as its first player on a new device."""
    sides = agreement.match.encounter.sides
    entrant = sides.select_related("entrant").get(letter=side).entrant
    assert entrant is not None
    confirm(
        match=agreement.match,
        deal=agreement.deals,
        side=side,
        seal=agreement.seal,
        player=entrant.roster.select_related("player").get(place=1).player,
        by=Actor(device="demo", device_id=uuid4().hex),
        at=at,
    )


def ask_referee(tournament: Tournament, *, at: datetime) -> None:
    playing = Encounter.objects.filter(stage__tournament=tournament, state=EncounterState.PLAYING)
    encounter = playing.select_related("table", "stage").order_by("-table__number", "pk")[0]
    assert encounter.table is not None
    by = Actor(table_link=encounter.table.links.get(revoked_at=None), device="demo", device_id=uuid4().hex)
    call_referee(table=encounter.table, encounter=encounter, question=QUESTION, by=by, at=at)
