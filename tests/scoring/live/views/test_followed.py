"""Following an entrant: the cookie, the strip, the marks, and that caches know of it."""

from contextlib import nullcontext
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.live.everybody import FOLLOWED as COOKIE
from scoring.live.views import shared
from scoring.live.views.followed import MOST
from scoring.live.views.shared import shelf
from tests.factories import LEAGUE, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.kept import kept
from tests.languages import english
from tests.scoring.live.watching import (
    HTMX,
    TABS,
    address,
    encounter_address,
    play_groups,
    refresh,
    statements,
    text,
)
from tournaments.models import Entrant, GroupPlace, Tournament

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    return drawn_tournament()


def choose(client: Client, entrant: Entrant, **extra: str) -> str:
    """Follow an entrant; gives where that leads."""
    answer = client.post(address("follow", entrant.tournament), {"entrant": str(entrant.public_id), **extra})
    assert answer.status_code == 303
    return answer.headers["Location"]


def entrant_of(tournament: Tournament, number: int = 1) -> Entrant:
    return tournament.entrants.select_related("tournament").get(number=number)


class TestChoosing:
    def test_the_page_lists_everybody(self, client: Client, tournament: Tournament):
        page = text(client.get(address("follow", tournament)))
        for entrant in tournament.entrants.all():
            assert str(entrant.public_id) in page
        assert "Ayşe Işık1" in page

    def test_a_choice_leads_back_to_where_it_was_made(self, client: Client, tournament: Tournament):
        tables = address("tables", tournament)
        assert choose(client, entrant_of(tournament), next=tables) == tables
        assert choose(client, entrant_of(tournament)) == address("tournament", tournament)

    @pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:x", "\\\\x"])
    def test_never_to_another_house(self, client: Client, tournament: Tournament, elsewhere: str):
        assert choose(client, entrant_of(tournament), next=elsewhere) == address("tournament", tournament)

    def test_the_cookie_holds_the_public_id_and_nothing_else(self, client: Client, tournament: Tournament):
        entrant = entrant_of(tournament)
        choose(client, entrant)
        cookie = client.cookies[COOKIE]
        assert cookie.value == entrant.public_id.hex
        assert (cookie["samesite"], cookie["httponly"], cookie["path"]) == ("Lax", True, "/")

    def test_needs_no_token_and_changes_nothing_but_the_cookie(self, tournament: Tournament):
        counter = tournament.counter
        choose(Client(enforce_csrf_checks=True), entrant_of(tournament))
        tournament.refresh_from_db()
        assert tournament.counter == counter

    def test_another_choice_takes_the_place_of_the_first(self, client: Client, tournament: Tournament):
        choose(client, entrant_of(tournament, 1))
        choose(client, entrant_of(tournament, 2))
        assert client.cookies[COOKIE].value == entrant_of(tournament, 2).public_id.hex

    def test_each_tournament_has_its_own(self, client: Client, tournament: Tournament):
        other = drawn_tournament(pairs=6)
        choose(client, entrant_of(tournament))
        choose(client, entrant_of(other))
        for one in (tournament, other):
            assert 'id="mine"' in text(client.get(address("tournament", one)))

    def test_the_oldest_is_forgotten_when_there_are_many(self, client: Client, tournament: Tournament):
        entrant = entrant_of(tournament)
        client.cookies[COOKIE] = ".".join(uuid4().hex for _ in range(MOST))
        choose(client, entrant)
        kept = client.cookies[COOKIE].value.split(".")
        assert (len(kept), kept[0]) == (MOST, entrant.public_id.hex)

    def test_one_tap_forgets(self, client: Client, tournament: Tournament):
        choose(client, entrant_of(tournament))
        answer = client.post(address("follow", tournament), {"forget": "1"})
        assert answer.status_code == 303
        assert client.cookies[COOKIE].value == ""
        assert 'id="mine"' not in text(client.get(address("tournament", tournament)))

    def test_forgetting_here_keeps_the_others(self, client: Client, tournament: Tournament):
        other = drawn_tournament(pairs=6)
        choose(client, entrant_of(tournament))
        choose(client, entrant_of(other))
        client.post(address("follow", tournament), {"forget": "1"})
        assert client.cookies[COOKIE].value == entrant_of(other).public_id.hex

    @pytest.mark.parametrize("said", ["", "x", "0" * 32, "23c2f877-60c7-484c-9e4c-1311f10d94ee"])
    def test_a_name_that_is_not_here_is_not_found(self, client: Client, tournament: Tournament, said: str):
        assert client.post(address("follow", tournament), {"entrant": said}).status_code == 404
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

    @pytest.mark.both_databases
    def test_takes_as_many_statements_for_many_as_for_one(self, client: Client):
        few, many = open_tournament(pairs=1), open_tournament(pairs=40)
        assert statements(client, address("follow", few)) == statements(client, address("follow", many)) <= 6

    def test_says_what_to_do_while_nobody_has_entered(self, client: Client):
        page = text(client.get(english(address("follow", open_tournament()))))
        assert "you can pick your name here" in page


