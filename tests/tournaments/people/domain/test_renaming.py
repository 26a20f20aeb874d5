from __future__ import annotations

import json

import pytest

from scoring.models import Entry
from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.module_fixtures import module_fixture
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, LogRow, Player, Tournament
from tournaments.people.domain import public_names, renaming
from tournaments.people.domain.public_names import NoNameLeft
from tournaments.people.domain.renaming import NameUnreadable
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.refusals import PhoneInName
from tournaments.stages.stage_settings import StageSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return open_tournament()


@module_fixture
def entrant(tournament: Tournament) -> Entrant:
    return pair(tournament, "Ayse Kaya", "Ece Demir")


def pair(tournament: Tournament, *players: str, name: str = "") -> Entrant:
    called = name or " – ".join(player.split()[-1] for player in players)
    return entry_list.add_entrant(tournament=tournament, name=called, players=players, by=CONSOLE, at=NOW)


def player(name: str) -> Player:
    return Player.objects.with_real_name(name).get()


def rename(name: str, to: str) -> renaming.RenamedPerson:
    return renaming.rename_person(player=player(name), name=to, by=CONSOLE, at=NOW)


def entrant_names() -> list[tuple[str, str]]:
    return list(Entrant.objects.order_by("pk").values_list("name", "full_name"))


def test_person_and_pairs_are_renamed_everywhere_and_logged_with_both_names(tournament, entrant):
    other = pair(open_tournament(club=tournament.club), "Can Öz", "Ayse Kaya")
    own = pair(open_tournament(club=tournament.club), "Su Ak", "Ayse Kaya", name="Kartallar")
    key, before = player("Ayse Kaya").public_id, Tournament.objects.get(pk=tournament.pk).counter
    done = rename("Ayse Kaya", "  Ayşe   Kayalar ")
    assert (done.person.public_id, done.before, done.person.name) == (key, "Ayse Kaya", "Ayşe Kayalar")
    assert [(renamed_pair.before, renamed_pair.after) for renamed_pair in done.pairs] == [
        ("Kaya – Demir", "Kayalar – Demir"),
        ("Öz – Kaya", "Öz – Kayalar"),
    ]
    assert [Entrant.objects.get(pk=renamed_pair.pk).name for renamed_pair in (entrant, other, own)] == [
        "Kayalar – Demir",
        "Öz – Kayalar",
        "Kartallar",
    ]
    assert Tournament.objects.get(pk=tournament.pk).counter > before
    row = LogRow.objects.get(action="player_renamed")
    assert (row.subject, row.club_id) == (str(key), tournament.club_id)
    assert [json.loads(text)["name"] for text in (row.before, row.after)] == ["Ayse Kaya", "Ayşe Kayalar"]


def test_corrected_word_is_replaced_in_a_custom_pair_name(tournament):
    entrant = pair(tournament, "Sukru Ak", "Su Er", name="Sukru & Su")
    rename("Sukru Ak", "Şükrü Ak")
    entrant.refresh_from_db()
    assert entrant.name == "Şükrü & Su"


@pytest.mark.parametrize("entered_as", ["Ayse – Can Uz", "Uz – Uz"])
@pytest.mark.parametrize(
    ("to", "called"), [("Ayşe Uz", "Ayşe – Can Uz"), ("Ayşe Nur Öz", "Öz – Uz"), ("Uz", "Uz – Uz")]
)
def test_pair_with_a_shared_surname_is_renamed(tournament, entered_as, to, called):
    entrant = pair(tournament, "Ayse Uz", "Can Uz", name=entered_as)
    rename("Ayse Uz", to)
    entrant.refresh_from_db()
    assert entrant.name == called


