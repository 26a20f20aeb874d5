"""Everybody reads a tournament's digest, and takes its archive and what verifies it along."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scoring.archive import schema, verify
from scoring.archive.writing import archive_of
from scoring.ledger.receipts import receipt
from scoring.paper.queries.resume import read_resume_pack
from scoring.public.views.archive import writers
from scoring.reading.frame import read_frame
from scoring.share.cards import telling
from tests.factories import MembershipFactory, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.kept import kept
from tests.languages import Reader
from tests.scoring.archive.made import archive_then_forget, restored
from tests.scoring.table.phones import text
from tournaments.enums import Role, Visibility
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.english]


@kept
def tournament() -> Tournament:
    made = drawn_tournament()
    play_hand(encounters_of(made)[0])
    return made


def page_of(tournament: Tournament) -> str:
    response = Reader("en").get(reverse("scoring:archive", args=[tournament.public_id]))
    assert response.status_code == 200
    return text(response)


def test_the_page_tells_the_digest_and_leads_to_all_that_it_takes(tournament):
    archive = json.loads(archive_of(tournament.public_id))
    page = page_of(tournament)
    assert archive["digest"] in page
    assert receipt(archive["digest"]) in page
    assert "restored" not in page


def test_it_asks_as_much_for_one_hand_as_for_many(tournament, django_assert_max_num_queries):
    for encounter in encounters_of(tournament):
        play_hand(encounter)
    with django_assert_max_num_queries(10):
        page_of(tournament)


def test_paper_posters_and_cards_bear_it_in_short(tournament):
    digest = receipt(json.loads(archive_of(tournament.public_id))["digest"])
    assert read_resume_pack(tournament.public_id).digest == digest
    owner = MembershipFactory.create(club=tournament.club, role=Role.OWNER).user
    client = Reader("en")
    client.force_login(owner)
    for name in ("resume_pdf", "bracket_poster"):
        response = client.get(reverse(f"scoring:{name}", args=[tournament.public_id]))
        assert digest in " ".join(page.extract_text() for page in PdfReader(BytesIO(response.content)).pages)
    frame = read_frame(tournament.public_id)
    frame.tournament.champion = frame.tournament.entrants.order_by("pk")[0]
    assert digest in telling.of_tournament(frame, [], None, None, digest).foot


def test_one_that_was_restored_says_whose_it_was():
    out = archive_then_forget(drawn_tournament)
    assert f"an archive of {json.loads(out)['club']['name']}" in page_of(restored(out))


@pytest.mark.parametrize("packs", [True, False])
def test_the_file_is_the_archive(tournament, packs):
    accepted = "gzip" if packs else "identity"
    address = reverse("scoring:archive_file", args=[tournament.public_id])
    response = Reader("en").get(address, headers={"Accept-Encoding": accepted})
    content = gzip.decompress(response.content) if packs else response.content
    assert content.decode() == archive_of(tournament.public_id)
    assert response.headers["Content-Disposition"].endswith('.istaka.json"')
    assert "private" in response.headers["Cache-Control"]


def test_one_is_written_at_a_time(tournament):
    with writers.take() as free:
        assert free
        address = reverse("scoring:archive_file", args=[tournament.public_id])
        response = Reader("en").get(address)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "10")


def test_a_draft_is_nobody_elses():
    draft = open_tournament(visibility=Visibility.DRAFT)
    for name in ("archive", "archive_file"):
        assert Reader("en").get(reverse(f"scoring:{name}", args=[draft.public_id])).status_code == 404


def test_schema_and_verifier_lie_at_addresses_that_stay():
    served = Client().get("/schemas/istaka-archive-1.json")
    assert json.loads(served.content) == schema.published()
    script = Client().get("/verify.py")
    assert script.content == Path(verify.__file__).read_bytes()
