from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Call, Notice, RoundClock
from scoring.people import domain
from scoring.play import walkovers
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_hand,
    report,
)
from tests.module_fixtures import module_fixture
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Entrant, LogRow, Player, Tournament
from tournaments.people.domain import public_names
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

SURNAME = re.compile("Ilgaz[oö]z[uü]", re.IGNORECASE)
WITHHELD = 'data-test="withheld"'
REASONS = (
    "Şükrü Ilgazözünün taşı yanlış sayıldı",
    "Ilgazözü – Öz1 masaya geç geldi",
    "Sukru Ilgazozu yanlis yazmis",
    "Şükrü Bey Ilgazözü itiraz etti",
)


@module_fixture
def encounter() -> Encounter:
    tournament = drawn_tournament(pairs=6, groups=2)
    encounter, other = encounters_of(tournament)[:2]
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant is not None
    player = entrant.players.order_by("rosters__place")[0]
    Player.objects.filter(pk=player.pk).update(name="Şükrü Ilgazözü")
    Entrant.objects.filter(pk=entrant.pk).update(name="Ilgazözü – Öz1")
    recorded = play_hand(encounter)
    assert encounter.table is not None
    for number, reason in enumerate(REASONS, start=1):
        hand = report(finisher=("A1", "B1", "A2", "B2")[number % 4], points=(30 + number, 40))
        correct(encounter, hand, reason=reason, version=number)
    Call.objects.create(
        table=encounter.table,
        encounter=encounter,
        hand=recorded.entry.hand,
        side="A",
        question="Ilgazözü itiraz ediyor",
        answer="Ilgazözü haklı",
        state="closed",
        asked_at=NOW,
        closed_at=NOW,
    )
    walkovers.record_walkover(
        encounter=other, winner=SideLetter.B, reason="Ilgazözü – Öz1 gelmedi", change=Change(CONSOLE, NOW)
    )
    Notice.objects.create(tournament=tournament, text="Şükrü Ilgazözü masa 3'e", put_up_at=NOW)
    RoundClock.objects.create(
        tournament=tournament, title="Ilgazözü turu", length=600, started_at=timezone.now()
    )
    return encounter


def player() -> Player:
    return Player.objects.with_real_name("Şükrü Ilgazözü").get()


def pages(encounter: Encounter, client: Client | None = None) -> Iterator[tuple[str, str]]:
    tournament = encounter.stage.tournament
    for own in encounters_of(tournament)[:2]:
        yield address("encounter", own.public_id, client)
    yield address("hand_history", encounter.public_id, client, 1, 1)
    for name in ("tv", "tournament"):
        yield address(name, tournament.public_id, client)


def address(name: str, key: object, client: Client | None, *more: object) -> tuple[str, str]:
    url = reverse(f"scoring:{name}", args=[key, *more])
    response = (client or Client()).get(url)
    assert response.status_code == 200
    return url, response.content.decode()


def hide(tournament: Tournament, how: NameDisplay) -> None:
    public_names.choose_public_names(tournament=tournament, choices={player(): how}, by=CONSOLE, at=NOW)


@pytest.mark.release
def test_pages_show_typed_text_with_visible_names(encounter):
    html = "".join(page for _url, page in pages(encounter))
    for text in (*REASONS, "Ilgazözü haklı", "Ilgazözü – Öz1 gelmedi", "Ilgazözü turu"):
        assert text in html


@pytest.mark.release
@pytest.mark.parametrize("how", [NameDisplay.INITIAL, NameDisplay.HIDDEN])
def test_typed_text_with_a_hidden_name_is_withheld_from_all_but_staff(encounter, how):
    tournament = encounter.stage.tournament
    hide(tournament, how)
    for url, page in pages(encounter):
        assert not SURNAME.search(page), url
        assert WITHHELD in page, url
    organizer = Client()
    organizer.force_login(MembershipFactory.create(club=tournament.club, role=Role.ORGANIZER).user)
    url, page = address("hand_history", encounter.public_id, organizer, 1, 1)
    assert REASONS[0] not in page
    seen_by_staff = organizer.get(url, {"as": "staff"}).content.decode()
    assert REASONS[0] in seen_by_staff
    assert 'data-test="withheld-note"' in seen_by_staff
    assert WITHHELD not in seen_by_staff
    _url, editor = address("organizer_screen", tournament.public_id, organizer)
    assert editor.count('data-test="withheld-note"') == len(("the notice", "the clock's title"))
    hide(tournament, NameDisplay.FULL)
    assert REASONS[0] in address("hand_history", encounter.public_id, None, 1, 1)[1]


def test_typed_text_loses_the_name_of_an_anonymized_player(encounter):
    domain.make_anonymous(player=player(), by=CONSOLE, at=NOW)
    for url, page in pages(encounter):
        assert not SURNAME.search(page), url
    for rows in (Notice.objects, RoundClock.objects, Call.objects, LogRow.objects):
        assert not SURNAME.search(str(list(rows.values())))


def test_walkover_reason_with_an_erased_name_is_replaced_by_a_sentence(encounter):
    domain.make_anonymous(player=player(), by=CONSOLE, at=NOW)
    other = encounters_of(encounter.stage.tournament)[1]
    _url, page = address("encounter", other.public_id, None)
    assert WITHHELD in page
    assert "gelmedi" not in page


def test_log_names_nobody_of_another_club():
    own, other = open_tournament(), open_tournament()
    entrant = entry_list.add_entrant(
        tournament=other, name="Gizli – X", players=("Nimet Gizli", "Oya X"), by=CONSOLE, at=NOW
    )
    key = entrant.players.get(name="Nimet Gizli").public_id
    client = Client()
    client.force_login(MembershipFactory.create(club=own.club, role=Role.ORGANIZER).user)
    details = {"name": {"players": [key]}, "players": [key], "player": key}
    for action in ("entrant_added", "person_added"):
        log_and_publish(action, by=CONSOLE, at=NOW, tournament=own, after=details)
    page = client.get(reverse("scoring:log", args=[own.public_id]))
    assert (page.status_code, "Gizli" in page.content.decode()) == (200, False)
