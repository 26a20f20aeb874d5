from __future__ import annotations

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, ClubFactory, enter_pairs, open_tournament
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, LogRow, Player, Tournament
from tournaments.people.domain import public_names
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play import substitutes
from tournaments.stages.stage_settings import StageSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

FULL, INITIAL, HIDDEN = NameDisplay


def pair(tournament: Tournament, *players: str, name: str = "", shown=()) -> Entrant:
    called = name or " – ".join(player.split()[-1] for player in players)
    entry = ListedEntrant(called, players, shown=shown)
    return entry_list.add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)[0]


def choose(tournament: Tournament, **chosen: NameDisplay) -> list[Player]:
    choices = {
        Player.objects.with_real_name(name.replace("_", " ")).get(): choice for name, choice in chosen.items()
    }
    return public_names.choose_public_names(tournament=tournament, choices=choices, by=CONSOLE, at=NOW)


def names() -> list[str]:
    return list(Entrant.objects.order_by("number", "pk").values_list("name", flat=True))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ayşe Kaya", "Ayşe K."),
        ("ışıl ilgaz", "ışıl İ."),
        ("İpek ışık", "İpek I."),
        ("Ali Can Çağlar", "Ali Can Ç."),
        ("Zeynep şahin", "Zeynep Ş."),
        ("Madonna", "M."),
    ],
)
def test_an_initial_is_a_capital_by_turkish_rules(name, shown):
    player = Player(name=name)
    public_names.set_public_name(player, INITIAL)
    assert (player.public_name, player.real_name) == (shown, name)


@pytest.mark.parametrize(
    ("name", "shown"), [("ışıl ilgaz", "I. İ."), ("Ali Can Çağlar", "A. C. Ç."), ("Madonna", "M.")]
)
def test_a_hidden_name_is_initials_only(name, shown):
    player = Player(name=name)
    public_names.set_public_name(player, HIDDEN)
    assert (player.public_name, player.real_name) == (shown, name)


def test_new_player_gets_the_clubs_usual_public_name():
    club = ClubFactory.create()
    tournament = open_tournament(club=club)
    assert pair(tournament, "Ali Kaya", "Ece Demir").name == "Kaya – Demir"
    public_names.set_default_display(
        club=tournament.club, kind=NameDisplay.INITIAL, tournament=tournament, by=CONSOLE, at=NOW
    )
    entrant = pair(tournament, "Can Öz", "Su Ak")
    assert (entrant.name, entrant.real_name) == ("Can Ö. – Su A.", "Öz – Ak")
    assert names() == ["Kaya – Demir", "Can Ö. – Su A."]


def test_choice_persists_in_later_tournaments():
    club = ClubFactory.create()
    pair(open_tournament(club=club), "Ali Kaya", "Ece Demir", shown=(INITIAL,))
    again = pair(open_tournament(club=club), "Ali Kaya", "Can Öz")
    assert again.name == "Ali K. – Öz"
    assert Player.objects.count() == 3


def test_choice_applies_to_earlier_tournaments():
    club = ClubFactory.create()
    first = open_tournament(club=club)
    pair(first, "Ali Kaya", "Ece Demir")
    before = first.counter
    pair(
        open_tournament(club=club),
        "Ali Kaya",
        "Can Öz",
        shown=(HIDDEN, None),
    )
    first.refresh_from_db()
    assert names() == ["A. K. – Demir", "A. K. – Öz"]
    assert first.counter > before


@pytest.mark.parametrize("name", ["Kaya – Demir", "Kayalar", "Ali ile Ece", "KAYA Kardeşler"])
def test_pair_name_that_reveals_a_hidden_name_is_replaced(name):
    tournament = open_tournament()
    pair(tournament, "Ali Kaya", "Ece Demir", name=name)
    choose(tournament, Ali_Kaya=HIDDEN)
    assert names() == ["A. K. – Demir"]
    choose(tournament, Ali_Kaya=FULL)
    assert names() == [name]
    assert Entrant.objects.get().full_name == ""


def test_anonymized_player_has_only_a_placeholder():
    player = pair(open_tournament(), "Ali Kaya", "Ece Demir").players.get(name="Ali Kaya")
    for change in ({"anonymous_as": 1}, {"anonymous_as": 1, "name": "#2"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=player.pk).update(**change)
    Player.objects.filter(pk=player.pk).update(anonymous_as=17, name="#17")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=player.pk).update(name="Ali Kaya")


@pytest.mark.parametrize("name", ["Kartallar", "Ali ile Ece", "K. Yıldızları"])
def test_pair_name_that_reveals_nothing_stays(name):
    tournament = open_tournament()
    pair(tournament, "Ali Kaya", "Ece Demir", name=name)
    choose(tournament, Ali_Kaya=INITIAL)
    assert names() == [name]


def test_short_surname_within_another_word_stays():
    tournament = open_tournament()
    pair(tournament, "Ali Er", "Ece Demir", name="Erciyes")
    choose(tournament, Ali_Er=INITIAL)
    assert names() == ["Erciyes"]


def test_equal_initials_get_more_letters_or_else_a_number():
    tournament = open_tournament(kind="singles", stages=(StageSettings("tables", 1, 3),))
    for player in ("Ayşe Kaya", "Ayşe Kara", "Ayşe Kurt", "Ayşe Ko"):
        pair(tournament, player, name=player)
    choose(tournament, Ayşe_Kaya=INITIAL, Ayşe_Kara=INITIAL, Ayşe_Kurt=INITIAL, Ayşe_Ko=INITIAL)
    assert names() == ["Ayşe K.", "Ayşe Ka.", "Ayşe Ku.", "Ayşe K. (2)"]
    choose(tournament, Ayşe_Kaya=INITIAL)
    assert names() == ["Ayşe K.", "Ayşe Ka.", "Ayşe Ku.", "Ayşe K. (2)"]


