from __future__ import annotations

import uuid

import pytest

from tests.factories import NOW, open_tournament
from tournaments.entrants.domain import entry_list
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import LogRow, Player
from tournaments.people.domain.logged_names import (
    logged_name_of,
    player_ids,
    real_names,
    with_names,
)

pytestmark = pytest.mark.django_db

ALI, CAN, NOBODY = (str(uuid.UUID(int=number)) for number in (1, 2, 3))
NAMES = {ALI: "Ali Kaya", CAN: "Can Demir"}


@pytest.mark.parametrize(
    ("logged", "named"),
    [
        ({"name": "Kordon"}, {"name": "Kordon"}),
        ({"name": {"players": [ALI, CAN]}}, {"name": "Kaya – Demir"}),
        ({"name": {"players": [ALI]}}, {"name": "Ali Kaya"}),
        ({"name": {"players": [ALI, NOBODY]}}, {"name": "Ali Kaya – ?"}),
        ({"players": [ALI, CAN]}, {"players": ["Ali Kaya", "Can Demir"]}),
        ({"player": CAN, "to": [{"players": [CAN]}]}, {"player": "Can Demir", "to": ["Can Demir"]}),
        ({"shown": [{"player": ALI, "shown": "full"}]}, {"shown": [{"player": "Ali Kaya", "shown": "full"}]}),
        ({"name": ALI, "text": ALI}, {"name": ALI, "text": ALI}),
        ({"player": 7, "players": "x", "name": {}}, {"player": 7, "players": "x", "name": {}}),
    ],
)
def test_ids_are_replaced_by_names(logged, named):
    assert with_names(logged, NAMES) == named


def test_ids_are_found_wherever_they_are():
    payload = {"player": ALI, "passed_to": [{"players": [CAN, "x", 5, None]}, "Kordon"], "entry": NOBODY}
    assert [str(player_id) for player_id in player_ids(payload)] == [ALI, CAN]


def test_pair_named_by_its_players_is_logged_by_their_ids():
    tournament = open_tournament()
    players = ("Ali Kaya", "Can Demir")
    named, other = (
        entry_list.add_entrant(tournament=tournament, name=name, players=listed, by=CONSOLE, at=NOW)
        for name, listed in (("", players), ("Kordon", ("Ece Su", "Oya Us")))
    )
    ids = [str(Player.objects.get(name=name).public_id) for name in players]
    assert (logged_name_of(named), logged_name_of(other)) == ({"players": ids}, "Kordon")


def test_rows_name_players_of_their_own_club_alone():
    own, other = open_tournament(), open_tournament()
    stranger = Player.objects.create(club=other.club, name="Nimet Gizli")
    member = Player.objects.create(club=own.club, name="Ali Kaya")
    details = {"names": [{"players": [str(player.public_id)]} for player in (stranger, member)]}
    log_and_publish("players_distinguished", by=CONSOLE, at=NOW, tournament=own, after=details)
    names = real_names(LogRow.objects.filter(action="players_distinguished"))
    assert names == {None: {}, own.club_id: {str(member.public_id): "Ali Kaya"}}


def test_pair_of_an_anonymous_player_is_named_by_the_number():
    tournament = open_tournament()
    pair = entry_list.add_entrant(
        tournament=tournament, name="", players=("Ali Kaya", "Can Demir"), by=CONSOLE, at=NOW
    )
    Player.objects.filter(name="Ali Kaya").update(name="#7", anonymous_as=7)
    rows = LogRow.objects.filter(action="entrant_added")
    names = real_names(rows)[tournament.club_id]
    assert with_names({"name": logged_name_of(pair)}, names) == {"name": "#7 – Demir"}
