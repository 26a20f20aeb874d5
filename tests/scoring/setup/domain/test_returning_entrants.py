from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from rules.games.okey101.switches import PartnerCancels
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain.amendments import change_rules
from scoring.people import domain
from scoring.setup.domain.new_tournaments import blueprint_of, create_tournament
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    enter_pairs,
    keep_codes,
    open_tournament,
    play_hand,
)
from tournaments.entrants.domain import entry_list
from tournaments.entrants.domain.entry_list import EntryListFull
from tournaments.entrants.domain.returning_entrants import returning_entrants
from tournaments.enums import EntrantState, TournamentState, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, LogRow, Player, SignUp, Table, Tournament
from tournaments.people.domain import merging, renaming
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.signup.domain.terms import Terms, set_terms, terms_of
from tournaments.tables.domain import table_changes

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 28)


def clone_evening(tournament: Tournament, *, with_entrants: bool = True) -> Tournament:
    settings = replace(settings_of(tournament), name="Güz Kupası, 28 Kasım", first_day=DAY, last_day=DAY)
    coming = [member.entrant.public_id for member in returning_entrants(tournament)]
    return create_tournament(
        blueprint=blueprint_of(tournament, at=NOW),
        settings=settings,
        returning=coming if with_entrants else (),
        by=CONSOLE,
        at=NOW,
    )


def entries_of(tournament: Tournament) -> list[ListedEntrant]:
    return [member.entry for member in returning_entrants(tournament)]


def people_of(tournament: Tournament) -> list[list[int]]:
    return [
        [row.player_id for row in entrant.roster.order_by("place")]
        for entrant in tournament.entrants.order_by("number")
    ]


def enter(tournament: Tournament, *names: tuple[str, str], **more: Any) -> list[Entrant]:
    entered = [ListedEntrant(f"{first} ve {second}", (first, second), **more) for first, second in names]
    return entry_list.add_entrants(tournament=tournament, entries=entered, by=CONSOLE, at=NOW)


def test_clone_has_the_same_setup_with_new_name_and_days():
    first = drawn_tournament(pairs=6, groups=2, tables=3, agreement="hand", protest_minutes=7)
    play_hand(encounters_of(first)[0])
    clone = clone_evening(first)
    original, cloned = settings_of(first), settings_of(clone)
    assert (cloned.name, cloned.first_day, cloned.last_day) == ("Güz Kupası, 28 Kasım", DAY, DAY)
    assert replace(original, name=cloned.name, first_day=DAY, last_day=DAY) == cloned
    assert clone.rule_book == first.rule_book
    assert (clone.visibility, clone.state, clone.club) == (Visibility.DRAFT, TournamentState.OPEN, first.club)


def test_sign_up_terms_are_copied_but_not_open():
    first = open_tournament(pairs=2)
    terms = Terms(True, NOW, 12, True, "200 lira", ("Kaçta gelirsiniz?",), "Okudum.", 10, True)
    set_terms(tournament=first, terms=terms, by=CONSOLE, at=NOW)
    assert terms_of(clone_evening(first)) == replace(terms, is_open=False, closes_at=None)
    assert not SignUp.objects.filter(tournament=clone_evening(open_tournament(pairs=2))).exists()


def test_changed_rules_are_copied():
    first = open_tournament()
    rules = replace(rules_of(first.rule_book), partner_cancels=PartnerCancels.NOTHING)
    change_rules(tournament=first, rules=rules, by=CONSOLE, at=NOW)
    first.refresh_from_db()
    assert rules_of(clone_evening(first).rule_book) == rules


def test_play_and_codes_are_not_copied():
    first = drawn_tournament(pairs=6, groups=2)
    keep_codes(first)
    clone = clone_evening(first)
    assert not encounters_of(clone)
    assert not clone.stages.exclude(drawn_at=None).exists()
    assert not clone.codes_kept
    tokens = [{table.links.get().token for table in tournament.tables.all()} for tournament in (first, clone)]
    assert tokens[0].isdisjoint(tokens[1])


def test_closed_table_is_open_in_the_clone():
    first = drawn_tournament(pairs=6, groups=2, tables=3)
    table_changes.close_table(table=first.tables.get(number=3), continue_at=None, by=CONSOLE, at=NOW)
    assert Table.objects.filter(tournament=clone_evening(first)).open().count() == 3


