from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import NOW, enter_pairs
from tests.tournaments.signup.domain.applicants import CONTACT, apply, set_terms
from tests.tournaments.signup.views.conftest import TYPED, address
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.signup.domain import terms

pytestmark = pytest.mark.django_db

SET = {"is_open": "on", "capacity": "12", "closes_at": "2126-11-20T18:00", "forget_days": "14"}


def text(answer) -> str:
    return answer.content.decode()


def decide(desk, tournament, application, deed: str):
    return desk.post(address("decide_sign_up", tournament, application.public_id), {"deed": deed})


def test_applicants_are_listed_with_contact_and_answers(desk, tournament):
    set_terms(tournament, approval=True)
    apply(tournament, "Ali Kaya", "Ece Demir", answers=(("Tişört?", "Büyük"),))
    apply(tournament, "Su Ak")
    page = text(desk.get(address("sign_ups", tournament)))
    for text_shown in ("Ali Kaya – Ece Demir", CONTACT, "Büyük", "Eş arayanlar", "Kararınızı bekleyenler"):
        assert text_shown in page
    assert "Başvurular" in text(desk.get(address("entries", tournament)))


def test_empty_list_explains_what_to_do(desk, tournament):
    page = address("sign_ups", tournament)
    assert "Henüz başvuran yok" in text(desk.get(page))
    assert "Başvuruyu aç…" not in text(desk.get(page))
    set_terms(tournament, is_open=False)
    assert "Başvuruyu aç…" in text(desk.get(page))


def test_one_tap_accepts_refuses_and_marks_the_fee(desk, tournament):
    set_terms(tournament, approval=True)
    own, other = apply(tournament, "Ali Kaya", "Ece Demir"), apply(tournament, "Su Ak", "Can Er")
    for application, action in ((own, "let_in"), (own, "paid"), (other, "refuse")):
        assert decide(desk, tournament, application, action).status_code == 303
    own.refresh_from_db()
    other.refresh_from_db()
    assert (own.state, own.paid_at is not None, other.state) == ("let_in", True, "refused")
    decide(desk, tournament, own, "unpaid")
    own.refresh_from_db()
    assert own.paid_at is None


def test_duplicates_are_listed_first_and_decided_with_one_tap(desk, tournament):
    first, kept_one, off = (
        apply(tournament, "Ali Kaya", partner) for partner in ("Ece Demir", "Su Ak", "Can Er")
    )
    page = desk.get(address("sign_ups", tournament))
    assert [row.heading for row in page.context["rows"]] == ["twice", "twice", "let_in"]
    assert text(page).count('data-test="same-name"') == 3
    assert text(page).count(first.contact) > 3
    decide(desk, tournament, kept_one, "keep_both")
    decide(desk, tournament, off, "take_off")
    off.refresh_from_db()
    page = desk.get(address("sign_ups", tournament))
    assert (off.state, text(page).count('data-test="same-name"')) == ("refused", 0)
    assert decide(desk, tournament, off, "take_off").status_code == 422


def test_all_except_duplicates_are_accepted_with_one_tap(desk, tournament):
    set_terms(tournament, approval=True)
    apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Nil Ay", "Gül Su")
    twice = apply(tournament, "Ali Kaya", "Su Ak")
    assert 'data-test="let-in-all"' in text(desk.get(address("sign_ups", tournament)))
    assert desk.get(address("let_in_sign_ups", tournament)).status_code == 303
    assert desk.post(address("let_in_sign_ups", tournament)).status_code == 303
    twice.refresh_from_db()
    assert (tournament.entrants.count(), twice.state) == (2, "asked")


