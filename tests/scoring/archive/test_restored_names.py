from __future__ import annotations

import json

import pytest

from scoring.archive.restore import restore_tournament
from tests.factories import NOW, drawn_tournament
from tests.scoring.archive.sample_archives import archive_and_roll_back, restore_archive
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Entrant, Player, Tournament
from tournaments.people.domain import public_names, renaming

pytestmark = pytest.mark.django_db


def named_by_players() -> Tournament:
    tournament = drawn_tournament(pairs=4, groups=1)
    entrant = tournament.entrants.order_by("number")[0]
    assert {player.name for player in entrant.players.all()} == {"Ayşe Işık1", "Can Öz1"}
    Entrant.objects.filter(pk=entrant.pk).update(name="Işık1 – Öz1")
    return tournament


def with_initial() -> Tournament:
    tournament = named_by_players()
    hide(Player.objects.get(name="Ayşe Işık1"), tournament)
    return tournament


def hide(player: Player, tournament: Tournament) -> None:
    choice = NameDisplay.INITIAL
    public_names.choose_public_names(tournament=tournament, choices={player: choice}, by=CONSOLE, at=NOW)


def first_pair(tournament: Tournament) -> Entrant:
    return tournament.entrants.order_by("number")[0]


@pytest.mark.release
@pytest.mark.parametrize(
    ("make", "name", "called"),
    [(named_by_players, "Ayşe Işık1", "Kaya – Öz1"), (with_initial, "Ayşe I.", "Ayşe Nur Kaya – Öz1")],
)
def test_restored_pair_is_renamed_with_its_player(make, name, called):
    restored = restore_archive(archive_and_roll_back(make))
    player = Player.objects.get(name=name)
    renaming.rename_person(player=player, name="Ayşe Nur Kaya", by=CONSOLE, at=NOW)
    assert first_pair(restored).name == called


@pytest.mark.parametrize(
    ("known", "called"),
    [
        ({"name": "Ayşe Kaya"}, "Kaya – Öz1"),
        ({"name": "Ayşe I.", "full_name": "Ayşe Işık1", "shown": NameDisplay.INITIAL}, "Ayşe I. – Öz1"),
    ],
)
def test_restored_pair_has_the_name_that_its_player_has_in_the_club(known, called):
    text = archive_and_roll_back(named_by_players)
    (key,) = [row["public_id"] for row in json.loads(text)["players"] if row["name"] == "Ayşe Işık1"]
    club = Club.objects.create(name="Arşiv", created_at=NOW)
    Player.objects.create(club=club, public_id=key, **known)
    assert first_pair(restore_tournament(text.encode(), club=club, at=NOW)).name == called
