from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.ledger.digests import tournament_digest
from scoring.ledger.receipts import receipt
from scoring.queries.digest_label import digest_label
from tests.factories import drawn_tournament, encounters_of
from tests.languages import LanguageClient
from tests.scoring.confirmation.confirm_matches import confirm, decided_match
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def label(tournament: Tournament) -> str:
    with translation.override("en"):
        return digest_label(tournament)


def test_digest_has_the_time_of_the_change_that_made_it():
    tournament = drawn_tournament()
    match = decided_match(encounters_of(tournament)[0])
    early = receipt(tournament_digest(tournament))
    assert label(tournament) == f"Digest {early} of 21 Nov 2026 22:00"
    confirm(match, "A")
    late = receipt(tournament_digest(tournament))
    assert late != early
    assert label(tournament) == f"Digest {late} of 21 Nov 2026 22:01"


def test_archive_page_shows_when_its_digest_was_made():
    tournament = drawn_tournament()
    confirm(decided_match(encounters_of(tournament)[0]), "A")
    page = LanguageClient("en").get(reverse("scoring:archive", args=[tournament.public_id]))
    assert "21 November 2026 22:01" in page.content.decode()
