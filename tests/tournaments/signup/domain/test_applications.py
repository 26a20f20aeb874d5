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
from tests.tournaments.signup.domain.applicants import (
    application_data,
    apply,
    names_of,
    open_sign_up,
    set_terms,
)
from tournaments.draws.domain import draw
from tournaments.entrants.domain import entry_list
from tournaments.enums import ApplicationState, NameDisplay, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Club, LogRow, Player, Tournament
from tournaments.people.domain.public_names import choose_public_names
from tournaments.people.domain.registration import add_person
from tournaments.signup.domain import applications, decisions
from tournaments.signup.domain.application_codes import code_of, digest_of_code, format_code
from tournaments.signup.domain.duplicates import find_duplicates, hides_names

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)


def world(*, singles: bool, names_shown: str = NameDisplay.FULL, **terms: Any) -> Tournament:
    """Return a tournament with someone on the list, on the waiting list and looking for a partner.

    Another person of the club has the given kind of public name.
    """
    tournament = open_sign_up(singles=singles, capacity=1)
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


def test_applicant_is_on_the_list_while_there_is_room():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert state_of(own) == ApplicationState.LET_IN
    assert names_of(tournament) == ["Kaya – Demir"]
    assert own.entrant is not None
    assert [row.player.real_name for row in own.entrant.roster.order_by("place")] == ["Ali Kaya", "Ece Demir"]


def test_a_player_of_singles_signs_up_alone():
    tournament = open_sign_up(singles=True)
    assert state_of(apply(tournament, "Ali Kaya")) == ApplicationState.LET_IN
    assert names_of(tournament) == ["Ali Kaya"]