def test_entrant_in_singles_is_renamed(tournament):
    singles = open_tournament(club=tournament.club, kind="singles", stages=(StageSettings("tables", 1, 3),))
    pair(singles, "Ali Kaya", name="Ali Kaya")
    second = pair(singles, "Ali Kara", name="Ali Kara")
    rename("Ali Kara", "Ali Kaya")
    second.refresh_from_db()
    assert (second.name, second.real_name) == ("Ali Kaya (2)", "Ali Kaya")


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        (NameDisplay.INITIAL, "Ayşe T."),
        (NameDisplay.HIDDEN, "A. T."),
        (NameDisplay.FULL, "Ayşe Taş"),
    ],
)
def test_public_name_follows_the_choice(tournament, entrant, shown, read):
    public_names.choose_public_names(
        tournament=tournament, choices={player("Ayse Kaya"): shown}, by=CONSOLE, at=NOW
    )
    person = rename("Ayse Kaya", "Ayşe Taş").person
    assert (person.public_name, person.real_name) == (read, "Ayşe Taş")
    entrant.refresh_from_db()
    assert entrant.real_name == "Taş – Demir"
    assert entrant.name == ("Taş – Demir" if shown == NameDisplay.FULL else f"{read} – Demir")


def test_renaming_after_the_draw_changes_only_names():
    tournament = drawn_tournament(pairs=4, groups=1)
    play_hand(encounters_of(tournament)[0])
    seals = list(Entry.objects.order_by("pk").values())
    rename("Ayşe Işık1", "Ayşe Işıklı")
    assert player("Ayşe Işıklı").entrants.get().tournament == tournament
    assert list(Entry.objects.order_by("pk").values()) == seals
    play_hand(encounters_of(tournament)[0])


@pytest.mark.parametrize("typed", ["", "  ", "x" * 81, "\u200b"])
def test_invalid_name_is_rejected(entrant, typed):
    with pytest.raises(NameUnreadable):
        rename("Ayse Kaya", typed)


def test_name_with_a_phone_number_is_rejected(entrant):
    with pytest.raises(PhoneInName):
        rename("Ayse Kaya", "Ayşe Kaya 0532 111 22 33")


def test_same_name_changes_nothing_and_anonymized_player_stays_nameless(entrant):
    assert rename("Ayse Kaya", "Ayse Kaya").pairs == ()
    assert not LogRow.objects.filter(action="player_renamed").exists()
    Player.objects.filter(name="Ayse Kaya").update(name="#1", anonymous_as=1)
    with pytest.raises(NoNameLeft):
        renaming.rename_person(player=Player.objects.get(anonymous_as=1), name="Ayşe", by=CONSOLE, at=NOW)


def test_pair_name_that_would_be_too_long_stays(tournament):
    entrant = pair(tournament, "Ali Kaya", f"Ece {'x' * 70}")
    rename("Ali Kaya", f"Ali {'y' * 60}")
    entrant.refresh_from_db()
    assert entrant.name.startswith("Kaya – x")


def test_correction_on_the_entry_list_creates_no_second_person(tournament, entrant):
    key = player("Ayse Kaya").public_id
    corrected = ListedEntrant("Demir – Kaya", ("Ayşe Kara", "Ece Demir"), answers={1: key})
    entry_list.change_entrant(entrant=entrant, entry=corrected, by=CONSOLE, at=NOW)
    assert player("Ayşe Kara").public_id == key
    assert not Player.objects.with_real_name("Ayse Kaya").exists()
    assert entrant_names() == [("Demir – Kaya", "")]
    assert {row.action for row in LogRow.objects.all()} >= {"player_renamed", "entrant_changed"}


def test_renamed_pair_keeps_apart_from_one_with_the_same_surnames(tournament):
    pair(tournament, "Ali Yılmaz", "Ece Kaya", name="Yılmaz – Kaya")
    second = pair(tournament, "Can Yilmaz", "Su Kaya", name="Yilmaz – Kaya")
    for old, new in (("Can Yilmaz", "Can Yılmaz"), ("Su Kaya", "Suna Kaya")):
        rename(old, new)
    second.refresh_from_db()
    assert (second.name, second.full_name) == ("Can Yılmaz – Suna Kaya", "")
