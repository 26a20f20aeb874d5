"""A tournament set up as another one is, with whoever was there."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from rules.games.okey101.switches import PartnerCancels
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain.amendments import change_rules
from scoring.people.domain import anonymization
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
from tournaments.entrants.domain.entry_list import Entry, EntryListFull
from tournaments.entrants.domain.returning import entries_again
from tournaments.enums import EntrantState, TournamentState, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, LogRow, Player, SignUp, Table, Tournament
from tournaments.people.domain import merging, renaming
from tournaments.setup.domain.clone import set_up_again
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.signup.domain.terms import Terms, set_terms, terms_of
from tournaments.tables.domain import table_changes

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 28)


def again(tournament: Tournament, *, with_entrants: bool = True) -> Tournament:
    return set_up_again(
        tournament=tournament,
        name="Güz Kupası, 28 Kasım",
        first_day=DAY,
        last_day=DAY,
        with_entrants=with_entrants,
        by=CONSOLE,
        at=NOW,
    )


def people_of(tournament: Tournament) -> list[list[int]]:
    return [
        [row.player_id for row in entrant.roster.order_by("place")]
        for entrant in tournament.entrants.order_by("number")
    ]


def enter(tournament: Tournament, *names: tuple[str, str], **more: Any) -> list[Entrant]:
    entered = [Entry(f"{one} ve {other}", (one, other), **more) for one, other in names]
    return entry_list.enter(tournament=tournament, entries=entered, by=CONSOLE, at=NOW)


def test_it_is_set_up_alike_but_for_its_name_and_days():
    first = drawn_tournament(pairs=6, groups=2, tables=3, agreement="hand", protest_minutes=7)
    play_hand(encounters_of(first)[0])
    made = again(first)
    was, now = settings_of(first), settings_of(made)
    assert (now.name, now.first_day, now.last_day) == ("Güz Kupası, 28 Kasım", DAY, DAY)
    told = ("venue", "tables", "stages", "kind", "agreement", "protest_minutes")
    assert [getattr(was, name) for name in told] == [getattr(now, name) for name in told]
    assert made.rule_book == first.rule_book
    assert (made.visibility, made.state, made.club) == (Visibility.DRAFT, TournamentState.OPEN, first.club)


def test_the_terms_of_sign_up_go_along_but_are_not_open():
    first = open_tournament(pairs=2)
    terms = Terms(True, NOW, 12, True, "200 lira", ("Kaçta gelirsiniz?",), "Okudum.", 10, True)
    set_terms(tournament=first, terms=terms, by=CONSOLE, at=NOW)
    assert terms_of(again(first)) == replace(terms, is_open=False, closes_at=None)
    assert not SignUp.objects.filter(tournament=again(open_tournament(pairs=2))).exists()


def test_whatever_was_changed_of_its_rules_goes_along():
    first = open_tournament()
    rules = replace(rules_of(first.rule_book), partner_cancels=PartnerCancels.NOTHING)
    change_rules(tournament=first, rules=rules, by=CONSOLE, at=NOW)
    first.refresh_from_db()
    assert rules_of(again(first).rule_book) == rules


def test_nothing_of_play_and_no_code_goes_along():
    first = drawn_tournament(pairs=6, groups=2)
    keep_codes(first)
    made = again(first)
    assert not encounters_of(made)
    assert not made.stages.exclude(drawn_at=None).exists()
    assert not made.codes_kept
    tokens = [{one.links.get().token for one in each.tables.all()} for each in (first, made)]
    assert tokens[0].isdisjoint(tokens[1])


def test_a_table_that_was_closed_is_open_again():
    first = drawn_tournament(pairs=6, groups=2, tables=3)
    table_changes.close_table(table=first.tables.get(number=3), onto=None, by=CONSOLE, at=NOW)
    assert Table.objects.filter(tournament=again(first)).open().count() == 3


def test_the_entry_list_is_the_same_people_in_the_same_order():
    first = open_tournament()
    enter(first, ("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak"), club="Yan kulüp", rating=1500, seed=1, pot=2)
    made = again(first)
    assert people_of(made) == people_of(first)
    told = [
        (one.name, one.number, one.club_name, one.rating, one.seed, one.pot) for one in made.entrants.all()
    ]
    assert sorted(told) == [
        ("Ali Kaya ve Ece Demir", 1, "Yan kulüp", 1500, None, None),
        ("Can Öz ve Su Ak", 2, "Yan kulüp", 1500, None, None),
    ]
    assert Player.objects.count() == 4


def test_whoever_left_stays_out():
    first = open_tournament(pairs=3)
    gone = first.entrants.get(number=2)
    Entrant.objects.filter(pk=gone.pk).update(state=EntrantState.WITHDRAWN, left_at=NOW)
    made = again(first)
    assert [one.number for one in made.entrants.order_by("number")] == [1, 2]
    assert people_of(made) == [people_of(first)[0], people_of(first)[2]]


def test_a_pair_of_which_one_was_made_anonymous_stays_out():
    first = open_tournament(pairs=3)
    player = first.entrants.get(number=1).players.order_by("pk")[0]
    anonymization.make_anonymous(player=player, tournament=first, by=CONSOLE, at=NOW)
    made = again(first)
    assert people_of(made) == people_of(first)[1:]


def test_an_alias_comes_as_the_person_that_he_is():
    first = open_tournament(pairs=1)
    alias = first.entrants.get().players.order_by("pk")[0]
    other = open_tournament(club=first.club)
    enter(other, ("Ayşe Işık", "Su Ak"))
    person = other.entrants.get().players.get(name="Ayşe Işık")
    merging.join(alias=alias, person=person, by=CONSOLE, at=NOW, together=[])
    made = again(first)
    assert people_of(made)[0][0] == person.pk


def test_nobody_comes_twice():
    first = open_tournament()
    enter(first, ("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak"))
    one, other = first.entrants.order_by("number")
    other.roster.filter(place=1).update(player=one.roster.get(place=1).player_id)
    assert [entry.name for entry in entries_again(first)] == ["Ali Kaya ve Ece Demir"]


def test_those_who_are_called_alike_by_now_are_told_apart():
    first = open_tournament(stages=LEAGUE)
    enter(first, ("Ali Kaya", "Ece Demir"), ("Can Öz", "Su Ak"))
    Entrant.objects.filter(number=2).update(full_name="Ali Kaya ve Ece Demir")
    assert [entry.name for entry in entries_again(first)] == [
        "Ali Kaya ve Ece Demir",
        "Ali Kaya ve Ece Demir (2)",
    ]


def test_a_corrected_name_is_the_new_one():
    first = open_tournament()
    enter(first, ("Ali Kaya", "Ece Demir"))
    player = Player.objects.get(name="Ali Kaya")
    renaming.rename(player=player, name="Ali Kayalı", by=CONSOLE, at=NOW, tournament=first)
    assert entries_again(first)[0].players == ("Ali Kayalı", "Ece Demir")


def test_it_can_begin_with_an_empty_list():
    first = open_tournament(pairs=3)
    assert not again(first, with_entrants=False).entrants.exists()
    assert not again(open_tournament()).entrants.exists()


def test_the_log_says_that_it_was_set_up_again():
    first = open_tournament(pairs=2)
    made = again(first)
    rows = list(LogRow.objects.filter(tournament=made).order_by("pk"))
    assert [row.action for row in rows] == ["tournament_created", "entrant_added", "entrant_added"]
    assert str(first.public_id) in rows[0].after


def test_a_refused_list_leaves_nothing_behind(monkeypatch):
    first = open_tournament(pairs=3)
    monkeypatch.setattr(entry_list, "MOST_ENTRANTS", 2)
    before = Tournament.objects.count()
    with pytest.raises(EntryListFull):
        again(first)
    assert Tournament.objects.count() == before


@pytest.mark.parametrize("pairs", [1, 30])
def test_the_list_is_read_in_two_queries(pairs, django_assert_num_queries):
    first = open_tournament()
    enter_pairs(first, pairs)
    with django_assert_num_queries(2):
        assert len(entries_again(first)) == pairs
