from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.confirmation.domain import confirmations, protests
from scoring.models import Call, Confirmation, Match
from scoring.queries.agreement_status import MatchAgreement, read_agreements
from tests.factories import NOW, play_encounter, play_hand
from tests.languages import LanguageClient
from tests.scoring.table.table_phones import home_of
from tournaments.enums import Agreement, SideLetter
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Player, Table, Tournament

A_MINUTE = timedelta(minutes=1)
WINDOW = 15 * A_MINUTE
SOON = NOW + A_MINUTE
LATE = NOW + WINDOW


def player_of(encounter: Encounter, letter: str, place: int = 0) -> Player:
    return encounter.sides.get(letter=letter).players[place]


def phone_of(letter: str) -> Actor:
    return Actor(device=f"phone of {letter}", device_id=letter * 32)


def decided_match(encounter: Encounter, number: int = 1) -> Match:
    play_encounter(encounter)
    return match_of(encounter, number)


def begun_match(encounter: Encounter, hands: int = 1) -> Match:
    for _hand in range(hands):
        play_hand(encounter)
    return match_of(encounter)


def match_of(encounter: Encounter, number: int = 1) -> Match:
    return Match.objects.select_related("encounter__stage__tournament").get(
        encounter=encounter, number=number
    )


def agreement(match: Match, at: datetime = SOON) -> MatchAgreement:
    tournament = Tournament.objects.get(stages=match.encounter.stage_id)
    return read_agreements(Match.objects.filter(pk=match.pk), tournament=tournament, at=at)[match.pk]


def confirm(match: Match, letter: str, *, deal: int | None = None, **changes: Any) -> Confirmation:
    current = agreement(match)
    deal = deal or current.deals
    fields: dict[str, Any] = {
        "seal": current.seal_of_first_deals(deal),
        "player": player_of(match.encounter, letter),
        "by": phone_of(letter),
        "at": SOON,
    }
    return confirmations.confirm(match=match, deal=deal, side=SideLetter(letter), **fields | changes)


def agree(match: Match, **changes: Any) -> None:
    for letter in "AB":
        confirm(match, letter, **changes)


def protest(match: Match, letter: str = "B", deal: int = 1, **changes: Any) -> Call:
    fields: dict[str, Any] = {
        "question": "Elimde 40 değil 30 vardı",
        "player": player_of(match.encounter, letter),
        "table": home_of(match.encounter),
        "by": phone_of(letter),
        "at": SOON,
    }
    return protests.open_protest(match=match, deal=deal, side=SideLetter(letter), **fields | changes)


def set_agreement(tournament: Tournament, agreement: Agreement, minutes: int = 15) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(agreement=agreement, protest_minutes=minutes)
    tournament.refresh_from_db()


def sides_phone(table: Table, language: str = "tr") -> Client:
    client = LanguageClient(language)
    link = table.sides_links.get(revoked_at=None)
    client.get(reverse("scoring:open_side_link", args=[link.token]))
    return client
