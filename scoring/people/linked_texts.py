"""Where organizers find the texts that contain a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Model
from django.urls import reverse

from scoring.models import Call, Entry, Notice, RoundClock
from scoring.models.reasons import word_reason
from tournaments.models import Keeper, TieDecision, Tournament
from tournaments.navigation.organizer_pages import PAGES_BY_KEY
from tournaments.people.domain.anonymization import NamingText

_PAGES: Final[Mapping[type[Model], str]] = {
    Notice: "screen",
    RoundClock: "screen",
    Call: "referee",
    TieDecision: "running",
    Keeper: "room",
    Tournament: "state",
}


@dataclass(frozen=True)
class LinkedText:
    text: str
    page: str
    url: str


def link_texts(texts: Iterable[NamingText]) -> list[LinkedText]:
    return [_link_reason(text.row) if isinstance(text.row, Entry) else _link_text(text) for text in texts]


def _link_text(text: NamingText) -> LinkedText:
    _tab, page = PAGES_BY_KEY[_PAGES[type(text.row)]]
    url = reverse(page.address, args=[text.tournament.public_id])
    return LinkedText(text.text, f"{text.tournament.name}: {page.name}", url)


def _link_reason(entry: Entry) -> LinkedText:
    match = entry.hand.match
    place = match.encounter.public_id, match.number, entry.hand.deal
    url = reverse("scoring:hand_history", args=place)
    return LinkedText(
        word_reason(entry.reason_codes, entry.reason), match.encounter.stage.tournament.name, url
    )
