from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scoring.people import domain
from scoring.public.queries.tournament_search import MAX_PEOPLE
from scoring.public.views import front_page
from tests.factories import NOW, ClubFactory, enter_named, open_tournament, singles_tournament
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import HTMX, statements, text
from tournaments.enums import NameDisplay, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Player, Tournament
from tournaments.people.domain import merging, public_names
from tournaments.people.domain.public_names import PublicNameChoice

pytestmark = [pytest.mark.django_db, pytest.mark.english_urls]
BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}
NOBODY = "Try a few letters of the name."


def tournament_of(
    year: int, club: Club, name: str, *pairs: tuple[str, tuple[str, str]], **more: Any
) -> Tournament:
    day = date(year, 5, 16)
    tournament = open_tournament(club=club, name=name, first_day=day, last_day=day, **more)
    enter_named(tournament, pairs)
    return tournament


@module_fixture
def club() -> Club:
    club = ClubFactory.create(name="Yediveren")
    tournament_of(
        2025,
        club,
        "İlkbahar Kupası",
        ("Işık – Çınar", ("Gülten Işık", "Ünal Çınar")),
        ("Er – Su", ("Can Er", "Cem Su")),
    )
    tournament_of(2026, club, "Güz Kupası", ("Kartallar", ("Gülten Işık", "İlker Özgür")))
    return club


def find(client: Client, **query: str) -> str:
    answer = client.get(english(f"{reverse('scoring:tournament_search')}?{urlencode(query)}"))
    assert answer.status_code == 200
    return text(answer)


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("isik", ["1 player · 2 pairs", "Gülten Işık", "2 tournaments", "Işık – Çınar", "Kartallar"]),
        ("IŞIK", ["1 player"]),
        ("ışık gül", ["1 player"]),
        ("İLKER", ["1 player", "İlker Özgür"]),
        ("ilker", ["1 player"]),
        ("ozgur", ["1 player"]),
        ("isik-cinar", ["1 pair", "Işık – Çınar"]),
        ("kartal", ["1 pair", "Gülten Işık, İlker Özgür"]),
        ("ilkbahar", ["1 tournament", "İlkbahar Kupası"]),
        ("kupa 2026", ["1 tournament", "Güz Kupası"]),
    ],
)
def test_names_are_found_as_people_type_them(client: Client, club: Club, typed: str, there: list[str]):
    page = find(client, name=typed)
    assert [part for words in there for part in words.split(" · ") if part not in page] == []
    assert NOBODY not in page


def test_player_and_pair_link_their_pages(client: Client, club: Club):
    page = find(client, name="isik")
    player = Player.objects.get(name="Gülten Işık")
    assert f'href="{reverse("scoring:player", args=[player.public_id])}"' in page
    for entrant in player.entrants.all():
        place = reverse("scoring:entrant", args=[entrant.tournament.public_id, entrant.public_id])
        assert f'href="{place}"' in page


def test_year_limits_to_tournaments_that_began_in_it(client: Client, club: Club):
    assert "Güz Kupası" not in find(client, year="2025")
    unlimited, limited = find(client, name="gülten"), find(client, name="gülten", year="2026")
    assert "2 tournaments" in unlimited
    assert "2 tournaments" not in limited
    assert "Kartallar" in limited
    assert "Işık – Çınar" not in limited
    empty = find(client, name="çınar", year="2026")
    assert NOBODY in empty
    assert "Look in all years" in empty


def test_club_limits_to_its_own_tournaments(client: Client, club: Club):
    assert 'name="club"' not in find(client)
    other = ClubFactory.create(name="Çarşı")
    tournament_of(2026, other, "Çarşı Kupası", ("Er – Su", ("Can Er", "Cem Su")))
    ClubFactory.create(name="Turnuvasız")
    page = find(client)
    assert page.index(">Çarşı</option>") < page.index(">Yediveren</option>")
    assert "Turnuvasız" not in page
    own_results = find(client, club=str(other.public_id))
    assert "<h1>Çarşı</h1>" in own_results
    assert "Çarşı Kupası" in own_results
    assert "Güz Kupası" not in own_results
    assert "1 player" in find(client, name="cem", club=str(other.public_id))
    empty = find(client, name="gülten", club=str(other.public_id))
    assert NOBODY in empty
    assert "Look in all clubs" in empty
    assert "Güz Kupası" in find(client, club="nobody")


def test_players_club_links_its_tournaments(client: Client, club: Club):
    player = Player.objects.get(name="Gülten Işık")
    page = text(client.get(reverse("scoring:player", args=[player.public_id])))
    assert f'href="{reverse("scoring:tournament_search")}?club={club.public_id}"' in page


