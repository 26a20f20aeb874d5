from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.live.queries.counters import Kind
from scoring.play import walkovers
from scoring.statistics.side_results import StageProgress
from tests.factories import (
    NOW,
    UserFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    play_table,
    singles_tournament,
)
from tests.languages import english
from tests.scoring.live.page_counters import HTMX, address, counter, play_groups, statements, text
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def page_of(entrant: Entrant) -> str:
    return reverse("scoring:entrant", args=[entrant.tournament.public_id, entrant.public_id])


def first_entrant(tournament: Tournament) -> Entrant:
    return tournament.entrants.order_by("number")[0]


def english_text(client: Client, url: str) -> str:
    return text(client.get(english(url)))


def test_page_is_public_and_htmx_gets_the_fragment(client: Client):
    url = page_of(first_entrant(drawn_tournament()))
    full, fragment = client.get(url), client.get(url, headers=HTMX)
    assert full.status_code == fragment.status_code == 200
    assert "<html" not in text(fragment)
    assert text(fragment).strip() in text(full)


def test_page_is_unchanged_until_something_changes(client: Client):
    tournament = drawn_tournament()
    url = page_of(first_entrant(tournament))
    tag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    seen_url = f"{url}?seen={counter(Kind.ENTRANT, first_entrant(tournament))}"
    assert client.get(seen_url, headers=HTMX).status_code == 204
    play_hand(encounters_of(tournament)[0])
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200
    assert client.get(seen_url, headers=HTMX).status_code == 200


def test_entrant_of_another_tournament_is_404(client: Client):
    own_tournament, other_tournament = drawn_tournament(), drawn_tournament()
    wrong = reverse(
        "scoring:entrant", args=[own_tournament.public_id, first_entrant(other_tournament).public_id]
    )
    unknown = reverse("scoring:entrant", args=[own_tournament.public_id, uuid4()])
    nowhere = reverse("scoring:entrant", args=[uuid4(), first_entrant(own_tournament).public_id])
    for url in (wrong, unknown, nowhere):
        assert client.get(url).status_code == 404
        assert client.get(url, headers=HTMX).status_code == 404


def test_page_only_allows_reading(client: Client):
    assert client.post(page_of(first_entrant(drawn_tournament()))).status_code == 405


@pytest.mark.release
def test_invalid_parameters_are_ignored(client: Client):
    url = page_of(first_entrant(drawn_tournament()))
    for nonsense in ("?seen=x", "?seen=-1", "?page=9999", "?seen=%00"):
        assert client.get(url + nonsense).status_code == 200


@pytest.mark.release
@pytest.mark.postgres
def test_page_takes_the_same_queries_for_little_and_much_play(client: Client):
    client.force_login(UserFactory.create())
    small, large = drawn_tournament(), drawn_tournament(pairs=12, groups=2)
    play_hand(encounters_of(small)[0])
    play_groups(large)
    small_entrant, large_entrant = (
        encounters_of(tournament)[0].sides.get(letter="A").entrant for tournament in (small, large)
    )
    assert small_entrant
    assert large_entrant
    assert statements(client, page_of(large_entrant)) == statements(client, page_of(small_entrant)) <= 18


def test_page_before_the_draw_says_what_will_be_shown(client: Client):
    page = english_text(client, page_of(first_entrant(open_tournament(pairs=2))))
    assert 'data-test="no-encounter"' in page
    assert "Takım 1" in page