def test_concurrent_decision_is_explained(desk, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    response = decide(desk, tournament, own, "let_in")
    assert response.status_code == 422
    assert "bu arada değişti" in text(response)


def test_unknown_action_and_foreign_user_get_404(desk, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert decide(desk, tournament, own, "sell").status_code == 404
    unknown = address("decide_sign_up", tournament, uuid4())
    assert desk.post(unknown, {"deed": "paid"}).status_code == 404


def test_two_applicants_without_partner_are_joined(desk, tournament):
    own, other = apply(tournament, "Ali Kaya"), apply(tournament, "Su Ak")
    two = {"first": str(own.public_id), "second": str(other.public_id)}
    response = desk.post(address("join_sign_ups", tournament), two, follow=True)
    assert "Ali Kaya – Su Ak artık bir takım" in text(response)
    assert desk.post(address("join_sign_ups", tournament), two).status_code == 422
    assert desk.post(address("join_sign_ups", tournament), {"first": "?"}).status_code == 422
    assert desk.get(address("join_sign_ups", tournament)).status_code == 303


def test_terms_are_set_in_the_clubs_time_zone(desk, tournament):
    typed = SET | {
        "approval": "on",
        "fee": "200 lira",
        "questions": "Tişört?\n\nAraba?",
        "consent": " Olur. ",
    }
    assert desk.post(address("sign_up_terms", tournament), typed).status_code == 303
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
    assert 'value="2126-11-20T18:00"' in text(desk.get(address("sign_up_terms", tournament)))


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
def test_invalid_terms_are_rejected_at_their_field(desk, tournament, changes, field):
    before = terms.terms_of(tournament)
    response = desk.post(address("sign_up_terms", tournament), SET | changes)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert terms.terms_of(tournament) == before


def test_expired_deadline_may_stay_but_does_not_reopen(desk, tournament):
    passed = datetime(2026, 6, 3, 15, 0, tzinfo=UTC)
    typed = {"closes_at": "2026-06-03T18:00", "forget_days": "14"}
    set_terms(tournament, closes_at=passed)
    assert desk.post(address("sign_up_terms", tournament), typed | {"is_open": "on"}).status_code == 303
    set_terms(tournament, closes_at=passed, is_open=False)
    assert desk.post(address("sign_up_terms", tournament), typed).status_code == 303
    refused = desk.post(address("sign_up_terms", tournament), typed | {"is_open": "on"})
    assert refused.status_code == 422
    assert "Bu zaman geçti" in text(refused)
    assert 'value="2026-06-03T18:00"' in text(refused)
    assert not terms.terms_of(tournament).is_open


def test_more_places_accept_from_the_waiting_list_with_a_message(desk, tournament):
    set_terms(tournament, capacity=1)
    enter_pairs(tournament, 1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    response = desk.post(address("sign_up_terms", tournament), SET, follow=True)
    assert "1 başvuru listeye geçti" in text(response)


def test_draw_ends_terms_and_decisions(desk, tournament):
    set_terms(tournament, approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    enter_pairs(tournament, 4)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    assert desk.post(address("sign_up_terms", tournament), SET).status_code == 422
    assert decide(desk, tournament, own, "let_in").status_code == 422
    assert desk.post(address("let_in_sign_ups", tournament)).status_code == 422
    assert "Kapalı: kura çekildi" in text(desk.get(address("sign_ups", tournament)))
    assert decide(desk, tournament, own, "paid").status_code == 303


def test_removed_entrant_makes_room(desk, phone, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Su Ak", "Can Er")
    waiting = apply(tournament, "Ali Kaya", "Ece Demir")
    first = tournament.entrants.get()
    desk.post(address("remove_entrant", tournament, first.public_id))
    waiting.refresh_from_db()
    assert waiting.state == "let_in"
    gone = tournament.applications.get(player_1="Su Ak")
    assert gone.state == "refused"
    desk.post(address("add_entrant", tournament), {"again": str(first.public_id)})
    gone.refresh_from_db()
    assert (gone.state, gone.entrant is not None) == ("let_in", True)


def test_poster_links_to_the_page(desk, tournament):
    page = text(desk.get(address("sign_up_poster", tournament)))
    assert f"testserver/t/{tournament.public_id}/basvuru/" in page
    assert "<svg" in page


def test_number_of_queries_does_not_grow_with_applicants(desk, tournament, django_assert_num_queries):
    set_terms(tournament, approval=True)
    apply(tournament, "Kişi 0")
    with django_assert_num_queries(18):
        desk.get(address("sign_ups", tournament))
    for number in range(1, 15):
        apply(tournament, f"Kişi {number}")
        apply(tournament, f"Bir {number}", f"Öteki {number}")
    with django_assert_num_queries(18):
        desk.get(address("sign_ups", tournament))


def test_log_shows_sign_up_by_the_applicant(desk, phone, tournament):
    phone.post(address("sign_up", tournament), TYPED)
    page = text(desk.get(reverse("scoring:log", args=[tournament.public_id])))
    assert "Başvuru sayfası" in page
    assert "Başvuran listeye alındı" in page