class TestStrip:
    @pytest.mark.parametrize("page", [*TABS, "rules"])
    def test_every_page_of_the_tournament_has_it(self, client: Client, tournament: Tournament, page: str):
        assert 'id="mine"' not in text(client.get(address(page, tournament)))
        choose(client, entrant_of(tournament))
        assert 'id="mine"' in text(client.get(address(page, tournament)))

    def test_so_has_an_encounter(self, client: Client, tournament: Tournament):
        choose(client, entrant_of(tournament))
        assert 'id="mine"' in text(client.get(encounter_address(encounters_of(tournament)[0])))

    def test_it_follows_play(self, client: Client, tournament: Tournament):
        encounter = encounters_of(tournament)[0]
        entrant = encounter.sides_in_order[0].entrant
        assert entrant is not None
        choose(client, entrant)
        url = address("tournament", tournament)
        before = text(client.get(english(url)))
        assert encounter.table is not None
        assert f"Next: table {encounter.table.number}" in before
        assert "the table is free: it can begin" in before
        play_hand(encounter)
        part = text(client.get(english(url), headers=HTMX))
        assert f"Now at table {encounter.table.number}: hand 2" in part

    def test_it_names_the_winner_that_it_waits_for(self, client: Client, tournament: Tournament):
        play_groups(tournament)
        refresh(tournament)
        semi, other = [one for one in encounters_of(tournament) if one.group is None][:2]
        while semi.winner is None:
            play_hand(semi)
            semi.refresh_from_db()
        winner = semi.sides.select_related("entrant__tournament").get(letter="A").entrant
        assert winner is not None
        choose(client, winner)
        page = text(client.get(english(address("bracket", tournament))))
        names = " / ".join(side.entrant.name for side in other.sides_in_order if side.entrant)
        assert f"Winner of SF 2 ({names})" in page

    def test_a_league_is_one_table_without_a_letter(self, client: Client):
        league = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
        play_groups(league)
        refresh(league)
        second = GroupPlace.objects.select_related("entrant__tournament").get(
            group__stage__tournament=league, rank=2
        )
        choose(client, second.entrant)
        page = text(client.get(english(address("tournament", league))))
        assert "Finished: place 2" in page
        assert "of group A" not in page

    def test_the_invitation_gives_way_to_it(self, client: Client, tournament: Tournament):
        url = address("tournament", tournament)
        assert "When do I play?" in text(client.get(english(url)))
        choose(client, entrant_of(tournament))
        assert "When do I play?" not in text(client.get(english(url)))

    def test_a_broken_cookie_is_nobody(self, client: Client, tournament: Tournament):
        for broken in ("x", "0" * 31, f"{'0' * 32}.", ".".join(["0" * 32] * (MOST + 1)), "é"):
            client.cookies[COOKIE] = broken
            assert 'id="mine"' not in text(client.get(address("tournament", tournament)))

    def test_an_entrant_that_was_taken_off_the_list_is_nobody(self, client: Client):
        tournament = open_tournament(pairs=2)
        choose(client, entrant_of(tournament))
        tournament.entrants.filter(number=1).delete()
        assert 'id="mine"' not in text(client.get(address("tournament", tournament)))


