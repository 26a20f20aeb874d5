from __future__ import annotations

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.translation import override

from tests.factories import NOW, open_tournament
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import apply, open_sign_up, set_terms
from tests.tournaments.signup.views.conftest import address
from tournaments.log.actor import CONSOLE
from tournaments.models import Application
from tournaments.signup.domain import decisions
from tournaments.signup.views.application_list import fee_total
from tournaments.signup.views.desk_context import payments_text
from tournaments.signup.views.desk_rows import UNDO_TIME

pytestmark = pytest.mark.django_db

DAY_AFTER = NOW + timedelta(days=1)


def charge(tournament, count):
    set_terms(tournament, fee="300 TL, at the door")
    return [apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir") for letter in "abcdefgh"[:count]]


def mark(client, tournament, *applications, **more):
    keys = [str(application.public_id) for application in applications]
    return client.post(address("mark_sign_ups_paid", tournament), {"entry": keys}, **more)


def undo(client, tournament, paid_at, **more):
    return client.post(address("undo_sign_up_payments", tournament), {"paid_at": paid_at}, **more)


def paid_of(tournament):
    return list(tournament.applications.exclude(paid_at=None).order_by("pk"))


def shown(page):
    return page.content.decode()


def undo_value(page):
    (value,) = re.findall(r'name="paid_at"\s+value="([^"]+)"', shown(page))
    return value


@pytest.mark.release
def test_several_are_marked_together_with_their_sum_and_one_undo(organizer_client, tournament):
    entries = charge(tournament, 5)
    page = mark(organizer_client, tournament, *entries[:4], follow=True)
    assert paid_of(tournament) == entries[:4]
    assert len({application.paid_at for application in paid_of(tournament)}) == 1
    assert [row.application for row in page.context["paid_together"]] == entries[:4]
    with override("en"):
        assert payments_text(tournament, 4, "300 TL") == "4 pairs · 1,200 TL"
    assert page.context["paid_together_text"] == "4 takım · 1.200 TL"
    undone = undo(organizer_client, tournament, undo_value(page), follow=True)
    assert (paid_of(tournament), undone.context["paid_together"]) == ([], [])
    actions = list(tournament.log.order_by("pk").values_list("action", flat=True))
    assert actions[-8:] == ["application_paid"] * 4 + ["application_unpaid"] * 4


def test_second_tap_changes_and_logs_nothing(organizer_client, tournament):
    entries = charge(tournament, 2)
    mark(organizer_client, tournament, *entries)
    paid_at, rows = paid_of(tournament)[0].paid_at, tournament.log.count()
    page = mark(organizer_client, tournament, *entries, follow=True)
    assert ({own.paid_at for own in paid_of(tournament)}, tournament.log.count()) == ({paid_at}, rows)
    undo(organizer_client, tournament, undo_value(page))
    undo(organizer_client, tournament, undo_value(page))
    assert (paid_of(tournament), tournament.log.count()) == ([], rows + 2)


def test_undo_leaves_payments_of_another_time(organizer_client, tournament):
    entries = charge(tournament, 3)
    decisions.mark_paid(application=entries[2], paid=True, by=CONSOLE, at=NOW)
    page = mark(organizer_client, tournament, *entries, follow=True)
    assert len(page.context["paid_together"]) == 2
    decisions.mark_paid(application=entries[0], paid=False, by=CONSOLE, at=NOW)
    decisions.mark_paid(application=entries[0], paid=True, by=CONSOLE, at=DAY_AFTER)
    undo(organizer_client, tournament, undo_value(page))
    assert paid_of(tournament) == [entries[0], entries[2]]


def test_undo_of_several_is_offered_as_long_as_that_of_one(organizer_client, tournament):
    entries = charge(tournament, 2)
    mark(organizer_client, tournament, *entries)
    offer = 'data-test="undo-payments"'
    assert offer in shown(organizer_client.get(address("sign_ups", tournament)))
    Application.objects.filter(tournament=tournament).update(paid_at=timezone.now() - UNDO_TIME)
    assert offer not in shown(organizer_client.get(address("sign_ups", tournament)))


def test_one_selected_is_named(organizer_client, tournament):
    entries = charge(tournament, 2)
    page = mark(organizer_client, tournament, entries[0], follow=True)
    assert (message_levels(page), page.context["paid_together"]) == (["success"], [])
    assert "Alia Kaya" in str(next(iter(page.context["messages"])))


def test_nothing_selected_is_refused(organizer_client, tournament):
    charge(tournament, 2)
    response = mark(organizer_client, tournament)
    assert (response.status_code, response.context["refusal"].code) == (422, "no_application_selected")
    assert paid_of(tournament) == []


def test_entries_of_another_club_are_refused_and_none_is_marked(organizer_client, tournament):
    own, foreign = charge(tournament, 1), open_sign_up(fee="300 TL")
    other = apply(foreign, "Su Ak", "Can Er")
    assert mark(organizer_client, tournament, *own, other).status_code == 404
    assert mark(organizer_client, foreign, other).status_code == 404
    unknown = {"entry": [str(own[0].public_id), str(uuid4())]}
    for posted in (unknown, {"entry": [str(own[0].public_id), "?"]}):
        assert organizer_client.post(address("mark_sign_ups_paid", tournament), posted).status_code == 404
    assert (paid_of(tournament), paid_of(foreign)) == ([], [])


def test_undo_reaches_no_other_tournament(organizer_client, tournament):
    other = open_tournament(club=tournament.club)
    for own in (*charge(tournament, 1), *charge(other, 1)):
        decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    undo(organizer_client, tournament, NOW.isoformat())
    assert (paid_of(tournament), len(paid_of(other))) == ([], 1)
    foreign = open_sign_up()
    assert undo(organizer_client, foreign, NOW.isoformat()).status_code == 404


@pytest.mark.parametrize("typed", ["", "yesterday", "2026-11-21T19:00:00", "2026-13-41T19:00:00+00:00"])
def test_undo_without_a_time_is_not_found(organizer_client, tournament, typed):
    assert undo(organizer_client, tournament, typed).status_code == 404


@pytest.mark.parametrize("name", ["mark_sign_ups_paid", "undo_sign_up_payments"])
def test_reload_of_a_payment_leads_to_the_list_with_filter_and_order(organizer_client, tournament, name):
    query = "?show=unpaid&sort=name"
    response = organizer_client.get(address(name, tournament) + query)
    assert (response.status_code, response.headers["Location"]) == (
        303,
        address("sign_ups", tournament) + query,
    )


def test_unpaid_rows_are_selected_and_their_sums_are_worded_before(organizer_client, tournament):
    entries = charge(tournament, 3)
    decisions.mark_paid(application=entries[0], paid=True, by=CONSOLE, at=NOW)
    page = organizer_client.get(address("sign_ups", tournament))
    selectable = re.findall(r'name="entry"\s+value="([^"]+)"', shown(page))
    assert selectable == [str(entry.public_id) for entry in entries[1:]]
    assert page.context["payment_labels"].count(" TL") == 2
    set_terms(tournament)
    page = organizer_client.get(address("sign_ups", tournament))
    assert ('name="entry"' in shown(page), 'data-test="pay-several"' in shown(page)) == (False, False)


def test_payment_of_a_duplicate_is_marked_in_its_menu_and_undone_beside_it(organizer_client, tournament):
    set_terms(tournament, fee="300 TL")
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    twice = apply(tournament, "Ali Kaya", "Su Ak")
    decisions.mark_paid(application=first, paid=True, by=CONSOLE, at=NOW)

    def marks():
        page = shown(organizer_client.get(address("sign_ups", tournament)))
        own = page.split(f'id="row-{twice.public_id}"')[1].split("</li>")[0]
        names = ("earlier-paid", "unpaid", "mark-paid", "paid", "undo-payment")
        shown_marks = [name for name in names if f'data-test="{name}"' in own]
        in_forms = {"menu": 'value="paid"', "selectable": 'name="entry"'}
        return [*shown_marks, *(name for name, part in in_forms.items() if part in own)]

    assert marks() == ["earlier-paid", "unpaid", "menu"]
    decisions.mark_paid(application=twice, paid=True, by=CONSOLE, at=timezone.now())
    assert marks() == ["earlier-paid", "paid", "undo-payment"]


def test_nothing_is_offered_to_select_where_only_a_duplicate_is_unpaid(organizer_client, tournament):
    set_terms(tournament, fee="300 TL")
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Ali Kaya", "Su Ak")
    decisions.mark_paid(application=first, paid=True, by=CONSOLE, at=NOW)
    page = organizer_client.get(address("sign_ups", tournament))
    offered = [f'data-test="{part}"' in shown(page) for part in ("select-all", "pay-several")]
    assert (page.context["selectable_count"], offered) == (0, [False, False])


def test_sums_are_worded_for_what_the_page_shows(organizer_client, tournament, monkeypatch):
    monkeypatch.setattr("tournaments.signup.views.application_list.PAGE_SIZE", 2)
    charge(tournament, 5)
    page = organizer_client.get(address("sign_ups", tournament))
    assert (len(json.loads(page.context["payment_labels"])), page.context["payment_counts"]["unpaid"]) == (
        2,
        5,
    )


def test_sums_of_paid_and_unpaid_are_in_the_heading(organizer_client, tournament):
    set_terms(tournament, fee="300 TL")
    for letter in "abc":
        own = apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    page = organizer_client.get(address("sign_ups", tournament))
    assert (page.context["unpaid_total"], page.context["paid_total"]) == ("600 TL", "300 TL")


@pytest.mark.parametrize(
    ("amount", "count", "english", "turkish"),
    [
        ("300 TL", 4, "1,200 TL", "1.200 TL"),
        ("₺1.250", 2, "₺2,500", "₺2.500"),
        ("1,250 TL", 2, "2,500 TL", "2.500 TL"),
        ("12,50 €", 3, "37.50 €", "37,50 €"),
        ("1.250,50 TL", 2, "2,501.00 TL", "2.501,00 TL"),
        ("20", 3, "60", "60"),
        ("300 TL each", 4, "", ""),
        ("300/400 TL", 4, "", ""),
        ("", 4, "", ""),
    ],
)
def test_sum_of_the_fee_is_known_if_it_is_a_number_and_a_currency(amount, count, english, turkish):
    with override("en"):
        assert fee_total(amount, count) == english
    with override("tr"):
        assert fee_total(amount, count) == turkish


def test_sum_counts_players_of_a_tournament_for_single_players():
    singles = open_sign_up(singles=True)
    with override("en"):
        assert [payments_text(singles, count, "") for count in (1, 2)] == ["1 player", "2 players"]


def test_number_of_queries_of_several_payments(organizer_client, tournament, django_assert_num_queries):
    entries = charge(tournament, 8)
    mark(organizer_client, tournament, entries[0])
    with django_assert_num_queries(17):
        mark(organizer_client, tournament, *entries[1:3])
    with django_assert_num_queries(20):
        mark(organizer_client, tournament, *entries[3:])
    paid_at = tournament.applications.get(pk=entries[7].pk).paid_at
    with django_assert_num_queries(13):
        undo(organizer_client, tournament, paid_at.isoformat())
