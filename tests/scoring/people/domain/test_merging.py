"""Two who are one person are joined, and parted again; nothing that was played is touched."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Entry, EntrySeat
from scoring.people.domain import anonymization, merging
from scoring.statistics.player_statistics import read_player
from tests.factories import NOW, ClubFactory, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.kept import kept
from tests.scoring.people.domain.test_anonymization import every_text
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameShown
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Entrant, EntrantPlayer, LogRow, Player
from tournaments.people.domain import merging as domain
from tournaments.people.domain import public_names, renaming
from tournaments.people.domain.merging import NotJoined, OfAnotherClub, OnePersonAlready, TwoPeople
from tournaments.people.domain.public_names import NoNameLeft, Shown
from tournaments.play import substitutes
from tournaments.play.substitutes import PlaysAlready

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@kept
def club() -> Club:
    return ClubFactory.create()


@kept
def encounters(club: Club) -> list[Encounter]:
    """The first encounters of two tournaments, one hand played in each, once as Ayşe Işık1, once misspelt."""
    drawn = [drawn_tournament(club=club, pairs=4, groups=1) for _tournament in range(2)]
    second = drawn[1].entrants.get(number=1)
    leaves = second.players.get(name="Ayşe Işık1")
    substitutes.substitute(entrant=second, leaves=leaves, comes="Ayse Isik", by=CONSOLE, at=NOW)
    found = [first_of(tournament) for tournament in drawn]
    for encounter in found:
        play_hand(encounter)
    return found


@pytest.fixture
def person(encounters) -> Player:
    return Player.objects.get(name="Ayşe Işık1")


@pytest.fixture
def misspelt(encounters) -> Player:
    return Player.objects.get(name="Ayse Isik")


def first_of(tournament) -> Encounter:
    own = tournament.entrants.get(number=1)
    return next(one for one in encounters_of(tournament) if own in [side.entrant for side in one.sides.all()])


def join(alias: Player, person: Player) -> domain.Joined:
    return merging.join(alias=alias, person=person, by=CONSOLE, at=NOW)


def part(alias: Player) -> domain.Joined:
    return domain.part(alias=alias, by=CONSOLE, at=NOW)


def ledger() -> list[object]:
    """Everything that joining may not touch."""
    seats = EntrySeat.objects.order_by("pk").values()
    rows = Entry.objects.order_by("pk").values(), EntrantPlayer.objects.order_by("pk").values()
    return [list(one) for one in (seats, *rows)]


def hands(player: Player) -> tuple[int, int]:
    """How many tournaments and hands his page tells."""
    view = read_player(player.public_id)
    return len(view.appearances), view.hands


def test_what_was_played_counts_for_one_and_no_row_of_it_is_touched(person, misspelt, encounters):
    before, keys = ledger(), [one.public_id for one in (person, misspelt)]
    assert (hands(person), hands(misspelt)) == ((1, 1), (1, 1))
    done = join(misspelt, person)
    assert ledger() == before
    assert [one.public_id for one in (done.person, done.alias)] == keys
    assert (done.name, done.alias.name, done.alias.own_name) == ("Ayse Isik", "Ayşe Işık1", "Ayse Isik")
    assert hands(person) == (2, 2)
    assert {one.partners[0].name for one in read_player(person.public_id).appearances} == {"Can Öz1"}
    partner = Player.objects.get(name="Can Öz1")
    (beside,) = read_player(partner.public_id).beside
    assert (beside.opponent, beside.record.hands) == (person, 2)
    assert part(misspelt).name == "Ayse Isik"
    assert ledger() == before
    assert (hands(person), hands(misspelt)) == ((1, 1), (1, 1))
    misspelt.refresh_from_db()
    assert (misspelt.name, misspelt.own_name, misspelt.same_as) == ("Ayse Isik", "", None)
    told = LogRow.objects.filter(subject=misspelt.public_id).order_by("pk")
    assert list(told.values_list("action", flat=True)) == ["players_joined", "players_parted"]


def test_a_pair_called_by_its_players_is_called_anew_and_as_before_when_they_are_parted(club):
    for name, (first, second) in {
        "Kaya – Demir": ("Ali Kaya", "Ece Demir"),
        "Kya – Öz": ("Ali Kya", "Can Öz"),
    }.items():
        entry_list.add_entrant(
            tournament=open_tournament(club=club), name=name, players=(first, second), by=CONSOLE, at=NOW
        )
    alias, person = (Player.objects.get(name=name) for name in ("Ali Kya", "Ali Kaya"))
    assert [(one.before, one.after) for one in join(alias, person).pairs] == [("Kya – Öz", "Kaya – Öz")]
    assert Entrant.objects.get(players=alias).name == "Kaya – Öz"
    part(alias)
    assert Entrant.objects.get(players=alias).name == "Kya – Öz"


def test_who_sat_in_one_hand_or_plays_twice_in_a_tournament_is_two(person, misspelt, encounters):
    partner = Player.objects.get(name="Can Öz1")
    with pytest.raises(TwoPeople):
        join(partner, person)
    own = encounters[1].stage.tournament.entrants.get(number=1)
    substitutes.substitute(entrant=own, leaves=partner, comes="Deniz Ak", by=CONSOLE, at=NOW)
    with pytest.raises(TwoPeople):
        merging.join(alias=misspelt, person=partner, by=CONSOLE, at=NOW)
    with pytest.raises(TwoPeople):
        join(Player.objects.get(name="Deniz Ak"), misspelt)


def test_who_was_replaced_by_himself_under_another_spelling_is_one(person, encounters):
    own = encounters[0].stage.tournament.entrants.get(number=1)
    again = substitutes.substitute(entrant=own, leaves=person, comes="Ayşe Işik", by=CONSOLE, at=NOW)
    play_hand(encounters[0])
    join(person, again)
    assert hands(again) == (1, 2)


def test_nobody_is_an_aliass_alias(club, person, misspelt):
    third, fourth = (Player.objects.create(club=club, name=name) for name in ("Ayşe Isık", "Ayşe Işıkk"))
    join(third, misspelt)
    join(misspelt, person)
    assert set(Player.objects.filter(same_as=person)) == {third, misspelt}
    join(fourth, third)
    assert set(Player.objects.of_person(Player.objects.get(pk=misspelt.pk))) == {
        person,
        misspelt,
        third,
        fourth,
    }
    for one, other in ((person, third), (third, fourth), (person, person)):
        with pytest.raises(OnePersonAlready):
            join(one, other)
    part(third)
    third.refresh_from_db()
    assert third.name == "Ayşe Isık"
    with pytest.raises(NotJoined):
        part(third)


def test_the_database_keeps_an_alias_from_being_his_own(person):
    for wrong in ({"same_as": person, "own_name": "X"}, {"own_name": "X"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=person.pk).update(**wrong)


def test_people_of_two_clubs_are_not_joined(person):
    stranger = Player.objects.create(club=ClubFactory.create(), name="Ayşe Işık")
    with pytest.raises(OfAnotherClub):
        join(stranger, person)


def test_a_name_and_a_choice_hold_for_the_aliases_too(person, misspelt, encounters):
    tournament = encounters[0].stage.tournament
    join(misspelt, person)
    renaming.rename(player=misspelt, name="Ayşe Işıklı", by=CONSOLE, at=NOW)
    public_names.choose(
        tournament=tournament,
        choices={Player.objects.get(pk=person.pk): Shown(NameShown.INITIAL)},
        by=CONSOLE,
        at=NOW,
    )
    for one in (person, misspelt):
        one.refresh_from_db()
        assert (one.name, one.full_name) == ("Ayşe I.", "Ayşe Işıklı")
    part(misspelt)
    misspelt.refresh_from_db()
    assert (misspelt.name, misspelt.full_name) == ("Ayse I.", "Ayse Isik")


@pytest.mark.parametrize("hides", ["person", "misspelt"])
def test_of_two_choices_the_one_that_tells_less_holds(person, misspelt, encounters, hides):
    whose = {"person": person, "misspelt": misspelt}[hides]
    public_names.choose(
        tournament=encounters[0].stage.tournament,
        choices={whose: Shown(NameShown.ALIAS, "Bora")},
        by=CONSOLE,
        at=NOW,
    )
    join(misspelt, person)
    for one in (person, misspelt):
        one.refresh_from_db()
        assert (one.name, one.full_name) == ("Bora", "Ayşe Işık1")


def test_who_enters_under_the_aliass_name_is_the_person(club, person, misspelt):
    join(misspelt, person)
    later = open_tournament(club=club)
    entrant = entry_list.add_entrant(
        tournament=later, name="Isik – Öz", players=("Ayse Isik", "Can Öz1"), by=CONSOLE, at=NOW
    )
    assert person in entrant.players.all()
    again = entry_list.add_entrant(
        tournament=later, name="Öz – Isik", players=("Su Öz", "Ayse Isik"), by=CONSOLE, at=NOW
    )
    assert not again.players.filter(pk__in=[person.pk, misspelt.pk]).exists()


def test_nobody_substitutes_under_an_aliass_name_where_he_plays(person, misspelt, encounters):
    join(misspelt, person)
    own = encounters[0].stage.tournament.entrants.get(number=1)
    partner = Player.objects.get(name="Can Öz1")
    with pytest.raises(PlaysAlready):
        substitutes.substitute(entrant=own, leaves=partner, comes="Ayse Isik", by=CONSOLE, at=NOW)


@pytest.mark.parametrize("asked", ["person", "misspelt"])
def test_made_anonymous_is_who_he_is_with_every_alias_and_every_former_name(person, misspelt, asked):
    join(misspelt, person)
    renaming.rename(player=person, name="Şükran Taşçıoğlu", by=CONSOLE, at=NOW)
    renaming.rename(player=person, name="Ayşe Işıklı", by=CONSOLE, at=NOW)
    before = list(Entry.objects.order_by("pk").values_list("hash", flat=True))
    anonymization.make_anonymous(player={"person": person, "misspelt": misspelt}[asked], by=CONSOLE, at=NOW)
    said = every_text()
    for name in ("Işıklı", "Taşçıoğlu", "Şükran", "Ayse Isik", "Ayşe Işık1"):
        assert f"{name}'" not in said
        assert f'{name}"' not in said
    for one in (person, misspelt):
        one.refresh_from_db()
        assert (one.anonymous_as is not None, one.same_as, one.own_name) == (True, None, "")
    assert list(Entry.objects.order_by("pk").values_list("hash", flat=True)) == before
    with pytest.raises(NoNameLeft):
        join(misspelt, Player.objects.get(name="Can Öz1"))