class TestMarks:
    @pytest.mark.parametrize("page", ["groups", "tables", "schedule"])
    def test_the_followed_are_marked_with_a_word(self, client: Client, tournament: Tournament, page: str):
        url = address(page, tournament)
        assert "mine-mark" not in text(client.get(url))
        choose(client, entrant_of(tournament))
        said = text(client.get(english(url)))
        assert "mine-mark" in said
        assert "<span>followed</span>" in said


def played() -> Tournament:
    """Groups that are over, a knock-out that is played: marks and strips of every kind have their places."""
    tournament = drawn_tournament()
    play_groups(tournament)
    refresh(tournament)
    play_hand(encounters_of(tournament)[-3])
    return tournament


def in_browsers(tournament: Tournament) -> list[Client]:
    """Browsers that follow nobody, somebody who plays now, two others, and somebody of another tournament."""
    playing = encounters_of(tournament)[-3].sides.exclude(entrant=None).order_by("letter")[0].entrant
    others = tournament.entrants.exclude(pk=playing.pk).order_by("number")[:2] if playing else []
    browsers = [Client() for _one in range(5)]
    for browser, entrant in zip(browsers[1:], [playing, *others], strict=False):
        browser.cookies[COOKIE] = entrant.public_id.hex if entrant else ""
    browsers[-1].cookies[COOKIE] = uuid4().hex
    return browsers


def part_of(tournament: Tournament, name: str) -> str:
    if name == "encounter":
        return encounter_address(encounters_of(tournament)[-3])
    if name == "entrant":
        return reverse("scoring:entrant", args=[tournament.public_id, entrant_of(tournament).public_id])
    page, mark, words = name.partition("?")
    return address(page, tournament) + mark + words


class TestMadeForEverybody:
    """A live part is made once, whomever those follow who ask for it."""

    def test_each_is_given_what_would_be_made_for_him_alone(self, monkeypatch: pytest.MonkeyPatch):
        tournament = played()
        browsers = in_browsers(tournament)
        pages = [*TABS, "schedule?by=mine", "schedule?by=table", "rules", "encounter", "entrant"]
        given = {}
        for page in pages:
            shelf.clear()
            url = part_of(tournament, page)
            given[page] = [text(browser.get(url, headers=HTMX)) for browser in browsers]
        monkeypatch.setattr(shared, "left_open", lambda _request: nullcontext())
        for page in pages:
            url = part_of(tournament, page)
            assert len(set(given[page])) == len(browsers), page
            for browser, part in zip(browsers, given[page], strict=True):
                shelf.clear()
                assert text(browser.get(url, headers=HTMX)) == part, page
                assert "\0" not in part

    @pytest.mark.both_databases
    def test_what_is_read_for_the_first_is_read_for_all_who_asked_lately(self):
        tournament = played()
        nobody, first, second = in_browsers(tournament)[:3]
        url = address("groups", tournament)
        shelf.clear()
        made, *_strips = (statements(one, url, HTMX) for one in (nobody, first, second))
        play_hand(encounters_of(tournament)[-3])
        assert statements(first, url, HTMX) > made
        assert [statements(one, url, HTMX) for one in (first, second, nobody)] == [1, 1, 1]


class TestCaching:
    def test_a_page_that_was_kept_for_nobody_is_not_shown_to_a_follower(
        self, client: Client, tournament: Tournament
    ):
        url = address("tournament", tournament)
        tag = client.get(url).headers["ETag"]
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
        choose(client, entrant_of(tournament))
        followed = client.get(url, headers={"If-None-Match": tag})
        assert followed.status_code == 200
        assert followed.headers["ETag"] != tag
        again = client.get(url, headers={"If-None-Match": followed.headers["ETag"]})
        assert again.status_code == 304

    def test_pages_vary_by_cookie(self, client: Client, tournament: Tournament):
        for page in (*TABS, "follow"):
            assert "Cookie" in client.get(address(page, tournament)).headers["Vary"]

    def test_the_tag_tells_nothing_of_whom(self, client: Client, tournament: Tournament):
        entrant = entrant_of(tournament)
        choose(client, entrant)
        tag = client.get(address("tournament", tournament)).headers["ETag"]
        assert UUID(hex=client.cookies[COOKIE].value) == entrant.public_id
        assert entrant.public_id.hex[:8] not in tag
