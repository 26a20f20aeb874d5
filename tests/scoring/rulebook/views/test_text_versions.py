from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from rules.book import text_changes
from rules.book.text_changes import TextChange
from rules.games.okey101.game import OKEY_101
from rules.localized_text import Text
from rules.rulebook import references
from scoring.queries.rule_references import find_citation
from scoring.rulebook.queries import book_page
from scoring.rulebook.views import public_rules
from tests.factories import NOW, drawn_tournament, open_tournament
from tests.scoring.live.page_counters import address, text
from tournaments.draws.domain.draw import revoke_draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
BEFORE = Text("Hakem gelince oyun durur.", "Play stops when the referee comes.")
AFTER = Text("Hakem gelene kadar oyun durur.", "Play stops until the referee comes.")
ADDED = TextChange(
    version=2,
    day=date(2027, 3, 1),
    number="4.16",
    old=None,
    new=Text("İki taş çeken", "A player who draws two tiles"),
)
REWORDED = TextChange(version=2, day=date(2027, 3, 1), number="10.20", old=BEFORE, new=AFTER)


@pytest.fixture
def second_text(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Release a second text with two changes; the book object itself is immutable."""
    changed = replace(OKEY_101, book=replace(OKEY_101.book, changes=(ADDED, REWORDED)))
    references.cache_clear()
    monkeypatch.setattr("rules.rulebook.game_of", lambda _rule_set: changed)
    monkeypatch.setattr(public_rules, "GAMES", (changed,))
    for module in (text_changes, book_page, public_rules):
        monkeypatch.setattr(module, "TEXT_VERSION", 2)
    monkeypatch.setattr("tournaments.models.tournament.TEXT_VERSION", 2)
    yield
    references.cache_clear()


def read(client: Client, tournament: Tournament) -> str:
    return text(client.get(f"/en{address('rules', tournament)}"))


def test_draw_fixes_the_text_and_undoing_it_frees_it():
    tournament = open_tournament()
    assert tournament.text_version is None
    tournament = drawn_tournament()
    tournament.refresh_from_db()
    assert tournament.text_version == 1
    revoke_draw(stage=tournament.stages.get(position=1), by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    assert tournament.text_version is None


@pytest.mark.usefixtures("second_text")
def test_drawn_tournament_reads_the_sentences_it_was_played_by(client: Client):
    drawn, not_drawn = drawn_tournament(), open_tournament()
    Tournament.objects.filter(pk=drawn.pk).update(text_version=1)
    drawn.refresh_from_db()
    page = read(client, drawn)
    assert 'data-test="older-text"' in page
    assert 'id="m4-16"' not in page
    assert BEFORE.en in page
    assert find_citation(drawn, "two-drawn") is None
    page = read(client, not_drawn)
    assert 'data-test="older-text"' not in page
    assert 'id="m4-16"' in page
    assert AFTER.en in page
    assert find_citation(not_drawn, "two-drawn") is not None


@pytest.mark.usefixtures("second_text")
def test_page_of_changes_shows_number_date_and_both_wordings(client: Client):
    response = client.get(reverse("scoring:text_changes"))
    page = text(response)
    assert response.context["changes"] == [(OKEY_101.names, [REWORDED, ADDED])]
    assert page.count('data-test="text-change"') == 2
    assert page.count('data-test="old-wording"') == 1
    assert BEFORE.tr in page
    assert "1 Mart 2027" in page


def test_page_of_changes_starts_empty(client: Client):
    page = text(client.get(reverse("scoring:text_changes")))
    assert 'data-test="no-changes"' in page
    assert client.post(reverse("scoring:text_changes")).status_code == 405


@pytest.mark.release
@pytest.mark.parametrize("language", ["", "/en"])
def test_chosen_sentences_lead_to_their_reason(client: Client, language: str):
    own_book = text(client.get(language + address("rules", open_tournament())))
    (book_address,) = re.findall(r'href="([^"]+)#reasons"', own_book)
    page = text(client.get(book_address))
    sentence = page[page.index('id="m4-16"') :]
    sentence = sentence[: sentence.index("</li>")]
    assert 'href="#why-undone"' in sentence
    reason = page[page.index('id="why-undone"') :]
    assert 'href="#m4-16"' in reason[: reason.index("</li>")]
