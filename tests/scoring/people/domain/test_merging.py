from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Entry, EntrySeat
from scoring.people import domain
from scoring.statistics.player_statistics import read_player
from tests.factories import NOW, ClubFactory, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.module_fixtures import module_fixture
from tests.scoring.people.domain.test_anonymization import every_text
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Entrant, EntrantPlayer, LogRow, Player
from tournaments.people.domain import merging, public_names, renaming
from tournaments.people.domain.merging import AlreadyMerged, DifferentPeople, NotAnAlias, OfAnotherClub
from tournaments.people.domain.public_names import NoNameLeft
from tournaments.play import substitutes
from tournaments.play.substitutes import PlaysAlready

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def club() -> Club:
    return ClubFactory.create()


@module_fixture
def encounters(club: Club) -> list[Encounter]:
    """First encounters of two tournaments with one hand each: by Ayşe Işık1 and her misspelling."""
    tournaments = [drawn_tournament(club=club, pairs=4, groups=1) for _tournament in range(2)]
    second = tournaments[1].entrants.get(number=1)
    leaves = second.players.get(name="Ayşe Işık1")
    substitutes.substitute(entrant=second, old_player=leaves, new_name="Ayse Isik", by=CONSOLE, at=NOW)
    firsts = [first_of(tournament) for tournament in tournaments]
    for encounter in firsts:
        play_hand(encounter)
    return firsts


@pytest.fixture
def person(encounters) -> Player:
    return Player.objects.get(name="Ayşe Işık1")


@pytest.fixture
def misspelt_person(encounters) -> Player:
    return Player.objects.get(name="Ayse Isik")


def first_of(tournament) -> Encounter:
    entrant = tournament.entrants.get(number=1)
    return next(
        encounter
        for encounter in encounters_of(tournament)
        if entrant in [side.entrant for side in encounter.sides.all()]
    )


def join(alias: Player, person: Player) -> merging.MergeResult:
    return domain.merge(alias=alias, person=person, by=CONSOLE, at=NOW)


def part(alias: Player) -> merging.MergeResult:
    return merging.unmerge(alias=alias, by=CONSOLE, at=NOW)


def ledger() -> list[object]:
    seats = EntrySeat.objects.order_by("pk").values()
    rows = Entry.objects.order_by("pk").values(), EntrantPlayer.objects.order_by("pk").values()
    return [list(table_rows) for table_rows in (seats, *rows)]


def hands(player: Player) -> tuple[int, int]:
    view = read_player(player.public_id)
    return len(view.appearances), view.hands


def test_merged_play_counts_for_one_person_and_its_rows_stay(person, misspelt_person, encounters):
    before, keys = ledger(), [identity.public_id for identity in (person, misspelt_person)]
    assert (hands(person), hands(misspelt_person)) == ((1, 1), (1, 1))
    done = join(misspelt_person, person)
    assert ledger() == before
    assert [identity.public_id for identity in (done.person, done.alias)] == keys
    assert (done.name, done.alias.name, done.alias.own_name) == ("Ayse Isik", "Ayşe Işık1", "Ayse Isik")
    assert hands(person) == (2, 2)
    assert {appearance.partners[0].name for appearance in read_player(person.public_id).appearances} == {
        "Can Öz1"
    }
    partner = Player.objects.get(name="Can Öz1")
    (beside,) = read_player(partner.public_id).partner_records
    assert (beside.opponent, beside.record.hands) == (person, 2)
    assert part(misspelt_person).name == "Ayse Isik"
    assert ledger() == before
    assert (hands(person), hands(misspelt_person)) == ((1, 1), (1, 1))
    misspelt_person.refresh_from_db()
    assert (misspelt_person.name, misspelt_person.own_name, misspelt_person.same_as) == (
        "Ayse Isik",
        "",
        None,
    )
    log_rows = LogRow.objects.filter(subject=misspelt_person.public_id).order_by("pk")
    assert list(log_rows.values_list("action", flat=True)) == ["players_merged", "players_split"]


def test_pair_named_by_players_is_renamed_and_restored(club):
    for name, (first, second) in {
        "Kaya – Demir": ("Ali Kaya", "Ece Demir"),
        "Kya – Öz": ("Ali Kya", "Can Öz"),
    }.items():
        entry_list.add_entrant(
            tournament=open_tournament(club=club), name=name, players=(first, second), by=CONSOLE, at=NOW
        )
    alias, person = (Player.objects.get(name=name) for name in ("Ali Kya", "Ali Kaya"))
    assert [(pair.before, pair.after) for pair in join(alias, person).pairs] == [("Kya – Öz", "Kaya – Öz")]
    assert Entrant.objects.get(players=alias).name == "Kaya – Öz"
    part(alias)
    assert Entrant.objects.get(players=alias).name == "Kya – Öz"


def test_merge_is_refused_for_people_in_one_hand_or_tournament(person, misspelt_person, encounters):
    partner = Player.objects.get(name="Can Öz1")
    with pytest.raises(DifferentPeople):
        join(partner, person)
    entrant = encounters[1].stage.tournament.entrants.get(number=1)
    substitutes.substitute(entrant=entrant, old_player=partner, new_name="Deniz Ak", by=CONSOLE, at=NOW)
    with pytest.raises(DifferentPeople):
        domain.merge(alias=misspelt_person, person=partner, by=CONSOLE, at=NOW)
    with pytest.raises(DifferentPeople):
        join(Player.objects.get(name="Deniz Ak"), misspelt_person)