@pytest.mark.release
def test_page_shows_results_and_links_every_encounter(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    for encounter in encounters_of(tournament)[-3:]:
        play_encounter(encounter)
    tournament.refresh_from_db()
    assert tournament.champion
    response = client.get(page_of(tournament.champion))
    page = text(response)
    own_encounters = [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.sides.filter(entrant=tournament.champion).exists()
    ]
    assert all(f'id="met-{encounter.public_id}"' in page for encounter in own_encounters)
    assert 'class="badge ok"' in page.partition('class="row wrap mt2 states"')[2].partition("</p>")[0]
    assert 'data-test="no-encounter"' not in page
    assert 'id="partners"' in page
    progress = [stage.stage_progress for stage in response.context["view"].stage_results]
    assert progress == [StageProgress.RANK, StageProgress.WON]
    assert all(
        reverse("scoring:encounter", args=[encounter.public_id]) in page for encounter in own_encounters
    )


def test_walkovers_and_uncounted_results_are_labelled(client: Client):
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    loser = encounter.sides.get(letter="A").entrant
    assert loser
    response = client.get(page_of(loser))
    page = text(response)
    view = response.context["view"]
    results = [result for stage in view.stage_results for result in stage.results]
    assert [result.listing.walkover for result in results].count(True) == 1
    assert page.count('class="how tiny quiet"') == 1
    assert page.count('class="match-result idle"') == 1
    assert view.uncounted_results.needless == 1
    assert 'data-test="no-hand"' in page


def test_page_links_the_current_or_next_encounter(client: Client):
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant
    url = reverse("scoring:encounter", args=[encounter.public_id])
    for test_name in ("plays-next", "plays-now"):
        assert f'data-test="{test_name}" href="{url}"' in text(client.get(page_of(entrant)))
        play_hand(encounter)


def test_singles_player_meets_three_at_once(client: Client):
    tournament = singles_tournament()
    encounter = encounters_of(tournament)[0]
    play_table(encounter, 0, 20, 40, 60)
    first = encounter.sides.get(letter="A").entrant
    assert first
    response = client.get(page_of(first))
    page = text(response)
    opponents = [side.entrant for side in encounter.sides.exclude(letter="A").select_related("entrant")]
    assert all(page_of(other) in page for other in opponents if other)
    assert response.context["view"].of_four
    assert 'id="partners"' not in page


def test_names_are_public_names(client: Client):
    tournament = drawn_tournament()
    entrant = first_entrant(tournament)
    player = entrant.players.order_by("pk")[0]
    url = reverse("scoring:player", args=[player.public_id])
    assert url in text(client.get(page_of(entrant)))
    type(player).objects.filter(pk=player.pk).update(name="#7", anonymous_as=7, full_name="")
    page = english_text(client, page_of(entrant))
    assert "#7" in page
    assert url not in page


class TestList:
    def test_list_has_the_turkish_alphabetical_order(self, client: Client):
        tournament = open_tournament()
        for name in ("Zor", "Çam", "Işık", "İnci", "Cam", "Dağ"):
            Entrant.objects.create(tournament=tournament, name=name, number=Entrant.objects.count() + 1)
        page = text(client.get(address("entrants", tournament)))
        listed = [page.index(f">{name}<") for name in ("Cam", "Çam", "Dağ", "Işık", "İnci", "Zor")]
        assert listed == sorted(listed)

    @pytest.mark.release
    @pytest.mark.parametrize("typed", ["ISIK", "işi", "isik1", "can isik"])
    def test_search_ignores_spelling_variants(self, client: Client, typed: str):
        tournament = open_tournament(pairs=3)
        Entrant.objects.create(tournament=tournament, name="Başka", number=9)
        page = english_text(client, f"{address('entrants', tournament)}?name={typed}")
        assert "Takım 1" in page
        assert "Başka" not in page
        assert 'data-test="nobody-found"' not in page

    def test_search_without_matches_says_so(self, client: Client):
        page = english_text(client, f"{address('entrants', open_tournament(pairs=3))}?name=%00x<b>")
        assert 'data-test="nobody-found"' in page
        assert "<b>" not in page.partition('data-test="nobody-found"')[2].partition("</div>")[0]
        assert 'id="seek"' in page

    def test_list_links_every_entrant(self, client: Client):
        tournament = drawn_tournament()
        page = text(client.get(address("entrants", tournament)))
        assert all(page_of(entrant) in page for entrant in tournament.entrants.all())