def test_pairs_with_equal_initials_get_more_letters_or_else_a_number():
    tournament = open_tournament()
    for player, partner in (("Kaya", "Öz"), ("Koç", "Özer"), ("Kaya", "Özer")):
        pair(tournament, f"Ayşe {player}", f"Can {partner}", shown=(INITIAL, INITIAL))
    assert names() == ["Ayşe K. – Can Ö.", "Ayşe Ko. – Can Öz.", "Ayşe Ka. – Can Öz."]
    pair(tournament, "Ayşe Ki", "Can Öç", shown=(INITIAL, INITIAL))
    assert names()[-1] == "Ayşe K. – Can Ö. (2)"


def test_entry_list_rejects_duplicate_real_names():
    tournament = open_tournament()
    pair(tournament, "Ali Kaya", "Ece Demir", shown=(INITIAL, INITIAL))
    with pytest.raises(entry_list.EntrantNameTaken):
        pair(tournament, "Su Kaya", "Can Demir")


def test_entry_round_trip_changes_nothing():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir", shown=(INITIAL, HIDDEN))
    entry = entry_list.entry_of(entrant)
    assert (entry.name, entry.players) == ("Kaya – Demir", ("Ali Kaya", "Ece Demir"))
    assert entry.shown == (INITIAL, HIDDEN)
    before = names()
    entry_list.change_entrant(entrant=entrant, entry=entry, by=CONSOLE, at=NOW)
    assert names() == before


def test_choice_changes_with_the_entry():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir")
    changed = ListedEntrant("Kaya – Demir", ("Ali Kaya", "Ece Demir"), shown=(INITIAL, None))
    entry_list.change_entrant(entrant=entrant, entry=changed, by=CONSOLE, at=NOW)
    assert names() == ["Ali K. – Demir"]


def test_choice_for_an_anonymized_player_changes_nothing():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir")
    Player.objects.filter(name="Ali Kaya").update(anonymous_as=1, name="#1")
    choices = dict.fromkeys(entrant.players.order_by("pk"), INITIAL)
    with pytest.raises(public_names.NoNameLeft):
        public_names.choose_public_names(tournament=tournament, choices=choices, by=CONSOLE, at=NOW)
    assert not Player.objects.filter(shown=INITIAL).exists()


def test_log_has_choices_without_names():
    tournament = open_tournament()
    pair(tournament, "Ali Kaya", "Ece Demir")
    changed = choose(tournament, Ali_Kaya=INITIAL, Ece_Demir=FULL)
    assert [player.real_name for player in changed] == ["Ali Kaya"]
    row = LogRow.objects.get(action="public_names_changed")
    assert json.loads(row.after) == {"shown": [{"player": str(changed[0].public_id), "shown": "initial"}]}
    assert not LogRow.objects.filter(after__contains="Kaya").exists()
    choose(tournament, Ali_Kaya=INITIAL)
    assert LogRow.objects.filter(action="public_names_changed").count() == 1


def test_substitute_gets_the_usual_public_name_and_the_pair_is_renamed():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir", shown=(INITIAL, None))
    Tournament.objects.update(state=TournamentState.PLAYING)
    leaves = entrant.players.get(full_name="Ali Kaya")
    with pytest.raises(substitutes.PlaysAlready):
        substitutes.substitute(entrant=entrant, old_player=leaves, new_name="ALİ KAYA", by=CONSOLE, at=NOW)
    substitutes.substitute(entrant=entrant, old_player=leaves, new_name="Can Öz", by=CONSOLE, at=NOW)
    assert names() == ["Öz – Demir"]


def test_replaced_player_who_hides_their_name_is_removed_from_the_pair_name():
    tournament = open_tournament()
    entrant = pair(tournament, "Ali Kaya", "Ece Demir")
    Tournament.objects.update(state=TournamentState.PLAYING)
    leaves = entrant.players.get(name="Ali Kaya")
    substitutes.substitute(entrant=entrant, old_player=leaves, new_name="Can Öz", by=CONSOLE, at=NOW)
    assert names() == ["Kaya – Demir"]
    choose(tournament, Ali_Kaya=INITIAL)
    assert names() == ["Öz – Demir"]
    choose(tournament, Ali_Kaya=FULL)
    assert names() == ["Kaya – Demir"]


def test_showing_all_alike_runs_a_constant_number_of_queries():
    query_counts = []
    for pairs in (2, 60):
        tournament = open_tournament(pairs=pairs, club=ClubFactory.create())
        players = list(Player.objects.filter(entrants__tournament=tournament).order_by("pk"))
        with CaptureQueriesContext(connection) as statements:
            public_names.choose_public_names(
                tournament=tournament, choices=dict.fromkeys(players, INITIAL), by=CONSOLE, at=NOW
            )
        query_counts.append(len(statements))
    assert query_counts[0] == query_counts[1]


def test_entrants_get_public_names_on_entering():
    tournament = open_tournament()
    enter_pairs(tournament, 3)
    assert names() == ["Takım 1", "Takım 2", "Takım 3"]
