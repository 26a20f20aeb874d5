from __future__ import annotations

import unicodedata
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import MembershipFactory, enter_named, first_stage, open_tournament
from tests.scoring.stage_flows import ELIMINATION, draw_stage, play_ready
from tournaments.enums import Role
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PAIRS = (
    ("Əliyev – Həsənov", ("Məmməd Əliyev", "Nurlan Həsənov")),
    ("Іваненко – Їжак", ("Тарас Іваненко", "Софія Їжак")),
    ("Παπαδόπουλος – Ștefan", ("Γιώργος Παπαδόπουλος", "Andrei Ștefan")),
    ("محمد – کریم", ("محمد علی", "عبد کریم")),
    ("Gʻulomov – Yılmaz", ("Oʻktam Gʻulomov", "Ayşe Yılmaz")),
)


@pytest.fixture
def membership() -> Any:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def tournament(membership: Any) -> Tournament:
    tournament = open_tournament(club=membership.club, stages=(ELIMINATION,), pairs=3)
    enter_named(tournament, PAIRS)
    draw_stage(first_stage(tournament))
    return tournament


@pytest.mark.parametrize("document", ["bracket_poster", "sheets_pdf", "resume_pdf", "results_pdf"])
def test_names_of_every_script_are_in_every_document(membership, tournament, document):
    client = Client()
    client.force_login(membership.user)
    if document == "results_pdf":
        play_ready(tournament)
    response = client.get(reverse(f"scoring:{document}", args=[tournament.public_id]))
    pages = PdfReader(BytesIO(response.content)).pages
    text = unicodedata.normalize("NFKC", " ".join(page.extract_text() for page in pages))
    missing = {word for name, _players in PAIRS for word in name.split() if word not in text}
    assert not missing