def test_entry_list_has_the_same_people_in_the_same_order():
    first = open_tournament()
    enter(first, ("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak"), club="Yan kulüp", rating=1500, seed=1, pot=2)
    clone = clone_evening(first)
    assert people_of(clone) == people_of(first)
    rows = [
        (entrant.name, entrant.number, entrant.club_name, entrant.rating, entrant.seed, entrant.pot)
        for entrant in clone.entrants.all()
    ]
    assert sorted(rows) == [
        ("Ali Kaya ve Ece Demir", 1, "Yan kulüp", 1500, None, None),
        ("Can Öz ve Su Ak", 2, "Yan kulüp", 1500, None, None),
    ]
    assert Player.objects.count() == 4


def test_withdrawn_entrants_are_left_out():
    first = open_tournament(pairs=3)
    withdrawn = first.entrants.get(number=2)
    Entrant.objects.filter(pk=withdrawn.pk).update(state=EntrantState.WITHDRAWN, left_at=NOW)
    clone = clone_evening(first)
    assert [entrant.number for entrant in clone.entrants.order_by("number")] == [1, 2]
    assert people_of(clone) == [people_of(first)[0], people_of(first)[2]]


def test_pair_with_an_anonymous_player_is_left_out():
    first = open_tournament(pairs=3)
    player = first.entrants.get(number=1).players.order_by("pk")[0]
    domain.make_anonymous(player=player, tournament=first, by=CONSOLE, at=NOW)
    clone = clone_evening(first)
    assert people_of(clone) == people_of(first)[1:]


def test_merged_person_is_entered_under_the_main_record():
    first = open_tournament(pairs=1)
    alias = first.entrants.get().players.order_by("pk")[0]
    other = open_tournament(club=first.club)
    enter(other, ("Ayşe Işık", "Su Ak"))
    person = other.entrants.get().players.get(name="Ayşe Işık")
    merging.merge(alias=alias, person=person, by=CONSOLE, at=NOW, shared_tournaments=[])
    clone = clone_evening(first)
    assert people_of(clone)[0][0] == person.pk


def test_nobody_is_entered_twice():
    first = open_tournament()
    enter(first, ("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak"))
    first_entrant, second_entrant = first.entrants.order_by("number")
    second_entrant.roster.filter(place=1).update(player=first_entrant.roster.get(place=1).player_id)
    assert [entry.name for entry in entries_of(first)] == ["Ali Kaya ve Ece Demir"]


def test_entrants_with_equal_names_are_distinguished():
    first = open_tournament(stages=LEAGUE)
    enter(first, ("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak"))
    Entrant.objects.filter(number=2).update(full_name="Ali Kaya ve Ece Demir")
    assert [entry.name for entry in entries_of(first)] == [
        "Ali Kaya ve Ece Demir",
        "Ali Kaya ve Ece Demir (2)",
    ]


def test_corrected_name_is_used():
    first = open_tournament()
    enter(first, ("Ali Kaya", "Ece Demir"))
    player = Player.objects.get(name="Ali Kaya")
    renaming.rename_person(player=player, name="Ali Kayalı", by=CONSOLE, at=NOW, tournament=first)
    assert entries_of(first)[0].players == ("Ali Kayalı", "Ece Demir")


def test_clone_can_start_with_an_empty_list():
    first = open_tournament(pairs=3)
    assert not clone_evening(first, with_entrants=False).entrants.exists()
    assert not clone_evening(open_tournament()).entrants.exists()


def test_log_names_the_cloned_tournament():
    first = open_tournament(pairs=2)
    clone = clone_evening(first)
    rows = list(LogRow.objects.filter(tournament=clone).order_by("pk"))
    assert [row.action for row in rows] == ["tournament_created", "entrant_added", "entrant_added"]
    assert str(first.public_id) in rows[0].after


def test_refused_list_stores_nothing(monkeypatch):
    first = open_tournament(pairs=3)
    monkeypatch.setattr(entry_list, "MOST_ENTRANTS", 2)
    before = Tournament.objects.count()
    with pytest.raises(EntryListFull):
        clone_evening(first)
    assert Tournament.objects.count() == before


@pytest.mark.parametrize("pairs", [1, 30])
def test_list_is_read_with_two_queries(pairs, django_assert_num_queries):
    first = open_tournament()
    enter_pairs(first, pairs)
    with django_assert_num_queries(2):
        assert len(entries_of(first)) == pairs
