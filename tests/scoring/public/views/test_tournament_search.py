from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scoring.people import domain
from scoring.public.queries.tournament_search import MAX_PEOPLE, SearchResult
from scoring.public.views import front_page
from tests.factories import NOW, ClubFactory, enter_named, open_tournament, singles_tournament
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import HTMX, statements, text
from tournaments.enums import NameDisplay, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Player, Tournament
from tournaments.people.domain import merging, public_names
from tournaments.sentences import untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]
BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}
NOTHING = 'data-test="nothing-found"'
SUGGESTION = 'data-test="suggestion"'


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


def search(client: Client, **query: str) -> Any:
    answer = client.get(english(f"{reverse('scoring:tournament_search')}?{urlencode(query)}"))
    assert answer.status_code == 200
    return answer


def find(client: Client, **query: str) -> str:
    return text(search(client, **query))


def result_of(client: Client, **query: str) -> SearchResult:
    result = search(client, **query).context["search_result"]
    assert isinstance(result, SearchResult)
    return result


def tournaments_of_player(client: Client, **query: str) -> int:
    (player_match,) = result_of(client, **query).players
    return player_match.tournaments


@pytest.mark.release
@pytest.mark.parametrize(
    ("typed", "counts", "names"),
    [
        ("isik", (1, 2, 0), ["Gülten Işık", "Işık – Çınar", "Kartallar"]),
        ("IŞIK", (1, 2, 0), ["Gülten Işık"]),
        ("ışık gül", (1, 2, 0), ["Gülten Işık"]),
        ("İLKER", (1, 1, 0), ["İlker Özgür"]),
        ("ilker", (1, 1, 0), ["İlker Özgür"]),
        ("ozgur", (1, 1, 0), ["İlker Özgür"]),
        ("isik-cinar", (0, 1, 0), ["Işık – Çınar"]),
        ("kartal", (0, 1, 0), ["Gülten Işık, İlker Özgür"]),
        ("ilkbahar", (0, 0, 1), ["İlkbahar Kupası"]),
        ("kupa 2026", (0, 0, 1), ["Güz Kupası"]),
    ],
)
def test_names_are_found_as_people_type_them(
    client: Client, club: Club, typed: str, counts: tuple[int, int, int], names: list[str]
):
    result = result_of(client, name=typed)
    assert (result.all_players, result.all_pairs, len(result.tournaments)) == counts
    page = find(client, name=typed)
    assert [name for name in names if name not in page] == []
    assert NOTHING not in page


def test_player_and_pair_link_their_pages(client: Client, club: Club):
    page = find(client, name="isik")
    player = Player.objects.get(name="Gülten Işık")
    assert f'href="{reverse("scoring:player", args=[player.public_id])}"' in page
    for entrant in player.entrants.all():
        place = reverse("scoring:entrant", args=[entrant.tournament.public_id, entrant.public_id])
        assert f'href="{place}"' in page


def test_year_limits_to_tournaments_that_began_in_it(client: Client, club: Club):
    assert "Güz Kupası" not in find(client, year="2025")
    assert tournaments_of_player(client, name="gülten") == 2
    assert tournaments_of_player(client, name="gülten", year="2026") == 1
    limited = find(client, name="gülten", year="2026")
    assert "Kartallar" in limited
    assert "Işık – Çınar" not in limited
    empty = find(client, name="çınar", year="2026")
    assert NOTHING in empty
    assert f'<a class="btn" href="?{urlencode({"name": "çınar"})}"' in empty


def test_club_limits_to_its_own_tournaments(client: Client, club: Club):
    assert 'name="club"' not in find(client)
    other = ClubFactory.create(name="Çarşı")
    tournament_of(2026, other, "Çarşı Kupası", ("Er – Su", ("Can Er", "Cem Su")))
    ClubFactory.create(name="Turnuvasız")
    page = find(client)
    assert page.index(">Çarşı</option>") < page.index(">Yediveren</option>")
    assert "Turnuvasız" not in page
    own_results = find(client, club=str(other.public_id))
    assert f"<h1>{untranslated('Çarşı')}</h1>" in own_results
    assert "Çarşı Kupası" in own_results
    assert "Güz Kupası" not in own_results
    assert tournaments_of_player(client, name="cem", club=str(other.public_id)) == 1
    empty = find(client, name="gülten", club=str(other.public_id))
    assert NOTHING in empty
    assert f'<a class="btn" href="?{urlencode({"name": "gülten"})}"' in empty
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
        ("#1", "MMXXVI"),
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
    assert NOTHING in page
    assert SUGGESTION in page
    assert ">Gülten Işık</b>" in page
    assert ">Gülten &amp; Işık</b>" in find(client, name="gulten & isikk")
    assert SUGGESTION not in find(client, name="zzz")
    assert SUGGESTION not in find(client, name="&")
    assert NOTHING in find(client, year="1987")
    assert "<script>" not in find(client, name="<script>")