@pytest.mark.parametrize(
    ("name", "year"),
    [
        ("\0", "\0"),
        ("isik\0", "-1"),
        ("'; DROP", "0"),
        ("⟦1⟧", "MMXXVI"),
        ("🂡" * 300, "9999"),
        ("?", "99999"),
    ],
)
def test_invalid_parameters_are_ignored(client: Client, club: Club, name: str, year: str):
    page = find(client, name=name, year=year, page=name[:9])
    assert "\0" not in page
    assert "<h1>" in page


def test_unknown_name_gets_a_suggestion(client: Client, club: Club):
    page = find(client, name="gulten isikk")
    assert NOBODY in page
    assert "Did you mean" in page
    assert ">Gülten Işık</b>" in page
    assert ">Gülten &amp; Işık</b>" in find(client, name="gulten & isikk")
    assert "Did you mean" not in find(client, name="zzz")
    assert "Did you mean" not in find(client, name="&")
    assert "No tournament in that year" in find(client, year="1987")
    assert "<script>" not in find(client, name="<script>")


def test_empty_search_lists_all_tournaments_by_page(client: Client, club: Club, monkeypatch):
    tournament_of(2024, club, "Eski Kupa")
    monkeypatch.setattr(front_page, "TOURNAMENTS_A_PAGE", 2)
    page = find(client)
    assert page.index("Güz Kupası") < page.index("İlkbahar Kupası")
    assert "Eski Kupa" not in page
    assert "Page 1 of 2" in page
    assert "Eski Kupa" in find(client, page="2")


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.ERASED])
def test_private_tournaments_are_not_found(client: Client, club: Club, visibility: Visibility):
    Tournament.objects.filter(name="Güz Kupası").update(visibility=visibility)
    assert "1 tournament<" in find(client, name="gülten")
    for hidden in ("güz", "kartallar", "ilker"):
        assert NOBODY in find(client, name=hidden)
    assert "2026" not in find(client)


def test_archived_tournament_is_found(client: Client, club: Club):
    Tournament.objects.filter(name="Güz Kupası").update(archived_at=NOW)
    assert NOBODY not in find(client, name="ilker")


def test_hidden_name_is_not_found(client: Client, club: Club):
    ilker = Player.objects.get(name="İlker Özgür")
    public_names.choose_public_names(
        tournament=Tournament.objects.get(name="Güz Kupası"),
        choices={ilker: PublicNameChoice(NameDisplay.INITIAL)},
        **BY,
    )
    assert NOBODY in find(client, name="özgür")
    assert "İlker Ö." in find(client, name="ilker")


def test_anonymized_player_is_not_listed(client: Client, club: Club):
    ilker = Player.objects.get(name="İlker Özgür")
    domain.make_anonymous(player=ilker, **BY)
    assert NOBODY in find(client, name="ilker")
    ilker.refresh_from_db()
    page = find(client, name=f"Player {ilker.anonymous_as}")
    assert str(ilker.public_id) not in page


def test_merged_people_are_found_once(client: Client, club: Club):
    kept_player, duplicate = Player.objects.get(name="Ünal Çınar"), Player.objects.get(name="İlker Özgür")
    merging.merge(alias=duplicate, person=kept_player, **BY)
    page = find(client, name="ünal")
    assert "1 player" in page
    assert "2 tournaments" in page
    assert str(duplicate.public_id) not in page
    assert NOBODY in find(client, name="ilker")


def test_singles_are_players_and_not_pairs(client: Client, club: Club):
    singles_tournament(club=club, players=4)
    page = find(client, name="oyuncu1")
    assert "1 player" in page
    assert "Pairs" not in page


def test_many_matches_are_counted_and_the_first_shown(client: Client, club: Club):
    pairs = [(f"Takım {number}", (f"Ayşe Kök{number}", f"Can Kök{number}")) for number in range(MAX_PEOPLE)]
    tournament_of(2026, club, "Kış Kupası", *pairs)
    page = find(client, name="kök")
    assert f"The first {MAX_PEOPLE} of {2 * MAX_PEOPLE}" in page


def test_typing_gets_only_the_fragment(client: Client, club: Club):
    url = reverse("scoring:tournament_search") + "?name=isik&seen=0"
    answer = text(client.get(url, headers=HTMX))
    assert answer.startswith("<div")
    assert 'value="isik"' in answer


@pytest.mark.both_databases
def test_search_takes_the_same_queries_for_one_and_many(client: Client, club: Club):
    url = reverse("scoring:tournament_search") + "?name=g"
    count_for_one = statements(client, url)
    for number in range(5):
        tournament_of(
            2020 + number, club, f"Göl Kupası {number}", ("Gül", ("Gülten Işık", f"Gürkan {number}"))
        )
    assert statements(client, url) == count_for_one <= 14
    assert statements(client, reverse("scoring:tournament_search")) <= 8
