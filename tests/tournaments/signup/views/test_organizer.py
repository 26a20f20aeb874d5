from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import NOW, enter_pairs
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import CONTACT, apply, set_terms
from tests.tournaments.signup.views.conftest import TYPED, address, shown_state
from tournaments.draws.domain import draw
from tournaments.enums import Visibility
from tournaments.event_times import ends_at
from tournaments.log.actor import CONSOLE
from tournaments.models import Player, Tournament
from tournaments.people.domain.renaming import rename_person
from tournaments.signup.domain import terms

pytestmark = pytest.mark.django_db

SET = {"is_open": "on", "capacity": "12", "closes_at": "2126-11-20T18:00", "forget_days": "14"}


def text(answer) -> str:
    return answer.content.decode()


def decide(client, tournament, application, action: str):
    return client.post(address("decide_sign_up", tournament, application.public_id), {"action": action})


def test_applicants_are_listed_with_contact_and_answers(organizer_client, tournament):
    set_terms(tournament, approval=True)
    apply(tournament, "Ali Kaya", "Ece Demir", answers=(("Tişört?", "Büyük"),))
    apply(tournament, "Su Ak")
    page = text(organizer_client.get(address("sign_ups", tournament)))
    for text_shown in ("Ali Kaya – Ece Demir", CONTACT, "Büyük", 'id="state-seeking"', 'id="state-decide"'):
        assert text_shown in page
    assert address("sign_ups", tournament) in text(organizer_client.get(address("entries", tournament)))


def test_empty_list_explains_what_to_do(organizer_client, tournament):
    empty, open_first = 'data-test="no-applications"', 'data-test="open-first"'
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert (empty in page, open_first in page) == (True, False)
    set_terms(tournament, is_open=False)
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert (empty in page, open_first in page) == (False, True)
    enter_pairs(tournament, 4)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert (empty in page, open_first in page) == (False, False)


def test_form_behind_open_sign_up_opens_it(organizer_client, tournament):
    set_terms(tournament, is_open=False)
    to = address("sign_up_terms", tournament)
    assert to in text(organizer_client.get(address("sign_ups", tournament)))
    page = text(organizer_client.get(to))
    assert 'type="checkbox" name="is_open"' not in page
    assert page.index('name="is_open" value="on"') < page.index('data-test="leave-closed"')


@pytest.mark.release
@pytest.mark.parametrize("is_open", [True, False])
def test_sign_up_cannot_be_opened_after_the_draw(organizer_client, tournament, is_open):
    set_terms(tournament, is_open=is_open)
    list_page, terms_page = address("sign_ups", tournament), address("sign_up_terms", tournament)
    switch, opens = f'action="{address("switch_sign_up", tournament)}"', 'name="is_open"'
    assert switch in text(organizer_client.get(list_page))
    assert opens in text(organizer_client.get(terms_page))
    enter_pairs(tournament, 4)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    drawn = text(organizer_client.get(list_page))
    assert [part in drawn for part in (switch, opens, terms_page)] == [False] * 3
    assert opens not in text(organizer_client.get(terms_page))


def test_draft_names_publishing_only_once_sign_up_is_set_open(organizer_client, tournament):
    set_terms(tournament, is_open=False)
    tournament.visibility = Visibility.DRAFT
    tournament.save(update_fields=["visibility"])
    closed = text(organizer_client.get(address("sign_ups", tournament)))
    assert 'data-test="opens-when-published"' in text(
        organizer_client.get(address("sign_up_terms", tournament))
    )
    set_terms(tournament)
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert ('data-test="sign-up-closed"' in closed, 'data-test="sign-up-when-published"' in page) == (
        True,
        True,
    )
    assert 'data-test="open-first"' not in page


def test_sign_up_is_opened_with_one_tap_and_asks_before_it_closes(organizer_client, tournament):
    set_terms(tournament, is_open=False, fee="200 lira")
    switch = address("switch_sign_up", tournament)
    assert 'data-test="open-sign-up"' in text(organizer_client.get(address("sign_ups", tournament)))
    assert organizer_client.get(switch).status_code == 303
    opened = organizer_client.post(switch, {"is_open": "on"}, follow=True)
    assert (message_levels(opened), opened.context["may_sign_up"]) == (["success"], True)
    assert terms.terms_of(tournament).fee == "200 lira"
    assert 'id="close-sign-up"' in text(opened)
    closed = organizer_client.post(switch, follow=True)
    assert 'id="close-sign-up"' not in text(closed)
    assert (closed.context["may_sign_up"], terms.terms_of(tournament).is_open) == (False, False)


