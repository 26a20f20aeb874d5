"""Signing up by oneself: a place, the waiting list, a partner, the organizers; changing and cancelling it."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.setup.domain import cancellation
from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import apply, asked, names_of, open_to_all, set_terms
from tournaments.draws.domain import draw
from tournaments.entrants.domain import entry_list
from tournaments.enums import ApplicationState, NameShown, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Club, LogRow, Player, Tournament
from tournaments.people.domain.public_names import Shown, choose
from tournaments.people.domain.registration import add_person
from tournaments.signup.domain import applications, decisions
from tournaments.signup.domain.application_codes import code_of, digest_of, spaced
from tournaments.signup.domain.duplicates import hides_names, same_names

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)


def world(*, singles: bool, names_shown: str = NameShown.FULL, **terms: Any) -> Tournament:
    """A tournament with somebody on the list, on the waiting list, and who looks for a partner.

    Somebody else of the club, who does not play here, is shown as the club shows names.
    """
    tournament = open_to_all(singles=singles, capacity=1)
    with_partner = () if singles else ("Eş Kişi",)
    Club.objects.filter(pk=tournament.club_id).update(names_shown=names_shown)
    tournament.refresh_from_db()
    add_person(club=tournament.club, name="Gizli Ad", by=CONSOLE, at=NOW)
    entry_list.add_entrant(
        tournament=tournament, name="İlk", players=("Liste Deki", *with_partner), by=CONSOLE, at=NOW
    )
    apply(tournament, "Bekle Yen", *with_partner)
    if not singles:
        apply(tournament, "Eş Arayan")
    set_terms(tournament, **{"capacity": 3} | terms)
    return tournament


def state_of(application: Application) -> str:
    application.refresh_from_db()
    return application.state


def test_whoever_signs_up_is_on_the_list_while_there_is_room():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert state_of(own) == ApplicationState.LET_IN
    assert names_of(tournament) == ["Kaya – Demir"]
    assert own.entrant is not None
    assert [row.player.real_name for row in own.entrant.roster.order_by("place")] == ["Ali Kaya", "Ece Demir"]


def test_a_player_of_singles_signs_up_alone():
    tournament = open_to_all(singles=True)
    assert state_of(apply(tournament, "Ali Kaya")) == ApplicationState.LET_IN
    assert names_of(tournament) == ["Ali Kaya"]


def test_whoever_comes_when_the_list_is_full_waits_and_is_no_entrant():
    tournament = open_to_all(capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Ak", "Can Er")
    assert state_of(own) == ApplicationState.WAITING
    assert own.entrant is None
    assert names_of(tournament) == ["Kaya – Demir"]
    assert not Player.objects.filter(name="Su Ak").exists()


def test_who_was_entered_by_hand_takes_a_place():
    tournament = open_to_all(pairs=2, capacity=2)
    assert state_of(apply(tournament, "Su Ak", "Can Er")) == ApplicationState.WAITING


def test_pairs_of_the_same_surnames_are_told_apart():
    tournament = open_to_all()
    apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Kaya", "Can Demir")
    assert state_of(own) == ApplicationState.LET_IN
    assert names_of(tournament) == ["Kaya – Demir", "Su Kaya – Can Demir"]


@pytest.mark.parametrize("name", ["Ali Kaya", "ali KAYA", "Kaya Ali", "Âli Kaya"])
def test_name_that_plays_already_is_entered_as_another_person(name):
    tournament = open_to_all()
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Ak", name)
    assert state_of(own) == ApplicationState.LET_IN
    assert first.entrant is not None
    assert own.entrant is not None
    assert set(first.entrant.players.all()).isdisjoint(own.entrant.players.all())
    assert list(same_names(tournament)) == [own.pk]


@pytest.mark.parametrize(
    "terms", [{}, {"capacity": 1}, {"approval": True}, {"names_shown": NameShown.INITIAL}]
)
@pytest.mark.parametrize("kind", ["pair", "seeker", "single"])
def test_state_does_not_depend_on_who_is_named(terms, kind):
    tournament = world(singles=kind == "single", **terms)
    known = ("Liste Deki", "Bekle Yen", "Gizli Ad", "Eş Arayan")
    names = [(name,) if kind != "pair" else (name, "Yeni Eş") for name in (*known, "Hiç Yok")]
    states = []
    for players in names:
        with transaction.atomic():
            states.append(state_of(apply(tournament, *players)))
            transaction.set_rollback(True)
    assert len(set(states)) == 1, states
    own = apply(tournament, "Baş Ka", *(["Biri Si"] if kind == "pair" else []))
    with contextlib.suppress(applications.NamesAreFixed):
        changed = []
        for players in names:
            with transaction.atomic():
                applications.change(application=own, asked=asked(*players), at=NOW)
                changed.append(state_of(own))
                transaction.set_rollback(True)
        assert len(set(changed)) == 1, changed


def test_with_approval_nobody_is_on_the_list_by_himself():
    tournament = open_to_all(approval=True)
    assert state_of(apply(tournament, "Ali Kaya", "Ece Demir")) == ApplicationState.ASKED
    assert names_of(tournament) == []


def test_nobody_finds_out_whose_other_name_it_is_by_signing_up_in_his_own():
    before = open_to_all()
    apply(before, "Ali Kaya", "Ece Demir")
    choice = {Player.objects.get(name="Ali Kaya"): Shown(NameShown.ALIAS, "Kartal")}
    choose(tournament=before, choices=choice, by=CONSOLE, at=NOW)
    tournament = open_to_all()
    Tournament.objects.filter(pk=tournament.pk).update(club=before.club)
    tournament.refresh_from_db()
    for names in (("Ali Kaya", "Su Ak"), ("Can Er", "Nil Ay")):
        assert state_of(apply(tournament, *names)) == ApplicationState.ASKED


def test_club_with_a_name_joined_to_quite_another_one_hides_it():
    tournament = open_to_all()
    before, now, typo = (
        add_person(club=tournament.club, name=name, by=CONSOLE, at=NOW)
        for name in ("Ayşe Işık", "Ayşe Kaya", "Ayse Kaya")
    )
    Player.objects.filter(pk=typo.pk).update(same_as=now, own_name="Ayse Kaya")
    assert not hides_names(tournament.club)
    Player.objects.filter(pk=before.pk).update(same_as=now, own_name="Ayşe Işık")
    assert hides_names(tournament.club)


def test_who_has_no_partner_looks_for_one():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya")
    assert state_of(own) == ApplicationState.SEEKING
    assert names_of(tournament) == []


def test_it_is_closed_where_nobody_opened_it():
    tournament = open_to_all(is_open=False)
    with pytest.raises(applications.SignUpClosed):
        apply(tournament, "Ali Kaya", "Ece Demir")


def test_it_is_closed_after_its_deadline_and_not_before():
    tournament = open_to_all(closes_at=LATER)
    apply(tournament, "Ali Kaya", "Ece Demir", at=LATER - timedelta(seconds=1))
    with pytest.raises(applications.SignUpClosed):
        apply(tournament, "Su Ak", "Can Er", at=LATER)


def test_it_is_closed_once_the_draw_is_made_and_for_drafts_and_what_is_cancelled():
    drawn, draft, cancelled = open_to_all(pairs=4), open_to_all(), open_to_all()
    draw.draw_groups(tournament=drawn, groups=1, seed="101", by=CONSOLE, at=NOW)
    Tournament.objects.filter(pk=draft.pk).update(visibility=Visibility.DRAFT)
    cancellation.cancel(tournament=cancelled, reason="Su bastı", by=CONSOLE, at=NOW)
    for tournament in (drawn, draft, cancelled):
        with pytest.raises(applications.SignUpClosed):
            apply(tournament, "Ali Kaya", "Ece Demir")


def test_a_form_sent_twice_is_one_entry_with_the_same_code():
    tournament, key = open_to_all(), uuid4().hex
    first = applications.apply(tournament=tournament, asked=asked("Ali Kaya", "Ece Demir"), key=key, at=NOW)
    assert key not in (str(first[0].public_id), first[0].public_id.hex, first[0].form_digest)
    assert (
        applications.apply(tournament=tournament, asked=asked("Ali Kaya", "Ece Demir"), key=key, at=NOW)
        == first
    )
    assert Application.objects.filter(tournament=tournament).count() == 1


def test_another_entry_sent_with_an_old_key_is_another():
    tournament, key = open_to_all(), uuid4().hex
    first = apply(tournament, "Ali Kaya", "Ece Demir", key=key)
    other, code = applications.apply(tournament=tournament, asked=asked("Su Ak", "Can Er"), key=key, at=NOW)
    assert other.pk != first.pk
    assert code != code_of(first)


def test_a_code_opens_its_own_entry_however_it_is_typed():
    tournament = open_to_all()
    own, code = applications.apply(tournament=tournament, asked=asked("Ali Kaya"), key=uuid4().hex, at=NOW)
    for typed in (code, spaced(code), code.lower(), f" {code[:3]}-{code[3:]} "):
        assert applications.of_code(tournament, typed) == own
    assert applications.of_code(tournament, "A" * len(code)) is None
    assert applications.of_code(open_to_all(), code) is None
    own.refresh_from_db()
    assert own.code_digest == digest_of(code)
    assert code not in own.code_digest


def test_the_waiting_are_bounded(monkeypatch):
    monkeypatch.setattr(applications, "MOST_UNDECIDED", 2)
    tournament = open_to_all()
    apply(tournament, "Ali Kaya")
    apply(tournament, "Ece Demir")
    with pytest.raises(applications.TooManyApplications):
        apply(tournament, "Su Ak")


def test_the_log_bears_no_name_of_who_is_not_on_the_list_and_no_contact():
    tournament = open_to_all(capacity=1, pairs=1)
    apply(tournament, "Gizem Saklı", "Ece Demir", contact="gizem@example.org")
    rows = LogRow.objects.filter(tournament=tournament)
    told = "".join(row.before + row.after for row in rows)
    assert "Gizem" not in told
    assert "example.org" not in told
    assert rows.get(action="signed_up").device == applications.BY_HIMSELF.device


def test_who_cancels_leaves_his_place_to_who_waits_longest():
    tournament = open_to_all(capacity=1)
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    second = apply(tournament, "Su Ak", "Can Er")
    third = apply(tournament, "Nil Tan", "Gül Ay", at=LATER)
    applications.cancel(application=first, at=LATER)
    assert [state_of(one) for one in (first, second, third)] == ["cancelled", "let_in", "waiting"]
    assert names_of(tournament) == ["Ak – Er"]
    with pytest.raises(applications.ApplicationOver):
        applications.cancel(application=first, at=LATER)


def test_nobody_cancels_a_place_once_the_draw_is_made_but_waiting_he_may():
    tournament = open_to_all(pairs=3, capacity=4)
    own, other = apply(tournament, "Ali Kaya", "Ece Demir"), apply(tournament, "Su Ak", "Can Er")
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    with pytest.raises(entry_list.EntriesClosed):
        applications.cancel(application=own, at=NOW)
    applications.cancel(application=other, at=NOW)
    assert [state_of(own), state_of(other)] == ["let_in", "cancelled"]


def test_who_waits_changes_his_names_and_keeps_his_turn():
    tournament = open_to_all(capacity=1, pairs=1)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    later = apply(tournament, "Su Ak", "Can Er", at=LATER)
    applications.change(application=own, asked=asked("Ali Kaya", "Nil Tan", contact="5551234567"), at=LATER)
    set_terms(tournament, capacity=2)
    assert [state_of(own), state_of(later)] == ["let_in", "waiting"]
    assert names_of(tournament)[-1] == "Kaya – Tan"
    assert own.contact == "5551234567"


def test_who_is_on_the_list_changes_how_he_is_reached_and_no_name():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    more = asked("Ali Kaya", "Ece Demir", contact="a@example.org", answers=(("Tişört?", "M"),))
    applications.change(application=own, asked=more, at=NOW)
    own.refresh_from_db()
    assert (own.contact, own.answered) == ("a@example.org", [("Tişört?", "M")])
    with pytest.raises(applications.NamesAreFixed):
        applications.change(application=own, asked=asked("Ali Kaya", "Su Ak"), at=NOW)


def test_form_that_is_sent_again_with_other_names_is_one_more_entry_however_often():
    tournament = open_to_all()
    key = uuid4().hex
    first = apply(tournament, "Ali Kaya", "Ece Demir", key=key)
    second = {apply(tournament, "Ali Kaya", "Su Ak", key=key).pk for _time in range(3)}
    assert len(second) == 1
    assert apply(tournament, "Ali Kaya", "Ece Demir", key=key) == first
    applications.cancel(application=first, at=LATER)
    third = {apply(tournament, "Ali Kaya", "Ece Demir", key=key).pk for _time in range(3)}
    assert len(third) == 1
    assert tournament.applications.count() == 3


@pytest.mark.both_databases
def test_looking_for_a_form_takes_few_queries_however_often_it_was_sent_and_cancelled():
    tournament = open_to_all()
    key = uuid4().hex
    for minute in range(2 * applications.MOST_SENT_AGAIN):
        at = LATER + timedelta(minutes=minute)
        own = apply(tournament, "Ali Kaya", "Ece Demir", key=key, at=at)
        applications.cancel(application=own, at=at)
    with CaptureQueriesContext(connection) as captured:
        assert not applications.is_stored(
            tournament=tournament, asked=asked("Ali Kaya", "Ece Demir"), key=key
        )
    assert len(captured) == applications.MOST_SENT_AGAIN


def test_form_of_a_seeker_who_has_a_partner_is_not_stored_again():
    tournament = open_to_all()
    key = uuid4().hex
    own, other = apply(tournament, "Ali Kaya", key=key), apply(tournament, "Ece Demir", at=LATER)
    decisions.join(first=own, second=other, by=CONSOLE, at=LATER)
    assert apply(tournament, "Ali Kaya", key=key) == own


def test_who_found_a_partner_himself_is_let_in():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya")
    applications.change(application=own, asked=asked("Ali Kaya", "Ece Demir"), at=NOW)
    assert state_of(own) == ApplicationState.LET_IN


def test_organizers_see_a_double_after_a_change_too():
    tournament = open_to_all()
    apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Ak")
    applications.change(application=own, asked=asked("Su Ak", "Ali Kaya"), at=NOW)
    assert [same.players for same in same_names(tournament)[own.pk]] == ["Ali Kaya – Ece Demir"]
