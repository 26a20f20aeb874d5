from __future__ import annotations

import pytest

from tests.factories import NOW, enter_pairs
from tests.page_forms import guarded_form
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tests.tournaments.signup.views.conftest import TYPED, address, shown_state
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Application
from tournaments.signup.domain import decisions, waiting_list
from tournaments.signup.views import own_application

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return answer.content.decode()


def sign_up(phone, tournament, **typed) -> Application:
    phone.post(address("sign_up", tournament), TYPED | typed)
    return Application.objects.get(tournament=tournament, player_1="Ali Kaya")


def test_page_without_a_code_redirects_to_sign_up(applicant_client, tournament):
    for name in ("own_sign_up", "cancel_sign_up"):
        assert applicant_client.post(address(name, tournament)).status_code == 303


def test_waiting_applicant_sees_the_position_and_moving_up(applicant_client, tournament):
    set_terms(tournament, capacity=1)
    enter_pairs(tournament, 1)
    apply(tournament, "Su Ak", "Can Er")
    sign_up(applicant_client, tournament)
    own_page = address("own_sign_up", tournament)
    page = applicant_client.get(own_page)
    assert (shown_state(text(page)), page.context["entries_before"]) == ("waiting", 1)
    assert 'hx-select="#now"' in text(page)
    set_terms(tournament, capacity=2)
    page = applicant_client.get(own_page)
    assert (shown_state(text(page)), page.context["entries_before"]) == ("waiting", 0)
    waiting_list.remove_and_move_up(entrant=tournament.entrants.order_by("number")[0], by=CONSOLE, at=NOW)
    assert shown_state(text(applicant_client.get(own_page))) == "listed"


def test_applicant_changes_the_contact(applicant_client, tournament):
    own = sign_up(applicant_client, tournament)
    response = applicant_client.post(address("own_sign_up", tournament), {"contact": "ali@example.org"})
    assert response.status_code == 303
    own.refresh_from_db()
    assert (own.contact, own.players) == ("ali@example.org", ("Ali Kaya", "Ece Demir"))


def test_invalid_change_is_rejected_with_input_kept(applicant_client, tournament):
    own = sign_up(applicant_client, tournament)
    response = applicant_client.post(address("own_sign_up", tournament), {"contact": "ali"})
    assert response.status_code == 422
    assert 'value="ali"' in text(response)
    own.refresh_from_db()
    assert own.contact == TYPED["contact"]


def test_saving_without_a_change_logs_nothing(applicant_client, tournament):
    sign_up(applicant_client, tournament)
    before = tournament.log.count()
    for _time in range(3):
        assert applicant_client.post(address("own_sign_up", tournament), TYPED).status_code == 303
    assert tournament.log.count() == before


def test_frequent_changes_are_rate_limited(applicant_client, tournament, monkeypatch):
    monkeypatch.setattr(own_application, "CHANGES_PER_HOUR", 2)
    own = sign_up(applicant_client, tournament)
    contacts = [f"0532 111 22 4{number}" for number in range(3)]
    responses = [
        applicant_client.post(address("own_sign_up", tournament), TYPED | {"contact": contact})
        for contact in contacts
    ]
    assert [response.status_code for response in responses] == [303, 303, 429]
    own.refresh_from_db()
    assert own.contact == contacts[1]


def test_player_who_looked_for_a_partner_names_one(applicant_client, tournament):
    own = sign_up(applicant_client, tournament, player_2="", seeks="on")
    assert applicant_client.post(address("own_sign_up", tournament), TYPED).status_code == 303
    own.refresh_from_db()
    assert own.state == "let_in"


def test_joined_applicant_sees_the_pair_and_cancels_their_part(applicant_client, tournament):
    own = sign_up(applicant_client, tournament, player_2="", seeks="on")
    other = apply(tournament, "Su Ak", contact="su@example.org")
    decisions.join_applications(first=other, second=own, by=CONSOLE, at=NOW)
    page = text(applicant_client.get(address("own_sign_up", tournament)))
    assert "Su Ak" in page
    assert "su@example.org" not in page
    applicant_client.post(address("cancel_sign_up", tournament))
    other.refresh_from_db()
    assert other.state == "seeking"


def test_cancelling_is_confirmed_by_a_message(applicant_client, tournament):
    own = sign_up(applicant_client, tournament)
    response = applicant_client.post(address("cancel_sign_up", tournament), follow=True)
    assert message_levels(response) == ["success"]
    assert shown_state(text(response)) == "cancelled"
    own.refresh_from_db()
    assert own.state == "cancelled"
    assert not tournament.entrants.exists()
    assert applicant_client.post(address("cancel_sign_up", tournament)).status_code == 422
    assert applicant_client.post(address("own_sign_up", tournament), TYPED).status_code == 422


def test_cancelling_after_the_draw_refers_to_the_organizers(applicant_client, tournament):
    enter_pairs(tournament, 3)
    sign_up(applicant_client, tournament)
    own_page, cancel = address("own_sign_up", tournament), address("cancel_sign_up", tournament)
    assert cancel in text(applicant_client.get(own_page))
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    assert cancel not in text(applicant_client.get(own_page))
    response = applicant_client.post(cancel)
    assert (response.status_code, response.context["refusal"].code) == (422, "entries_closed")


def test_refused_applicant_sees_the_refusal(applicant_client, tournament):
    set_terms(tournament, approval=True)
    own = sign_up(applicant_client, tournament)
    decisions.refuse(application=own, by=CONSOLE, at=NOW)
    assert shown_state(text(applicant_client.get(address("own_sign_up", tournament)))) == "refused"


def test_partners_with_the_same_page_do_not_overwrite_each_other(applicant_client, tournament):
    set_terms(tournament, questions=("Kaçta?",))
    own = sign_up(applicant_client, tournament)
    page = address("own_sign_up", tournament)
    first, second, third = (guarded_form(applicant_client, page) for _phone in range(3))
    assert first.send(applicant_client, contact="0544 111 22 33").status_code == 303
    assert second.send(applicant_client, answer_0="19:00").status_code == 303
    refused = third.send(applicant_client, contact="0555 111 22 33")
    assert refused.status_code == 422
    assert [clash.name for clash in refused.context["form"].clashes] == ["contact"]
    own.refresh_from_db()
    assert (own.contact, dict(own.question_answers)) == ("0544 111 22 33", {"Kaçta?": "19:00"})