def test_deadline_after_the_start_is_named(organizer_client, tournament):
    start = ends_at(tournament)
    for closes_at, expected in [(start - timedelta(days=2), False), (start + timedelta(days=2), True)]:
        set_terms(tournament, closes_at=closes_at)
        page = organizer_client.get(address("sign_ups", tournament))
        assert page.context["deadline_after_start"] is expected


def test_opening_after_the_deadline_leads_to_the_settings(organizer_client, tournament):
    set_terms(tournament, is_open=False, closes_at=datetime(2026, 6, 3, 15, 0, tzinfo=UTC))
    response = organizer_client.post(address("switch_sign_up", tournament), {"is_open": "on"})
    assert response.headers["Location"] == address("sign_up_terms", tournament)
    assert not terms.terms_of(tournament).is_open


def test_switching_after_the_draw_is_refused(organizer_client, tournament):
    enter_pairs(tournament, 4)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    response = organizer_client.post(address("switch_sign_up", tournament))
    assert (response.status_code, response.context["refusal"].code) == (422, "sign_up_after_draw")


def test_link_is_offered_with_qr_code_and_whatsapp(organizer_client, tournament):
    page = organizer_client.get(address("sign_ups", tournament))
    link = f"http://testserver/t/{tournament.public_id}/basvuru/"
    assert page.context["link"] == link
    assert quote(link, safe="") in page.context["whatsapp"]
    assert all(
        shown in text(page) for shown in (f'value="{link}"', "data-copy-source", "<svg", "https://wa.me/")
    )


def test_state_of_sign_up_and_then_decisions_come_first(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Nil Tan")
    set_terms(tournament, capacity=1, approval=True)
    apply(tournament, "Su Ak", "Can Er")
    page = organizer_client.get(address("sign_ups", tournament))
    assert page.context["full"]
    places = [
        text(page).index(f'id="{key}"') for key in ("su-state", "rows-asked", "rows-seeking", "rows-let_in")
    ]
    assert places == sorted(places)


def test_names_corrected_in_the_list_are_shown(organizer_client, tournament):
    set_terms(tournament, fee="200 TL")
    own = apply(tournament, "Ayse Isik", "Ece Demir")
    rename_person(player=Player.objects.get(name="Ayse Isik"), name="Ayşe Işık", by=CONSOLE, at=NOW)
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert "Ayşe Işık – Ece Demir" in page
    assert "Ayse Isik" not in page
    pay = address("decide_sign_up", tournament, own.public_id)
    done = organizer_client.post(pay, {"action": "paid"}, follow=True)
    assert "Ayşe Işık" in str(next(iter(done.context["messages"])))


def test_list_follows_the_tournament(organizer_client, tournament):
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert f'data-topic="tournament.{tournament.public_id}"' in page
    before = tournament.counter
    apply(tournament, "Ali Kaya", "Ece Demir")
    tournament.refresh_from_db()
    assert tournament.counter > before


def test_one_tap_accepts_refuses_and_marks_the_fee(organizer_client, tournament):
    set_terms(tournament, approval=True)
    own, other = apply(tournament, "Ali Kaya", "Ece Demir"), apply(tournament, "Su Ak", "Can Er")
    for application, action in ((own, "let_in"), (own, "paid"), (other, "refuse")):
        assert decide(organizer_client, tournament, application, action).status_code == 303
    own.refresh_from_db()
    other.refresh_from_db()
    assert (own.state, own.paid_at is not None, other.state) == ("let_in", True, "refused")
    decide(organizer_client, tournament, own, "unpaid")
    own.refresh_from_db()
    assert own.paid_at is None


def test_duplicates_are_listed_first_and_decided_with_one_tap(organizer_client, tournament):
    first, kept_one, off = (
        apply(tournament, "Ali Kaya", partner) for partner in ("Ece Demir", "Su Ak", "Can Er")
    )
    page = organizer_client.get(address("sign_ups", tournament))
    assert [row.heading for row in page.context["rows_to_decide"]] == ["twice", "twice"]
    assert [row.application for row in page.context["other_rows"]] == [first]
    assert text(page).count('data-test="same-name"') == 3
    assert text(page).count(first.contact) > 3
    decide(organizer_client, tournament, kept_one, "dismiss_duplicate")
    decide(organizer_client, tournament, off, "remove_from_list")
    off.refresh_from_db()
    page = organizer_client.get(address("sign_ups", tournament))
    assert (off.state, text(page).count('data-test="same-name"')) == ("refused", 0)
    assert decide(organizer_client, tournament, off, "remove_from_list").status_code == 422


def test_all_except_duplicates_are_accepted_with_one_tap(organizer_client, tournament):
    set_terms(tournament, approval=True)
    apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Nil Ay", "Gül Su")
    twice = apply(tournament, "Ali Kaya", "Su Ak")
    assert 'data-test="let-in-all"' in text(organizer_client.get(address("sign_ups", tournament)))
    assert organizer_client.get(address("accept_sign_ups", tournament)).status_code == 303
    assert organizer_client.post(address("accept_sign_ups", tournament)).status_code == 303
    twice.refresh_from_db()
    assert (tournament.entrants.count(), twice.state) == (2, "asked")


def test_concurrent_decision_is_explained(organizer_client, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    response = decide(organizer_client, tournament, own, "let_in")
    refusal = response.context["refusal"]
    assert (response.status_code, refusal.code) == (422, "application_decided_meanwhile")


def test_unknown_action_and_foreign_user_get_404(organizer_client, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert decide(organizer_client, tournament, own, "sell").status_code == 404
    unknown = address("decide_sign_up", tournament, uuid4())
    assert organizer_client.post(unknown, {"action": "paid"}).status_code == 404


def test_two_applicants_without_partner_are_joined(organizer_client, tournament):
    own, other = apply(tournament, "Ali Kaya"), apply(tournament, "Su Ak")
    two = {"seeker": [str(own.public_id), str(other.public_id)]}
    response = organizer_client.post(address("pair_sign_ups", tournament), two, follow=True)
    assert message_levels(response) == ["success"]
    own.refresh_from_db()
    assert (own.players, own.state) == (("Ali Kaya", "Su Ak"), "let_in")
    assert organizer_client.post(address("pair_sign_ups", tournament), two).status_code == 422
    assert organizer_client.post(address("pair_sign_ups", tournament), {"seeker": "?"}).status_code == 422
    assert organizer_client.get(address("pair_sign_ups", tournament)).status_code == 303


def test_terms_are_set_in_the_clubs_time_zone(organizer_client, tournament):
    typed = SET | {
        "approval": "on",
        "fee": "200 lira",
        "questions": "Tişört?\n\nAraba?",
        "consent": " Olur. ",
    }
    assert organizer_client.post(address("sign_up_terms", tournament), typed).status_code == 303
    assert terms.terms_of(tournament) == terms.Terms(
        is_open=True,
        closes_at=datetime(2126, 11, 20, 15, 0, tzinfo=UTC),
        capacity=12,
        approval=True,
        fee="200 lira",
        questions=("Tişört?", "Araba?"),
        consent="Olur.",
        forget_days=14,
    )
    assert 'value="2126-11-20T18:00"' in text(organizer_client.get(address("sign_up_terms", tournament)))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"capacity": "0"}, "capacity"),
        ({"closes_at": "gece"}, "closes_at"),
        ({"closes_at": "2026-06-03T18:00"}, "closes_at"),
        ({"questions": "\n".join("abcdef")}, "questions"),
        ({"questions": "Aynı?\nAynı?"}, "questions"),
        ({"questions": "x" * 121}, "questions"),
        ({"forget_days": ""}, "forget_days"),
        ({"consent": "x" * 1001}, "consent"),
    ],
)
def test_invalid_terms_are_rejected_at_their_field(organizer_client, tournament, changes, field):
    before = terms.terms_of(tournament)
    response = organizer_client.post(address("sign_up_terms", tournament), SET | changes)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert terms.terms_of(tournament) == before


