from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.live.queries.followed_state import FollowedEntrant, FollowedState
from scoring.live.views import live_pages
from scoring.live.views.follow_cookie import COOKIE, MAX_CHOICES
from tests.factories import (
    LEAGUE,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.processes import LONGEST_WAIT
from tests.scoring.live.page_counters import (
    HTMX,
    TABS,
    address,
    begin,
    encounter_address,
    play_groups,
    refresh,
    statements,
    text,
)
from tournaments.models import Entrant, GroupPlace, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


def choose(client: Client, entrant: Entrant, **extra: str) -> str:
    answer = client.post(address("follow", entrant.tournament), {"entrant": str(entrant.public_id), **extra})
    assert answer.status_code == 303
    return answer.headers["Location"]


def entrant_of(tournament: Tournament, number: int = 1) -> Entrant:
    return tournament.entrants.select_related("tournament").get(number=number)


def cookie_value(entrant: Entrant) -> str:
    return f"{entrant.tournament.public_id.hex[:8]}-{entrant.public_id.hex}"


def strip_address(entrant: Entrant) -> str:
    return reverse("scoring:followed_status", args=[entrant.tournament.public_id, entrant.public_id])


def strip(client: Client, entrant: Entrant) -> str:
    return text(client.get(english(strip_address(entrant)), headers=HTMX))


def followed_entrant(client: Client, entrant: Entrant) -> FollowedEntrant:
    shown = client.get(strip_address(entrant), headers=HTMX).context["followed_entrant"]
    assert isinstance(shown, FollowedEntrant)
    return shown


class TestChoosing:
    def test_page_lists_every_entrant(self, client: Client, tournament: Tournament):
        page = text(client.get(address("follow", tournament)))
        for entrant in tournament.entrants.all():
            assert str(entrant.public_id) in page
        assert "Ayşe Işık1" in page

    def test_choice_redirects_back(self, client: Client, tournament: Tournament):
        tables = address("tables", tournament)
        assert choose(client, entrant_of(tournament), next=tables) == tables
        assert choose(client, entrant_of(tournament)) == address("tournament", tournament)

    @pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:x", "\\\\x"])
    def test_choice_never_redirects_to_another_site(
        self, client: Client, tournament: Tournament, elsewhere: str
    ):
        assert choose(client, entrant_of(tournament), next=elsewhere) == address("tournament", tournament)

    def test_cookie_has_only_public_ids_and_is_readable_by_scripts(
        self, client: Client, tournament: Tournament
    ):
        entrant = entrant_of(tournament)
        choose(client, entrant)
        cookie = client.cookies[COOKIE]
        assert cookie.value == cookie_value(entrant)
        assert (cookie["samesite"], cookie["httponly"], cookie["path"]) == ("Lax", "", "/")

    def test_choice_needs_no_csrf_token_and_changes_only_the_cookie(self, tournament: Tournament):
        counter = tournament.counter
        choose(Client(enforce_csrf_checks=True), entrant_of(tournament))
        tournament.refresh_from_db()
        assert tournament.counter == counter

    def test_second_choice_replaces_the_first(self, client: Client, tournament: Tournament):
        choose(client, entrant_of(tournament, 1))
        choose(client, entrant_of(tournament, 2))
        assert client.cookies[COOKIE].value == cookie_value(entrant_of(tournament, 2))

    def test_each_tournament_has_its_own_choice(self, client: Client, tournament: Tournament):
        other = drawn_tournament(pairs=6)
        choose(client, entrant_of(tournament))
        choose(client, entrant_of(other))
        for followed in (tournament, other):
            assert 'id="mine"' in text(client.get(address("follow", followed)))

    def test_oldest_choice_is_dropped_over_the_limit(self, client: Client, tournament: Tournament):
        entrant = entrant_of(tournament)
        client.cookies[COOKIE] = ".".join(f"{uuid4().hex[:8]}-{uuid4().hex}" for _ in range(MAX_CHOICES))
        choose(client, entrant)
        choices = client.cookies[COOKIE].value.split(".")
        assert (len(choices), choices[0]) == (MAX_CHOICES, cookie_value(entrant))

    def test_forget_removes_the_choice(self, client: Client, tournament: Tournament):
        choose(client, entrant_of(tournament))
        answer = client.post(address("follow", tournament), {"forget": "1"})
        assert answer.status_code == 303
        assert client.cookies[COOKIE].value == ""
        assert 'id="mine"' not in text(client.get(address("follow", tournament)))

    def test_forget_keeps_choices_of_other_tournaments(self, client: Client, tournament: Tournament):
        other = drawn_tournament(pairs=6)
        choose(client, entrant_of(tournament))
        choose(client, entrant_of(other))
        client.post(address("follow", tournament), {"forget": "1"})
        assert client.cookies[COOKIE].value == cookie_value(entrant_of(other))

    @pytest.mark.parametrize("entrant_id", ["", "x", "0" * 32, "23c2f877-60c7-484c-9e4c-1311f10d94ee"])
    def test_unknown_entrant_is_not_found(self, client: Client, tournament: Tournament, entrant_id: str):
        assert client.post(address("follow", tournament), {"entrant": entrant_id}).status_code == 404
        assert COOKIE not in client.cookies

    def test_an_entrant_of_another_tournament_is_not_found(self, client: Client, tournament: Tournament):
        other = entrant_of(drawn_tournament(pairs=6))
        answer = client.post(address("follow", tournament), {"entrant": str(other.public_id)})
        assert answer.status_code == 404

    def test_a_tournament_that_does_not_exist_is_not_found(self, client: Client):
        nowhere = address("follow", Tournament(public_id=uuid4()))
        assert client.get(nowhere).status_code == client.post(nowhere).status_code == 404

    def test_other_methods_are_refused(self, client: Client, tournament: Tournament):
        assert client.put(address("follow", tournament)).status_code == 405

    @pytest.mark.postgres
    def test_number_of_queries_is_the_same_for_1_and_for_40_pairs(self, client: Client):
        few, many = open_tournament(pairs=1), open_tournament(pairs=40)
        assert statements(client, address("follow", few)) == statements(client, address("follow", many)) <= 6

    def test_page_without_entrants_explains_what_to_do(self, client: Client):
        nobody = 'data-test="nobody-entered"'
        pages = [text(client.get(address("follow", open_tournament(pairs=pairs)))) for pairs in (0, 1)]
        assert [nobody in page for page in pages] == [True, False]


class TestStrip:
    def test_strip_follows_play(self, client: Client, tournament: Tournament):
        encounter = encounters_of(tournament)[0]
        entrant = encounter.sides.select_related("entrant__tournament").get(letter="A").entrant
        assert entrant is not None
        assert encounter.table is not None
        called = f'data-called="{encounter.public_id}.{encounter.table.number}"'
        for state, table_free in ((FollowedState.NEXT, True), (FollowedState.NOW, False)):
            assert followed_entrant(client, entrant).followed_state is state
            strip_text = strip(client, entrant)
            assert called in strip_text
            assert f'<a href="{english(encounter_address(encounter))}">' in strip_text
            assert ('data-test="table-free"' in strip_text) is table_free
            play_hand(encounter)
        assert "hand 3" in strip(client, entrant)

    def test_strip_names_opponent_still_playing_after_one_dot(self, client: Client):
        first, second = encounters_of(drawn_tournament(pairs=4, groups=1, stages=LEAGUE, tables=2))[:2]
        play_encounter(first)
        play_hand(second)
        waits = first.sides.select_related("entrant__tournament").get(letter="A").entrant
        assert waits is not None
        strip_text = strip(client, waits)
        assert strip_text.count('data-test="plays-elsewhere"') == 1
        assert 'data-test="table-free"' not in strip_text
        assert "· ·" not in strip_text

    def test_strip_names_the_awaited_winner(self, client: Client, tournament: Tournament):
        play_groups(tournament)
        refresh(tournament)
        semi, other = [encounter for encounter in encounters_of(tournament) if encounter.group is None][:2]
        while semi.winner is None:
            play_hand(semi)
            semi.refresh_from_db()
        winner = semi.sides.select_related("entrant__tournament").get(letter="A").entrant
        assert winner is not None
        names = " / ".join(side.entrant.name for side in other.sides_in_order if side.entrant)
        assert f"Winner of SF 2 ({names})" in strip(client, winner)

    def test_strip_of_a_league_names_no_group(self, client: Client):
        league = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
        play_groups(league)
        refresh(league)
        second = GroupPlace.objects.select_related("entrant__tournament").get(
            group__stage__tournament=league, rank=2
        )
        shown = followed_entrant(client, second.entrant)
        assert shown.followed_state is FollowedState.FINISHED
        assert shown.group
        assert (shown.group.shown_rank, shown.group.stage.only_group) == (2, True)
        assert "Finished: place 2<" in strip(client, second.entrant)

    @pytest.mark.postgres
    def test_strip_is_rendered_once_for_all_followers(
        self, client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(live_pages, "PAGE_SECONDS", LONGEST_WAIT)
        entrant = entrant_of(tournament)
        first = strip(client, entrant)
        follower = Client()
        choose(follower, entrant_of(tournament, 2))
        assert strip(follower, entrant) == first
        assert statements(follower, english(strip_address(entrant)), HTMX) == 1

    def test_strip_without_htmx_redirects_to_the_entrant(self, client: Client, tournament: Tournament):
        entrant = entrant_of(tournament)
        redirect = client.get(strip_address(entrant))
        assert redirect.status_code == 302
        assert redirect["Location"] == reverse(
            "scoring:entrant", args=[tournament.public_id, entrant.public_id]
        )

    def test_strip_of_an_entrant_of_another_tournament_is_not_found(
        self, client: Client, tournament: Tournament
    ):
        stranger = entrant_of(drawn_tournament(pairs=6))
        elsewhere = reverse("scoring:followed_status", args=[tournament.public_id, stranger.public_id])
        assert client.get(elsewhere, headers=HTMX).status_code == 404

    def test_entrant_under_an_unknown_tournament_is_not_found(self, client: Client, tournament: Tournament):
        nowhere = reverse("scoring:followed_status", args=[uuid4(), entrant_of(tournament).public_id])
        assert client.get(nowhere, headers=HTMX).status_code == 404

    def test_page_shows_the_choice_without_scripts(self, client: Client, tournament: Tournament):
        url = address("follow", tournament)
        assert 'id="mine"' not in text(client.get(url))
        choose(client, entrant_of(tournament))
        page = text(client.get(url))
        assert 'id="mine"' in page
        assert f'href="{address("schedule", tournament)}?by=mine"' in page

    def test_broken_cookie_is_ignored(self, client: Client, tournament: Tournament):
        whole = cookie_value(entrant_of(tournament))
        for broken in ("x", whole[1:], f"{whole}.", ".".join([whole] * (MAX_CHOICES + 1)), "é"):
            client.cookies[COOKIE] = broken
            assert 'id="mine"' not in text(client.get(address("follow", tournament)))

    def test_removed_entrant_is_ignored(self, client: Client):
        tournament = open_tournament(pairs=2)
        choose(client, entrant_of(tournament))
        tournament.entrants.filter(number=1).delete()
        assert 'id="mine"' not in text(client.get(address("follow", tournament)))


@pytest.mark.release
@pytest.mark.parametrize("page", [*TABS[:-1], "schedule?by=table"])
def test_names_have_the_attribute_for_marking(client: Client, tournament: Tournament, page: str):
    begin(tournament, 2)
    refresh(tournament)
    name, _mark, words = page.partition("?")
    page_text = text(client.get(f"{address(name, tournament)}?{words}"))
    for entrant in tournament.entrants.all() if name != "bracket" else ():
        assert f'data-of="{entrant.public_id.hex[:8]}"' in page_text
    assert "mine-mark" not in page_text.replace('<template id="followed"><span class="mine-mark">', "")