def test_applicant_to_a_full_list_waits_without_an_entrant():
    tournament = open_sign_up(capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Ak", "Can Er")
    assert state_of(own) == ApplicationState.WAITING
    assert own.entrant is None
    assert names_of(tournament) == ["Kaya – Demir"]
    assert not Player.objects.filter(name="Su Ak").exists()


def test_entrant_added_by_an_organizer_takes_a_place():
    tournament = open_sign_up(pairs=2, capacity=2)
    assert state_of(apply(tournament, "Su Ak", "Can Er")) == ApplicationState.WAITING


def test_pairs_with_the_same_surnames_get_different_names():
    tournament = open_sign_up()
    apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Kaya", "Can Demir")
    assert state_of(own) == ApplicationState.LET_IN
    assert names_of(tournament) == ["Kaya – Demir", "Su Kaya – Can Demir"]


@pytest.mark.parametrize("name", ["Ali Kaya", "ali KAYA", "Kaya Ali", "Âli Kaya"])
def test_namesake_of_an_entrant_is_entered_as_another_person(name):
    tournament = open_sign_up()
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Ak", name)
    assert state_of(own) == ApplicationState.LET_IN
    assert first.entrant is not None
    assert own.entrant is not None
    assert set(first.entrant.players.all()).isdisjoint(own.entrant.players.all())
    assert list(find_duplicates(tournament)) == [own.pk]


@pytest.mark.parametrize(
    "terms", [{}, {"capacity": 1}, {"approval": True}, {"names_shown": NameDisplay.INITIAL}]
)
@pytest.mark.parametrize("kind", ["pair", "seeker", "single"])
def test_state_does_not_depend_on_the_names(terms, kind):
    tournament = world(singles=kind == "single", **terms)
    taken_names = ("Liste Deki", "Bekle Yen", "Gizli Ad", "Eş Arayan")
    names = [(name,) if kind != "pair" else (name, "Yeni Eş") for name in (*taken_names, "Hiç Yok")]
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
                applications.change_application(application=own, data=application_data(*players), at=NOW)
                changed.append(state_of(own))
                transaction.set_rollback(True)
        assert len(set(changed)) == 1, changed


def test_approval_puts_no_applicant_on_the_list():
    tournament = open_sign_up(approval=True)
    assert state_of(apply(tournament, "Ali Kaya", "Ece Demir")) == ApplicationState.ASKED
    assert names_of(tournament) == []


def test_signing_up_does_not_reveal_a_hidden_name():
    before = open_sign_up()
    apply(before, "Ali Kaya", "Ece Demir")
    choice = {Player.objects.get(name="Ali Kaya"): NameDisplay.HIDDEN}
    choose_public_names(tournament=before, choices=choice, by=CONSOLE, at=NOW)
    tournament = open_sign_up()
    Tournament.objects.filter(pk=tournament.pk).update(club=before.club)
    tournament.refresh_from_db()
    for names in (("Ali Kaya", "Su Ak"), ("Can Er", "Nil Ay")):
        assert state_of(apply(tournament, *names)) == ApplicationState.ASKED


def test_club_with_a_very_different_alias_hides_names():
    tournament = open_sign_up()
    before, now, typo = (
        add_person(club=tournament.club, name=name, by=CONSOLE, at=NOW)
        for name in ("Ayşe Işık", "Ayşe Kaya", "Ayse Kaya")
    )
    Player.objects.filter(pk=typo.pk).update(same_as=now, own_name="Ayse Kaya")
    assert not hides_names(tournament.club)
    Player.objects.filter(pk=before.pk).update(same_as=now, own_name="Ayşe Işık")
    assert hides_names(tournament.club)


def test_single_applicant_looks_for_a_partner():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya")
    assert state_of(own) == ApplicationState.SEEKING
    assert names_of(tournament) == []


def test_sign_up_is_closed_by_default():
    tournament = open_sign_up(is_open=False)
    with pytest.raises(applications.SignUpClosed):
        apply(tournament, "Ali Kaya", "Ece Demir")


def test_sign_up_closes_at_its_deadline():
    tournament = open_sign_up(closes_at=LATER)
    apply(tournament, "Ali Kaya", "Ece Demir", at=LATER - timedelta(seconds=1))
    with pytest.raises(applications.SignUpClosed):
        apply(tournament, "Su Ak", "Can Er", at=LATER)


def test_sign_up_is_closed_after_the_draw_for_drafts_and_if_cancelled():
    drawn, draft, cancelled = open_sign_up(pairs=4), open_sign_up(), open_sign_up()
    draw.draw_groups(tournament=drawn, groups=1, seed="101", by=CONSOLE, at=NOW)
    Tournament.objects.filter(pk=draft.pk).update(visibility=Visibility.DRAFT)
    cancellation.cancel(tournament=cancelled, reason="Su bastı", by=CONSOLE, at=NOW)
    for tournament in (drawn, draft, cancelled):
        with pytest.raises(applications.SignUpClosed):
            apply(tournament, "Ali Kaya", "Ece Demir")


def test_a_form_sent_twice_is_one_entry_with_the_same_code():
    tournament, key = open_sign_up(), uuid4().hex
    first = applications.sign_up(
        tournament=tournament, data=application_data("Ali Kaya", "Ece Demir"), key=key, at=NOW
    )
    assert key not in (str(first[0].public_id), first[0].public_id.hex, first[0].form_digest)
    assert (
        applications.sign_up(
            tournament=tournament, data=application_data("Ali Kaya", "Ece Demir"), key=key, at=NOW
        )
        == first
    )
    assert Application.objects.filter(tournament=tournament).count() == 1


def test_other_names_with_an_old_key_are_another_entry():
    tournament, key = open_sign_up(), uuid4().hex
    first = apply(tournament, "Ali Kaya", "Ece Demir", key=key)
    other, code = applications.sign_up(
        tournament=tournament, data=application_data("Su Ak", "Can Er"), key=key, at=NOW
    )
    assert other.pk != first.pk
    assert code != code_of(first)


def test_code_opens_its_entry_in_any_notation():
    tournament = open_sign_up()
    own, code = applications.sign_up(
        tournament=tournament, data=application_data("Ali Kaya"), key=uuid4().hex, at=NOW
    )
    for typed in (code, format_code(code), code.lower(), f" {code[:3]}-{code[3:]} "):
        assert applications.application_by_code(tournament, typed) == own
    assert applications.application_by_code(tournament, "A" * len(code)) is None
    assert applications.application_by_code(open_sign_up(), code) is None
    own.refresh_from_db()
    assert own.code_digest == digest_of_code(code)
    assert code not in own.code_digest


def test_number_of_undecided_applications_is_limited(monkeypatch):
    monkeypatch.setattr(applications, "MAX_UNDECIDED", 2)
    tournament = open_sign_up()
    apply(tournament, "Ali Kaya")
    apply(tournament, "Ece Demir")
    with pytest.raises(applications.TooManyApplications):
        apply(tournament, "Su Ak")


def test_log_has_no_applicants_names_and_no_contacts():
    tournament = open_sign_up(capacity=1, pairs=1)
    apply(tournament, "Gizem Saklı", "Ece Demir", contact="gizem@example.org")
    rows = LogRow.objects.filter(tournament=tournament)
    details = "".join(row.before + row.after for row in rows)
    assert "Gizem" not in details
    assert "example.org" not in details
    assert rows.get(action="signed_up").device == applications.APPLICANT_ACTOR.device


def test_cancelled_place_goes_to_the_longest_waiting():
    tournament = open_sign_up(capacity=1)
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    second = apply(tournament, "Su Ak", "Can Er")
    third = apply(tournament, "Nil Tan", "Gül Ay", at=LATER)
    applications.cancel_application(application=first, at=LATER)
    assert [state_of(application) for application in (first, second, third)] == [
        "cancelled",
        "let_in",
        "waiting",
    ]
    assert names_of(tournament) == ["Ak – Er"]
    with pytest.raises(applications.ApplicationOver):
        applications.cancel_application(application=first, at=LATER)


def test_draw_ends_cancelling_except_on_the_waiting_list():
    tournament = open_sign_up(pairs=3, capacity=4)
    own, other = apply(tournament, "Ali Kaya", "Ece Demir"), apply(tournament, "Su Ak", "Can Er")
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    with pytest.raises(entry_list.EntriesClosed):
        applications.cancel_application(application=own, at=NOW)
    applications.cancel_application(application=other, at=NOW)
    assert [state_of(own), state_of(other)] == ["let_in", "cancelled"]


def test_waiting_applicant_changes_names_and_keeps_the_turn():
    tournament = open_sign_up(capacity=1, pairs=1)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    later = apply(tournament, "Su Ak", "Can Er", at=LATER)
    applications.change_application(
        application=own, data=application_data("Ali Kaya", "Nil Tan", contact="5551234567"), at=LATER
    )
    set_terms(tournament, capacity=2)
    assert [state_of(own), state_of(later)] == ["let_in", "waiting"]
    assert names_of(tournament)[-1] == "Kaya – Tan"
    assert own.contact == "5551234567"


def test_listed_applicant_changes_the_contact_but_not_names():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    more = application_data("Ali Kaya", "Ece Demir", contact="a@example.org", answers=(("Tişört?", "M"),))
    applications.change_application(application=own, data=more, at=NOW)
    own.refresh_from_db()
    assert (own.contact, own.question_answers) == ("a@example.org", [("Tişört?", "M")])
    with pytest.raises(applications.NamesAreFixed):
        applications.change_application(application=own, data=application_data("Ali Kaya", "Su Ak"), at=NOW)


def test_form_resent_with_other_names_is_one_more_entry():
    tournament = open_sign_up()
    key = uuid4().hex
    first = apply(tournament, "Ali Kaya", "Ece Demir", key=key)
    second = {apply(tournament, "Ali Kaya", "Su Ak", key=key).pk for _time in range(3)}
    assert len(second) == 1
    assert apply(tournament, "Ali Kaya", "Ece Demir", key=key) == first
    applications.cancel_application(application=first, at=LATER)
    third = {apply(tournament, "Ali Kaya", "Ece Demir", key=key).pk for _time in range(3)}
    assert len(third) == 1
    assert tournament.applications.count() == 3


@pytest.mark.postgres
def test_recognizing_a_resent_form_runs_few_queries():
    tournament = open_sign_up()
    key = uuid4().hex
    for minute in range(2 * applications.MAX_RESENT):
        at = LATER + timedelta(minutes=minute)
        own = apply(tournament, "Ali Kaya", "Ece Demir", key=key, at=at)
        applications.cancel_application(application=own, at=at)
    with CaptureQueriesContext(connection) as captured:
        assert not applications.is_stored(
            tournament=tournament, data=application_data("Ali Kaya", "Ece Demir"), key=key
        )
    assert len(captured) == applications.MAX_RESENT


def test_resent_form_of_an_applicant_with_a_found_partner_is_not_stored():
    tournament = open_sign_up()
    key = uuid4().hex
    own, other = apply(tournament, "Ali Kaya", key=key), apply(tournament, "Ece Demir", at=LATER)
    decisions.join_applications(first=own, second=other, by=CONSOLE, at=LATER)
    assert apply(tournament, "Ali Kaya", key=key) == own


def test_applicant_who_names_a_partner_later_is_accepted():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya")
    applications.change_application(application=own, data=application_data("Ali Kaya", "Ece Demir"), at=NOW)
    assert state_of(own) == ApplicationState.LET_IN


def test_organizers_see_duplicates_after_a_change():
    tournament = open_sign_up()
    apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Ak")
    applications.change_application(application=own, data=application_data("Su Ak", "Ali Kaya"), at=NOW)
    assert [same.players for same in find_duplicates(tournament)[own.pk]] == [("Ali Kaya", "Ece Demir")]