def test_expired_deadline_may_stay_but_does_not_reopen(organizer_client, tournament):
    passed = datetime(2026, 6, 3, 15, 0, tzinfo=UTC)
    typed = {"closes_at": "2026-06-03T18:00", "forget_days": "14"}
    set_terms(tournament, closes_at=passed)
    assert (
        organizer_client.post(address("sign_up_terms", tournament), typed | {"is_open": "on"}).status_code
        == 303
    )
    set_terms(tournament, closes_at=passed, is_open=False)
    assert organizer_client.post(address("sign_up_terms", tournament), typed).status_code == 303
    refused = organizer_client.post(address("sign_up_terms", tournament), typed | {"is_open": "on"})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["closes_at"]
    assert 'value="2026-06-03T18:00"' in text(refused)
    assert not terms.terms_of(tournament).is_open


def test_more_places_accept_from_the_waiting_list_with_a_message(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    enter_pairs(tournament, 1)
    waiting = apply(tournament, "Ali Kaya", "Ece Demir")
    response = organizer_client.post(address("sign_up_terms", tournament), SET, follow=True)
    (message,) = response.context["messages"]
    assert "1" in str(message)
    waiting.refresh_from_db()
    assert waiting.state == "let_in"


def test_draw_ends_terms_and_decisions(organizer_client, tournament):
    set_terms(tournament, approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    enter_pairs(tournament, 4)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    assert organizer_client.post(address("sign_up_terms", tournament), SET).status_code == 422
    assert decide(organizer_client, tournament, own, "let_in").status_code == 422
    assert organizer_client.post(address("accept_sign_ups", tournament)).status_code == 422
    page = organizer_client.get(address("sign_ups", tournament))
    assert (page.context["open"], page.context["may_sign_up"]) == (False, False)
    assert address("sign_up_terms", tournament) not in text(page)
    assert decide(organizer_client, tournament, own, "paid").status_code == 303


def test_removed_entrant_makes_room(organizer_client, applicant_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Su Ak", "Can Er")
    waiting = apply(tournament, "Ali Kaya", "Ece Demir")
    first = tournament.entrants.get()
    organizer_client.post(address("remove_entrant", tournament, first.public_id))
    waiting.refresh_from_db()
    assert waiting.state == "let_in"
    response = tournament.applications.get(player_1="Su Ak")
    assert response.state == "refused"
    organizer_client.post(address("put_back_entrant", tournament, first.public_id))
    response.refresh_from_db()
    assert (response.state, response.entrant is not None) == ("let_in", True)


def test_poster_links_to_the_page(organizer_client, tournament):
    page = text(organizer_client.get(address("sign_up_poster", tournament)))
    assert f"testserver/t/{tournament.public_id}/basvuru/" in page
    assert "<svg" in page


@pytest.mark.release
def test_number_of_queries_does_not_grow_with_applicants(
    organizer_client, tournament, django_assert_num_queries
):
    set_terms(tournament, approval=True)
    apply(tournament, "Kişi 0")
    with django_assert_num_queries(15):
        organizer_client.get(address("sign_ups", tournament))
    for number in range(1, 15):
        apply(tournament, f"Kişi {number}")
        apply(tournament, f"Bir {number}", f"Öteki {number}")
    with django_assert_num_queries(15):
        organizer_client.get(address("sign_ups", tournament))


def test_log_shows_sign_up_by_the_applicant(organizer_client, applicant_client, tournament):
    applicant_client.post(address("sign_up", tournament), TYPED)
    page = text(organizer_client.get(reverse("scoring:log", args=[tournament.public_id])))
    assert "Başvuru sayfası" in page
    assert "Başvuran listeye alındı" in page


def test_letting_in_now_is_previewed_and_then_saved(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    for names in (("Ali Kaya", "Ece Demir"), ("Su Ak", "Can Er"), ("Nil Tan", "Gül Ay")):
        last = apply(tournament, *names)
    url = address("decide_sign_up", tournament, last.public_id)
    preview = organizer_client.post(url, {"action": "let_in_now"})
    last.refresh_from_db()
    assert (preview.status_code, last.state) == (200, "waiting")
    assert 'data-test="early-entry"' in text(preview)
    early = preview.context["early_entry"]
    passed = [application.players for application in early.passed]
    assert (passed, early.places_over) == ([("Su Ak", "Can Er")], 1)
    assert organizer_client.post(url, {"action": "let_in_now", "save": "1"}).status_code == 303
    last.refresh_from_db()
    assert last.state == "let_in"
    assert organizer_client.post(url, {"action": "let_in_now"}).status_code == 422


def test_applicant_entered_by_hand_reads_it_on_their_page(organizer_client, applicant_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    names = {"player_1": "Su Ak", "player_2": "Can Er"}
    applicant_client.post(address("sign_up", tournament), TYPED | names)
    own_page = address("own_sign_up", tournament)
    assert shown_state(text(applicant_client.get(own_page))) == "waiting"
    organizer_client.post(address("add_entrant", tournament), names)
    assert shown_state(text(applicant_client.get(own_page))) == "listed"


def make_draft(tournament: Tournament) -> None:
    tournament.visibility = Visibility.DRAFT
    tournament.save(update_fields=["visibility"])


@pytest.mark.parametrize("name", ["sign_ups", "sign_up_poster", "check_in_by_phone", "check_in_poster"])
def test_draft_offers_publishing_beside_its_codes(organizer_client, tournament, name):
    shown = text(organizer_client.get(address(name, tournament)))
    assert ('data-test="page-not-public"' in shown, 'data-test="draft-notice"' in shown) == (False, False)
    make_draft(tournament)
    shown = text(organizer_client.get(address(name, tournament)))
    publish = f'action="{reverse("scoring:lifecycle", args=[tournament.public_id])}"'
    assert shown.count('data-test="page-not-public"') == 1
    assert publish in shown


def test_link_is_offered_for_sending_only_once_it_opens_a_page(organizer_client, tournament):
    link = f"testserver/t/{tournament.public_id}/basvuru/"
    assert link in text(organizer_client.get(address("sign_ups", tournament)))
    make_draft(tournament)
    page = text(organizer_client.get(address("sign_ups", tournament)))
    assert ("data-copy-source" in page, "https://wa.me/" in page, link in page) == (False, False, False)
    assert link in text(organizer_client.get(address("sign_up_poster", tournament)))