def test_self_substitution_under_another_spelling_can_be_merged(person, encounters):
    entrant = encounters[0].stage.tournament.entrants.get(number=1)
    again = substitutes.substitute(
        entrant=entrant, old_player=person, new_name="Ayşe Işik", by=CONSOLE, at=NOW
    )
    play_hand(encounters[0])
    join(person, again)
    assert hands(again) == (1, 2)


def test_alias_of_an_alias_is_refused(club, person, misspelt_person):
    third, fourth = (Player.objects.create(club=club, name=name) for name in ("Ayşe Isık", "Ayşe Işıkk"))
    join(third, misspelt_person)
    join(misspelt_person, person)
    assert set(Player.objects.filter(same_as=person)) == {third, misspelt_person}
    join(fourth, third)
    assert set(Player.objects.of_person(Player.objects.get(pk=misspelt_person.pk))) == {
        person,
        misspelt_person,
        third,
        fourth,
    }
    for first, second in ((person, third), (third, fourth), (person, person)):
        with pytest.raises(AlreadyMerged):
            join(first, second)
    part(third)
    third.refresh_from_db()
    assert third.name == "Ayşe Isık"
    with pytest.raises(NotAnAlias):
        part(third)


def test_database_rejects_a_self_alias(person):
    for wrong in ({"same_as": person, "own_name": "X"}, {"own_name": "X"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=person.pk).update(**wrong)


def test_people_of_two_clubs_cannot_be_merged(person):
    stranger = Player.objects.create(club=ClubFactory.create(), name="Ayşe Işık")
    with pytest.raises(OfAnotherClub):
        join(stranger, person)


def test_name_and_choice_apply_to_aliases(person, misspelt_person, encounters):
    tournament = encounters[0].stage.tournament
    join(misspelt_person, person)
    renaming.rename_person(player=misspelt_person, name="Ayşe Işıklı", by=CONSOLE, at=NOW)
    public_names.choose_public_names(
        tournament=tournament,
        choices={Player.objects.get(pk=person.pk): NameDisplay.INITIAL},
        by=CONSOLE,
        at=NOW,
    )
    for identity in (person, misspelt_person):
        identity.refresh_from_db()
        assert (identity.name, identity.full_name) == ("Ayşe I.", "Ayşe Işıklı")
    part(misspelt_person)
    misspelt_person.refresh_from_db()
    assert (misspelt_person.name, misspelt_person.full_name) == ("Ayse I.", "Ayse Isik")


@pytest.mark.parametrize("hides", ["person", "misspelt"])
def test_stricter_choice_applies_after_the_merge(person, misspelt_person, encounters, hides):
    hidden_person = {"person": person, "misspelt": misspelt_person}[hides]
    public_names.choose_public_names(
        tournament=encounters[0].stage.tournament,
        choices={hidden_person: NameDisplay.HIDDEN},
        by=CONSOLE,
        at=NOW,
    )
    join(misspelt_person, person)
    for identity in (person, misspelt_person):
        identity.refresh_from_db()
        assert (identity.name, identity.full_name) == ("A. I.", "Ayşe Işık1")


def test_entry_under_an_alias_is_the_person(club, person, misspelt_person):
    join(misspelt_person, person)
    later = open_tournament(club=club)
    entrant = entry_list.add_entrant(
        tournament=later, name="Isik – Öz", players=("Ayse Isik", "Can Öz1"), by=CONSOLE, at=NOW
    )
    assert person in entrant.players.all()
    again = entry_list.add_entrant(
        tournament=later, name="Öz – Isik", players=("Su Öz", "Ayse Isik"), by=CONSOLE, at=NOW
    )
    assert not again.players.filter(pk__in=[person.pk, misspelt_person.pk]).exists()


def test_substitution_under_an_alias_of_a_player_is_refused(person, misspelt_person, encounters):
    join(misspelt_person, person)
    entrant = encounters[0].stage.tournament.entrants.get(number=1)
    partner = Player.objects.get(name="Can Öz1")
    with pytest.raises(PlaysAlready):
        substitutes.substitute(entrant=entrant, old_player=partner, new_name="Ayse Isik", by=CONSOLE, at=NOW)


@pytest.mark.parametrize("name_of_player", ["person", "misspelt"])
def test_anonymizing_covers_every_alias_and_former_name(person, misspelt_person, name_of_player):
    join(misspelt_person, person)
    renaming.rename_person(player=person, name="Şükran Taşçıoğlu", by=CONSOLE, at=NOW)
    renaming.rename_person(player=person, name="Ayşe Işıklı", by=CONSOLE, at=NOW)
    before = list(Entry.objects.order_by("pk").values_list("hash", flat=True))
    domain.make_anonymous(
        player={"person": person, "misspelt": misspelt_person}[name_of_player], by=CONSOLE, at=NOW
    )
    stored_texts = every_text()
    for name in ("Işıklı", "Taşçıoğlu", "Şükran", "Ayse Isik", "Ayşe Işık1"):
        assert f"{name}'" not in stored_texts
        assert f'{name}"' not in stored_texts
    for identity in (person, misspelt_person):
        identity.refresh_from_db()
        assert (identity.anonymous_as is not None, identity.same_as, identity.own_name) == (True, None, "")
    assert list(Entry.objects.order_by("pk").values_list("hash", flat=True)) == before
    with pytest.raises(NoNameLeft):
        join(misspelt_person, Player.objects.get(name="Can Öz1"))
