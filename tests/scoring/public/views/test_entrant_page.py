from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.live.queries.topics import Kind
from scoring.play import walkovers
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
from tests.scoring.live.watching import HTMX, address, counter, play_groups, statements, text
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db


def page_of(entrant: Entrant) -> str:
    return reverse("scoring:entrant", args=[entrant.tournament.public_id, entrant.public_id])


def first_entrant(tournament: Tournament) -> Entrant:
    return tournament.entrants.order_by("number")[0]


def in_english(client: Client, url: str) -> str:
    return text(client.get(english(url)))


def test_opens_for_anybody_and_alone_for_htmx(client: Client):
    url = page_of(first_entrant(drawn_tournament()))
    whole, part = client.get(url), client.get(url, headers=HTMX)
    assert whole.status_code == part.status_code == 200
    assert "<html" not in text(part)
    assert text(part).strip() in text(whole)


def test_is_the_same_until_something_changes(client: Client):
    tournament = drawn_tournament()
    url = page_of(first_entrant(tournament))
    tag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    known = f"{url}?seen={counter(Kind.ENTRANT, first_entrant(tournament))}"
    assert client.get(known, headers=HTMX).status_code == 204
    play_hand(encounters_of(tournament)[0])
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200
    assert client.get(known, headers=HTMX).status_code == 200


def test_who_plays_elsewhere_is_not_found(client: Client):
    here, there = drawn_tournament(), drawn_tournament()
    wrong = reverse("scoring:entrant", args=[here.public_id, first_entrant(there).public_id])
    nobody = reverse("scoring:entrant", args=[here.public_id, uuid4()])
    nowhere = reverse("scoring:entrant", args=[uuid4(), first_entrant(here).public_id])
    for url in (wrong, nobody, nowhere):
        assert client.get(url).status_code == 404
        assert client.get(url, headers=HTMX).status_code == 404


def test_is_for_reading_only(client: Client):
    assert client.post(page_of(first_entrant(drawn_tournament()))).status_code == 405


def test_nonsense_in_the_address_changes_nothing(client: Client):
    url = page_of(first_entrant(drawn_tournament()))
    for nonsense in ("?seen=x", "?seen=-1", "?page=9999", "?seen=%00"):
        assert client.get(url + nonsense).status_code == 200


@pytest.mark.both_databases
def test_takes_as_many_statements_for_much_as_for_little(client: Client):
    client.force_login(UserFactory.create())
    little, much = drawn_tournament(), drawn_tournament(pairs=12, groups=2)
    play_hand(encounters_of(little)[0])
    play_groups(much)
    one, other = (encounters_of(tournament)[0].sides.get(letter="A").entrant for tournament in (little, much))
    assert one
    assert other
    assert statements(client, page_of(other)) == statements(client, page_of(one)) <= 18


def test_before_the_draw_it_says_what_will_stand_here(client: Client):
    page = in_english(client, page_of(first_entrant(open_tournament(pairs=2))))
    assert "Nothing is drawn yet" in page
    assert "Takım 1" in page


def test_tells_results_and_links_every_encounter(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    for encounter in encounters_of(tournament)[-3:]:
        play_encounter(encounter)
    tournament.refresh_from_db()
    assert tournament.champion
    page = in_english(client, page_of(tournament.champion))
    own = [one for one in encounters_of(tournament) if one.sides.filter(entrant=tournament.champion).exists()]
    assert all(f'id="met-{one.public_id}"' in page for one in own)
    assert "champion</span>" in page
    assert "Final: won" in page
    assert all(reverse("scoring:encounter", args=[one.public_id]) in page for one in own)


def test_says_walkover_and_what_does_not_count(client: Client):
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, by=CONSOLE, at=NOW)
    loser = encounter.sides.get(letter="A").entrant
    assert loser
    page = in_english(client, page_of(loser))
    assert "walkover" in page
    assert "does not count" in page
    assert "1 match here does not count." in page
    assert "No hand that counts yet" in page


def test_a_player_of_singles_meets_three_at_once(client: Client):
    tournament = singles_tournament()
    encounter = encounters_of(tournament)[0]
    play_table(encounter, 0, 20, 40, 60)
    first = encounter.sides.get(letter="A").entrant
    assert first
    page = in_english(client, page_of(first))
    others = [side.entrant for side in encounter.sides.exclude(letter="A").select_related("entrant")]
    assert all(page_of(other) in page for other in others if other)
    assert "Better–worse" in page
    assert "Each partner’s part" not in page


def test_names_are_those_that_everybody_may_read(client: Client):
    tournament = drawn_tournament()
    entrant = first_entrant(tournament)
    player = entrant.players.order_by("pk")[0]
    url = reverse("scoring:player", args=[player.public_id])
    assert url in text(client.get(page_of(entrant)))
    type(player).objects.filter(pk=player.pk).update(name="⟦7⟧", anonymous_as=7, full_name="")
    page = in_english(client, page_of(entrant))
    assert "Player 7" in page
    assert url not in page


class TestList:
    def test_is_in_the_order_of_the_turkish_alphabet(self, client: Client):
        tournament = open_tournament()
        for name in ("Zor", "Çam", "Işık", "İnci", "Cam", "Dağ"):
            Entrant.objects.create(tournament=tournament, name=name, number=Entrant.objects.count() + 1)
        page = text(client.get(address("entrants", tournament)))
        listed = [page.index(f">{name}<") for name in ("Cam", "Çam", "Dağ", "Işık", "İnci", "Zor")]
        assert listed == sorted(listed)

    @pytest.mark.parametrize("typed", ["ISIK", "işi", "isik1", "can isik"])
    def test_finds_names_however_they_are_typed(self, client: Client, typed: str):
        tournament = open_tournament(pairs=3)
        Entrant.objects.create(tournament=tournament, name="Başka", number=9)
        page = in_english(client, f"{address('entrants', tournament)}?name={typed}")
        assert "Takım 1" in page
        assert "Başka" not in page

    def test_says_so_where_nobody_bears_the_name(self, client: Client):
        page = in_english(client, f"{address('entrants', open_tournament(pairs=3))}?name=%00x<b>")
        assert "Nobody of that name" in page
        assert "<b>" not in page.split("Nobody here is called")[1][:20]
        assert 'id="seek"' in page

    def test_links_everybody(self, client: Client):
        tournament = drawn_tournament()
        page = text(client.get(address("entrants", tournament)))
        assert all(page_of(entrant) in page for entrant in tournament.entrants.all())