def test_empty_search_lists_all_tournaments_by_page(client: Client, club: Club, monkeypatch):
    tournament_of(2024, club, "Eski Kupa")
    monkeypatch.setattr(front_page, "TOURNAMENTS_A_PAGE", 2)
    answer = search(client)
    page = text(answer)
    assert page.index("Güz Kupası") < page.index("İlkbahar Kupası")
    assert "Eski Kupa" not in page
    assert answer.context["page"].paginator.num_pages == 2
    assert 'href="?page=2"' in page
    assert "Eski Kupa" in find(client, page="2")


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.ERASED])
def test_private_tournaments_are_not_found(client: Client, club: Club, visibility: Visibility):
    Tournament.objects.filter(name="Güz Kupası").update(visibility=visibility)
    assert tournaments_of_player(client, name="gülten") == 1
    for hidden in ("güz", "kartallar", "ilker"):
        assert NOTHING in find(client, name=hidden)
    assert "2026" not in find(client)


def test_archived_tournament_is_found(client: Client, club: Club):
    Tournament.objects.filter(name="Güz Kupası").update(archived_at=NOW)
    assert NOTHING not in find(client, name="ilker")


def test_hidden_name_is_not_found(client: Client, club: Club):
    ilker = Player.objects.get(name="İlker Özgür")
    public_names.choose_public_names(
        tournament=Tournament.objects.get(name="Güz Kupası"),
        choices={ilker: NameDisplay.INITIAL},
        **BY,
    )
    assert NOTHING in find(client, name="özgür")
    assert "İlker Ö." in find(client, name="ilker")


def test_anonymized_player_is_not_listed(client: Client, club: Club):
    ilker = Player.objects.get(name="İlker Özgür")
    domain.make_anonymous(player=ilker, **BY)
    assert NOTHING in find(client, name="ilker")
    ilker.refresh_from_db()
    page = find(client, name=f"Player {ilker.anonymous_as}")
    assert str(ilker.public_id) not in page


def test_merged_people_are_found_once(client: Client, club: Club):
    kept_player, duplicate = Player.objects.get(name="Ünal Çınar"), Player.objects.get(name="İlker Özgür")
    merging.merge(alias=duplicate, person=kept_player, **BY)
    assert tournaments_of_player(client, name="ünal") == 2
    page = find(client, name="ünal")
    assert str(duplicate.public_id) not in page
    assert NOTHING in find(client, name="ilker")


def test_singles_are_players_and_not_pairs(client: Client, club: Club):
    singles_tournament(club=club, players=4)
    answer = search(client, name="oyuncu1")
    result = answer.context["search_result"]
    assert (result.all_players, result.all_pairs) == (1, 0)
    assert ('id="of-players"' in text(answer), 'id="of-pairs"' in text(answer)) == (True, False)


def test_many_matches_are_counted_and_the_first_shown(client: Client, club: Club):
    pairs = [(f"Takım {number}", (f"Ayşe Kök{number}", f"Can Kök{number}")) for number in range(MAX_PEOPLE)]
    tournament_of(2026, club, "Kış Kupası", *pairs)
    result = result_of(client, name="kök")
    assert (len(result.players), result.all_players) == (MAX_PEOPLE, 2 * MAX_PEOPLE)
    assert f" {MAX_PEOPLE} of {2 * MAX_PEOPLE}" in find(client, name="kök")


def test_typing_gets_only_the_fragment(client: Client, club: Club):
    url = reverse("scoring:tournament_search") + "?name=isik&seen=0"
    answer = text(client.get(url, headers=HTMX))
    assert answer.startswith("<div")
    assert 'value="isik"' in answer


@pytest.mark.postgres
def test_search_takes_the_same_queries_for_one_and_many(client: Client, club: Club):
    url = reverse("scoring:tournament_search") + "?name=g"
    count_for_one = statements(client, url)
    for number in range(5):
        tournament_of(
            2020 + number, club, f"Göl Kupası {number}", ("Gül", ("Gülten Işık", f"Gürkan {number}"))
        )
    assert statements(client, url) == count_for_one <= 14
    assert statements(client, reverse("scoring:tournament_search")) <= 8
