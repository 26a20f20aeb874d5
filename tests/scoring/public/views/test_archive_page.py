from __future__ import annotations

import gzip
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from scoring.archive import json_schema, spool, verify
from scoring.archive.spool import Spool
from scoring.archive.writer import archive_as_text
from scoring.ledger.receipts import receipt
from scoring.paper.queries.resume_pack import read_resume_pack
from scoring.public.views import archive_page
from scoring.public.views.archive_page import UNLIMITED_FILES, writers
from scoring.queries.tournament_context import read_tournament_context
from scoring.sharing.cards import card_texts
from tests.factories import MembershipFactory, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.archive.sample_archives import archive_and_roll_back, restore_archive
from tests.scoring.table.table_phones import text
from tournaments.enums import Role, Visibility
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

RESTORED = 'data-test="restored"'


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament()
    play_hand(encounters_of(tournament)[0])
    return tournament


@pytest.fixture(autouse=True)
def _clear_written_files(monkeypatch):
    """Clear written files: each test has different rows under the same ids."""
    monkeypatch.setattr(archive_page, "spool", Spool())


def get_archive(tournament: Tournament) -> Any:
    response = LanguageClient("en").get(reverse("scoring:archive", args=[tournament.public_id]))
    assert response.status_code == 200
    return response


def page_of(tournament: Tournament) -> str:
    return text(get_archive(tournament))


def test_page_shows_the_digest_and_links_everything_needed(tournament):
    archive = json.loads(archive_as_text(tournament.public_id))
    page = page_of(tournament)
    assert archive["digest"] in page
    assert receipt(archive["digest"]) in page
    assert RESTORED not in get_archive(tournament).content.decode()


def test_page_takes_the_same_queries_for_one_hand_and_many(tournament, django_assert_max_num_queries):
    for encounter in encounters_of(tournament):
        play_hand(encounter)
    with django_assert_max_num_queries(10):
        page_of(tournament)


@pytest.mark.release
def test_papers_posters_and_cards_have_the_short_digest(tournament):
    digest = receipt(json.loads(archive_as_text(tournament.public_id))["digest"])
    assert read_resume_pack(tournament.public_id).digest == digest
    owner = MembershipFactory.create(club=tournament.club, role=Role.OWNER).user
    client = LanguageClient("en")
    client.force_login(owner)
    for name in ("resume_pdf", "bracket_poster"):
        response = client.get(reverse(f"scoring:{name}", args=[tournament.public_id]))
        assert digest in " ".join(page.extract_text() for page in PdfReader(BytesIO(response.content)).pages)
    context = read_tournament_context(tournament.public_id)
    context.tournament.champion = context.tournament.entrants.order_by("pk")[0]
    assert digest in card_texts.tournament_card(context, [], None, None, digest).footer


def test_restored_tournament_says_where_it_is_from():
    out = archive_and_roll_back(drawn_tournament)
    response = get_archive(restore_archive(out))
    assert response.context["came_from"] == json.loads(out)["club"]["name"]
    assert RESTORED in response.content.decode()


@pytest.mark.parametrize("packs", [True, False])
def test_file_is_the_archive(tournament, packs):
    accepted = "gzip" if packs else "identity"
    address = reverse("scoring:archive_file", args=[tournament.public_id])
    response = LanguageClient("en").get(address, headers={"Accept-Encoding": accepted})
    sent = b"".join(response)
    content = gzip.decompress(sent) if packs else sent
    assert content.decode() == archive_as_text(tournament.public_id)
    assert response.headers["Content-Disposition"].endswith('.istaka.json"')
    assert "private" in response.headers["Cache-Control"]


def test_one_archive_is_written_at_a_time(tournament):
    with writers.try_acquire() as free:
        assert free
        address = reverse("scoring:archive_file", args=[tournament.public_id])
        response = LanguageClient("en").get(address)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "10")


def test_slow_reader_does_not_block_the_writer(tournament):
    other = drawn_tournament(pairs=4, groups=1)
    address = "scoring:archive_file"
    pieces = iter(Client().get(reverse(address, args=[tournament.public_id])))
    assert next(pieces)
    response = Client().get(reverse(address, args=[other.public_id]))
    assert (response.status_code, b"".join(response)) == (200, archive_as_text(other.public_id).encode())
    b"".join(pieces)


def test_version_is_written_once(tournament):
    address = reverse("scoring:archive_file", args=[tournament.public_id])
    first = b"".join(Client().get(address))
    with writers.try_acquire() as free:
        assert free
        response = Client().get(address)
        assert (response.status_code, b"".join(response)) == (200, first)
        assert Client().head(address).status_code == 200
    play_hand(encounters_of(tournament)[0])
    assert b"".join(Client().get(address)) == archive_as_text(tournament.public_id).encode() != first


def test_address_is_rate_limited_without_affecting_others(tournament):
    address = reverse("scoring:archive_file", args=[tournament.public_id])
    encounters = iter(encounters_of(tournament))
    owner = Client()
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    answers = []
    for _hand in range(UNLIMITED_FILES + 1):
        play_hand(next(encounters))
        answers.append(Client().get(address, REMOTE_ADDR="192.0.2.1"))
        b"".join(answers[-1])
    assert [answer.status_code for answer in answers] == [200] * UNLIMITED_FILES + [503]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    for client, ip_address in ((Client(), "192.0.2.2"), (owner, "192.0.2.1")):
        play_hand(next(encounters))
        response = client.get(address, REMOTE_ADDR=ip_address)
        assert (response.status_code, b"".join(response) != b"") == (200, True)


def test_writing_too_long_fails_and_releases_the_writer(tournament, monkeypatch):
    monkeypatch.setattr(spool, "MAX_SECONDS", -1)
    address = reverse("scoring:archive_file", args=[tournament.public_id])
    assert Client().get(address).status_code == 503
    monkeypatch.undo()
    response = Client().get(address)
    assert (response.status_code, b"".join(response) != b"") == (200, True)


def test_draft_has_no_public_archive():
    draft = open_tournament(visibility=Visibility.DRAFT)
    for name in ("archive", "archive_file"):
        assert LanguageClient("en").get(reverse(f"scoring:{name}", args=[draft.public_id])).status_code == 404


def test_schema_and_verifier_have_permanent_urls():
    served = Client().get("/schemas/istaka-archive-1.json")
    assert json.loads(served.content) == json_schema.build_schema()
    script = Client().get("/verify.py")
    assert script.content == Path(verify.__file__).read_bytes()


@pytest.mark.postgres
def test_archive_takes_the_same_queries_for_4_and_60_pairs():
    counts = []
    for pairs in (4, 60):
        large = drawn_tournament(pairs=pairs, groups=pairs // 4)
        with CaptureQueriesContext(connection) as captured:
            answer = Client().get(reverse("scoring:archive_file", args=[large.public_id]))
            assert b"".join(answer)
        counts.append(len(captured))
    assert counts[1] <= counts[0]
