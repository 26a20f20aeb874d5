from __future__ import annotations

import io
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scoring.models import Call, Hand
from tests.factories import drawn_tournament, encounters_of, play_encounter, play_hand
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import text
from tournaments.models import Encounter

pytestmark = pytest.mark.django_db


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


@pytest.fixture
def protested_encounter(encounter: Encounter) -> Encounter:
    for _hand in range(3):
        play_hand(encounter, at=timezone.now())
    hand = Hand.objects.get(match__encounter=encounter, deal=2)
    assert encounter.table
    Call.objects.create(
        table=encounter.table, encounter=encounter, hand=hand, side="B", asked_at=timezone.now()
    )
    return encounter


def page_of(encounter: Encounter) -> str:
    address = reverse("scoring:sheet", args=[encounter.public_id])
    return text(LanguageClient("en").get(address))


def printed(encounter: Encounter) -> str:
    address = reverse("scoring:sheet_pdf", args=[encounter.public_id])
    answer = LanguageClient("en").get(address)
    return PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()


def test_unsettled_sheet_is_labelled(protested_encounter: Encounter):
    page = page_of(protested_encounter)
    assert re.search(r"<h2[^>]*>Match 1 · provisional · protested: 2</h2>", page)
    assert ">2!</th>" in page


def test_printed_sheet_is_labelled(protested_encounter: Encounter):
    assert "Match 1 · provisional · protested: 2" in printed(protested_encounter)
    assert "2!" in printed(protested_encounter)


def test_nothing_is_provisional_without_confirmation(encounter: Encounter):
    play_encounter(encounter)
    encounter.stage.tournament.agreement = "nothing"
    encounter.stage.tournament.save(update_fields=["agreement"])
    assert "provisional" not in page_of(encounter)
    assert "Match 1</h2>" in page_of(encounter)


def test_match_in_play_is_not_provisional(encounter: Encounter):
    play_hand(encounter)
    assert "provisional" not in page_of(encounter)
