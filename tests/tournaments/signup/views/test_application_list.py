from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import NOW, enter_named, enter_pairs
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tests.tournaments.signup.domain.mailbox import ALI, set_up_email
from tests.tournaments.signup.views.conftest import address
from tournaments.enums import ApplicationState, PartnerRequestState
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Entrant, PartnerRequest, SignUp
from tournaments.signup.domain import decisions
from tournaments.signup.domain.contact_emails import Contact
from tournaments.signup.views import application_list, desk_rows
from tournaments.signup.views.application_list import FILTERS, fee_amount, is_found
from tournaments.signup.views.application_rows import read_rows

pytestmark = pytest.mark.django_db


def rows_of(tournament, *, has_fee=False):
    return read_rows(tournament, has_fee=has_fee, at=NOW)


def actions_of(tournament, state, *, has_fee=False):
    row = next(row for row in rows_of(tournament, has_fee=has_fee) if row.application.state == state)
    return row.turns_down, row.next_action, row.rare_actions


def page_of(client, tournament, **query):
    return client.get(address("sign_ups", tournament), query)


def shown(page):
    return page.content.decode()


def test_each_state_has_one_next_action_and_others_in_a_menu(tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Su Ak", "Can Er")
    apply(tournament, "Nil Tan")
    set_terms(tournament, capacity=1, approval=True)
    apply(tournament, "Ufuk Ay", "Oya Su")
    assert actions_of(tournament, ApplicationState.ASKED) == ("", "let_in", ["refuse"])
    assert actions_of(tournament, ApplicationState.SEEKING) == ("", "", ["refuse"])
    assert actions_of(tournament, ApplicationState.WAITING) == ("", "let_in_now", ["refuse"])
    assert actions_of(tournament, ApplicationState.LET_IN) == ("", "", ["remove_from_list"])
    assert actions_of(tournament, ApplicationState.LET_IN, has_fee=True) == ("", "paid", ["remove_from_list"])


def test_refused_applicant_who_has_paid_can_be_let_in_or_paid_back(tournament):
    set_terms(tournament, approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    decisions.refuse(application=own, by=CONSOLE, at=NOW)
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    assert actions_of(tournament, ApplicationState.REFUSED) == ("", "let_in", ["unpaid"])


def test_unconfirmed_applicant_is_accepted_first_and_let_in_early_by_the_menu(tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = apply(tournament, "Su Ak", "Can Er")
    Application.objects.filter(pk=waiting.pk).update(must_confirm=True)
    assert actions_of(tournament, ApplicationState.WAITING) == ("", "let_in", ["let_in_now", "refuse"])


def test_waiting_list_is_numbered_without_those_who_must_confirm(tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = [apply(tournament, f"Su Ak{letter}", f"Can Er{letter}") for letter in "abc"]
    Application.objects.filter(pk=waiting[1].pk).update(must_confirm=True)
    turns = {row.application.pk: row.turn for row in rows_of(tournament)}
    assert [turns[application.pk] for application in waiting] == [1, None, 2]
    assert [turn for turn in turns.values() if turn] == [1, 2]


def test_unconfirmed_applicants_stand_below_the_numbered_ones(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = [apply(tournament, f"Su Ak{letter}", f"Can Er{letter}") for letter in "abc"]
    Application.objects.filter(pk=waiting[0].pk).update(must_confirm=True)
    page = page_of(organizer_client, tournament)
    headings = [row.heading for row in page.context["other_rows"]]
    assert headings == ["waiting", "waiting", "let_in"]
    assert [row.application for row in page.context["unconfirmed_rows"]] == [waiting[0]]
    places = [shown(page).index(f'id="rows-{key}"') for key in ("waiting", "unconfirmed", "let_in")]
    assert places == sorted(places)
    Application.objects.filter(pk__in=[own.pk for own in waiting]).update(must_confirm=True)
    alone = page_of(organizer_client, tournament)
    assert [row.heading for row in alone.context["other_rows"]] == [*["unconfirmed"] * 3, "let_in"]
    assert shown(alone).count('id="rows-unconfirmed"') == 1


def part_of(page, row):
    return shown(page).split(f'id="row-{row.application.public_id}"')[1].split("</li>")[0]


def consequences_of(page):
    found = re.findall(r'data-test="consequence">(.*?)</small>', shown(page), re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", "", text).split()) for text in found]


def test_decision_shows_the_number_it_gives_on_a_full_list_else_the_place(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    for letter in "abc":
        last = apply(tournament, f"Su Ak{letter}", f"Can Er{letter}")
    Application.objects.filter(pk=last.pk).update(must_confirm=True)
    set_terms(tournament, capacity=1, approval=True)
    apply(tournament, "Ufuk Ay", "Oya Su")
    page = page_of(organizer_client, tournament, show="decide")
    assert [row.turn_if_accepted for row in page.context["rows_to_decide"]] == [3]
    assert "3 numara" in consequences_of(page)
    SignUp.objects.filter(tournament=tournament).update(capacity=9)
    page = page_of(organizer_client, tournament, show="decide")
    assert "yer: 2 / 9" in consequences_of(page)


def test_decision_shows_whether_an_email_goes_out_if_the_site_sends_some(
    organizer_client, tournament, settings
):
    set_terms(tournament, approval=True)
    apply(tournament, "Ufuk Ay", "Oya Su")
    assert not any("e-posta" in text for text in consequences_of(page_of(organizer_client, tournament)))
    set_up_email(settings)
    Application.objects.all().delete()
    apply(tournament, "Ufuk Ay", "Oya Su")
    apply(tournament, "Su Ak", "Can Er", contact=ALI)
    page = page_of(organizer_client, tournament)
    assert [row.gets_email for row in page.context["rows_to_decide"]] == [False, True]
    assert shown(page).count('data-test="email-for-all"') == 1
    assert 'data-test="own-consequence"' not in shown(page)


def test_section_states_the_consequence_of_its_rows_once(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Su Ak", "Can Er")
    set_terms(tournament, capacity=1, approval=True)
    pair, seeker = apply(tournament, "Ufuk Ay", "Oya Su"), apply(tournament, "Nil Tan")
    alone = page_of(organizer_client, tournament)
    assert [row.section for row in alone.context["rows_to_decide"]] == [None]
    apply(tournament, "Ali Er", "Gül Su")
    Application.objects.filter(pk=seeker.pk).update(state=ApplicationState.ASKED)
    page = page_of(organizer_client, tournament)
    assert [row.section.turn for row in page.context["rows_to_decide"]] == [2, 2, 2]
    assert shown(page).count('data-test="consequence-for-all"') == 1
    own = {
        row.application: part_of(page, row).count('data-test="own-consequence"')
        for row in page.context["rows_to_decide"]
    }
    assert (own[pair], own[seeker]) == (0, 1)


@pytest.mark.release
@pytest.mark.parametrize(("capacity", "places_over"), [(None, 0), (3, 0), (2, 1), (1, 2)])
def test_entries_over_the_capacity_are_counted(organizer_client, tournament, capacity, places_over):
    for letter in "ab":
        apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    SignUp.objects.filter(tournament=tournament).update(capacity=capacity)
    assert page_of(organizer_client, tournament).context["places_over"] == places_over


def test_both_decisions_about_a_duplicate_are_equal_in_each_case(organizer_client, tournament):
    apply(tournament, "Ali Kaya", "Ece Demir")
    same = apply(tournament, "Ece Demir", "Ali Kaya")
    other = apply(tournament, "Ali Kaya", "Su Ak")
    page = page_of(organizer_client, tournament)
    rows = page.context["rows_to_decide"]
    assert [row.application for row in rows] == [same, other]
    assert [row.are_both_listed for row in rows] == [True, False]
    assert solid_actions(page) == []
    for part in ('data-test="keeps-earlier"', 'value="remove_from_list"', 'value="dismiss_duplicate"'):
        assert [part_of(page, row).count(part) for row in rows] == [1, 1]


def test_duplicates_show_their_number_and_are_decided_alike(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    listed = apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Su Ak", "Can Er")
    waiting = apply(tournament, "Ali Kaya", "Oya Su")
    set_terms(tournament, capacity=1, approval=True)
    asked = apply(tournament, "Ali Kaya", "Gül Ay")
    page = page_of(organizer_client, tournament)
    rows = page.context["rows_to_decide"]
    assert [(row.application, row.turn) for row in rows] == [(waiting, 2), (asked, None)]
    assert [row.next_action for row in rows] == ["dismiss_duplicate", "let_in"]
    assert [f'id="down-{row.application.public_id}"' in shown(page) for row in rows] == [True, True]
    assert rows[0].duplicate_entries[0].signed_up_at == listed.signed_up_at
    lines = [shown(page).count(f'data-test="{line}"') for line in ("new-entry", "same-name")]
    assert lines == [2, 3]


def test_duplicates_are_shown_once_and_counted_below_the_list_of_their_state(organizer_client, tournament):
    set_terms(tournament, capacity=2)
    apply(tournament, "Ali Kaya", "Ece Demir")
    listed = apply(tournament, "Ali Kaya", "Su Ak")
    twice = apply(tournament, "Ali Kaya", "Oya Su")
    apply(tournament, "Nil Ay", "Gül Su")
    page = page_of(organizer_client, tournament)
    waiting = [row for row in page.context["other_rows"] if row.heading == "waiting"]
    assert [row.turn for row in waiting] == [2]
    assert [row.application for row in page.context["rows_to_decide"]] == [listed, twice]
    assert len(page.context["other_rows"]) == 2
    assert (page.context["listed_above"], page.context["waiting_above"]) == (1, 1)
    assert shown(page).count('data-test="duplicates-above"') == 2
    counts = page.context["filter_counts"]
    assert (counts["listed"], counts["waiting"]) == (2, 2)
    filtered = page_of(organizer_client, tournament, show="decide")
    assert [row.heading for row in filtered.context["other_rows"]] == []
    assert len(page_of(organizer_client, tournament, show="waiting").context["other_rows"]) == 1


def test_fullness_is_stated_once(organizer_client, tournament):
    set_terms(tournament, capacity=251)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = apply(tournament, "Su Ak", "Can Er")
    Application.objects.filter(pk=waiting.pk).update(state=ApplicationState.WAITING, entrant=None)
    page = page_of(organizer_client, tournament)
    without_consequences = re.sub(r"<small.*?</small>", "", shown(page), flags=re.DOTALL)
    words = re.sub("<[^>]*>", "", without_consequences)
    assert (page.context["waiting_count"], words.count("251")) == (1, 1)
    assert len(page.context["places_text"].split(", ")) == 2


def test_places_reserved_for_unconfirmed_entries_are_counted(organizer_client, tournament, settings):
    set_terms(tournament, capacity=3)
    apply(tournament, "Ali Kaya", "Ece Demir")
    assert page_of(organizer_client, tournament).context["reserved_count"] == 0
    unconfirmed = apply(tournament, "Su Ak", "Can Er")
    Application.objects.filter(pk=unconfirmed.pk).update(
        state=ApplicationState.WAITING, entrant=None, must_confirm=True, signed_up_at=timezone.now()
    )
    tournament.entrants.order_by("-number")[0].delete()
    SignUp.objects.filter(tournament=tournament).update(confirmation=True)
    page = page_of(organizer_client, tournament)
    assert page.context["reserved_count"] == 1
    assert len(page.context["places_text"].split(", ")) == 2


def solid_actions(page):
    return re.findall(r'class="btn su-next go"\s+name="action"\s+value="(\w+)"', shown(page))


@pytest.mark.release
def test_only_decisions_and_number_1_with_a_free_place_are_solid(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = apply(tournament, "Su Ak", "Can Er")
    refused = apply(tournament, "Nil Ay", "Gül Su")
    decisions.refuse(application=refused, by=CONSOLE, at=NOW)
    assert solid_actions(page_of(organizer_client, tournament)) == []
    SignUp.objects.filter(tournament=tournament).update(capacity=2)
    assert solid_actions(page_of(organizer_client, tournament)) == ["let_in_now"]
    decisions.refuse(application=waiting, by=CONSOLE, at=NOW)
    set_terms(tournament, capacity=2, approval=True)
    apply(tournament, "Ufuk Ay", "Oya Su")
    assert solid_actions(page_of(organizer_client, tournament)) == ["let_in"]


@pytest.mark.release
def test_payments_are_counted_beside_the_list_of_entrants_if_there_is_a_fee(organizer_client, tournament):
    for letter in "abc":
        own = apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    assert 'data-test="payments"' not in shown(page_of(organizer_client, tournament))
    set_terms(tournament, fee="200 TL")
    page = page_of(organizer_client, tournament)
    assert page.context["payment_counts"] == {"paid": 1, "unpaid": 2}
    assert 'data-test="payments"' in shown(page)
    assert 'data-test="unpaid-link"' in shown(page)
    assert 'data-test="payments"' not in shown(page_of(organizer_client, tournament, name="ali"))


def test_unpaid_entrants_are_first_then_those_without_a_record_and_the_paid(organizer_client, tournament):
    enter_named(tournament, [("Ak – Er", ("Su Ak", "Can Er"))])
    for letter in "abc":
        own = apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
        if letter == "a":
            decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    listed = [row.names for row in page_of(organizer_client, tournament).context["other_rows"]]
    assert [names.split()[0] for names in listed] == ["Alia", "Alib", "Alic", "Su"]
    set_terms(tournament, fee="200 TL, at the door")
    page = page_of(organizer_client, tournament)
    listed = [row.names for row in page.context["other_rows"]]
    assert [names.split()[0] for names in listed] == ["Alib", "Alic", "Su", "Alia"]
    assert shown(page).count('data-test="mark-paid"') == 2


@pytest.mark.parametrize(
    ("fee", "amount"),
    [
        ("300 TL, at the door", "300 TL"),
        ("12,50 €", "12,50 €"),
        ("200 TL (students 100)", "200 TL"),
        ("see the notice board", ""),
        ("300 TL for members and 400 TL for guests", ""),
        ("", ""),
    ],
)
def test_amount_of_a_fee_is_its_short_beginning_with_a_number(fee, amount):
    assert fee_amount(fee) == amount


PAYMENT = re.compile(r'id="pay-[\w-]+"\s+name="action"\s+value="(\w+)"')


def test_amount_is_beside_a_button_with_names_and_then_the_time_with_undo(organizer_client, tournament):
    set_terms(tournament, fee="200 TL")
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    page = shown(page_of(organizer_client, tournament))
    assert PAYMENT.findall(page) == ["paid"]
    status = page.split('data-test="unpaid"')[1].split("</span>")[0]
    button = page.split('data-test="mark-paid"')[1].split("</button>")[0]
    assert ("200 TL" in status, "200 TL" in button, "Ali Kaya – Ece Demir" in button) == (True, False, True)
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=timezone.now())
    page = shown(page_of(organizer_client, tournament))
    assert (PAYMENT.findall(page), 'data-test="undo-payment"' in page) == (["unpaid"], True)


@pytest.mark.release
def test_row_paid_lately_keeps_its_place_also_among_the_unpaid_until_it_is_late_to_undo(
    organizer_client, tournament
):
    set_terms(tournament, fee="200 TL")
    paid, _other = (apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir") for letter in "ab")

    def listed(**query):
        return [
            row.names.split()[0]
            for row in page_of(organizer_client, tournament, **query).context["other_rows"]
        ]

    decisions.mark_paid(application=paid, paid=True, by=CONSOLE, at=timezone.now())
    assert (listed(), listed(show="unpaid")) == (["Alia", "Alib"], ["Alia", "Alib"])
    assert page_of(organizer_client, tournament).context["filter_counts"]["unpaid"] == 1
    earlier = timezone.now() - desk_rows.UNDO_TIME
    Application.objects.filter(pk=paid.pk).update(paid_at=earlier)
    assert (listed(), listed(show="unpaid")) == (["Alib", "Alia"], ["Alib"])
    page = shown(page_of(organizer_client, tournament))
    assert 'data-test="undo-payment"' not in page
    assert 'name="action" value="unpaid"' in " ".join(page.split())


def test_own_entrants_end_the_list_and_rejected_ones_are_last(organizer_client, tournament):
    enter_named(tournament, [("Ak – Er", ("Su Ak", "Can Er"))])
    apply(tournament, "Ali Kaya", "Ece Demir")
    decisions.refuse(application=apply(tournament, "Nil Tan"), by=CONSOLE, at=NOW)
    page = shown(page_of(organizer_client, tournament))
    places = [page.index(f'id="{key}"') for key in ("rows-let_in", "row-entrant-1", "rows-refused")]
    assert places == sorted(places)


def names_in_order(client, tournament, **query):
    return [row.names.split()[0] for row in page_of(client, tournament, **query).context["other_rows"]]


def test_list_is_sorted_by_name_arrival_and_payment(organizer_client, tournament):
    set_terms(tournament, fee="200 TL")
    enter_named(tournament, [("Ak – Er", ("Su Ak", "Can Er"))])
    entries = {}
    for hours, name in enumerate(("Çınar", "Ilgaz", "Cem", "İnci")):
        at = NOW + timedelta(hours=hours)
        entries[name] = apply(tournament, f"{name} Kaya", f"Ece{name} Demir", at=at)
    for hours, name in ((1, "Cem"), (2, "Çınar")):
        at = NOW + timedelta(hours=hours)
        decisions.mark_paid(application=entries[name], paid=True, by=CONSOLE, at=at)
    orders = {
        "": ["Ilgaz", "İnci", "Su", "Çınar", "Cem"],
        "name": ["Cem", "Çınar", "Ilgaz", "İnci", "Su"],
        "arrival": ["Çınar", "Ilgaz", "Cem", "İnci", "Su"],
        "newest": ["İnci", "Cem", "Ilgaz", "Çınar", "Su"],
        "paid": ["Çınar", "Cem", "Ilgaz", "İnci", "Su"],
        "unknown": ["Ilgaz", "İnci", "Su", "Çınar", "Cem"],
    }
    for sort, names in orders.items():
        assert names_in_order(organizer_client, tournament, sort=sort) == names


def test_waiting_list_keeps_its_numbers_in_another_order(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    for name in ("Ali", "Su", "Can"):
        apply(tournament, f"{name} Kaya", f"Ece{name} Demir")
    page = page_of(organizer_client, tournament, sort="name")
    waiting = [(row.turn, row.names.split()[0]) for row in page.context["other_rows"] if row.has_turn]
    assert waiting == [(2, "Can"), (1, "Su")]


def test_order_and_filter_keep_each_other_in_links_and_forms(organizer_client, tournament):
    set_terms(tournament, fee="200 TL")
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    desk = address("sign_ups", tournament)
    page = shown(page_of(organizer_client, tournament, show="unpaid", sort="name"))
    links = re.findall(r'href="([^"]+)"\s+(aria-current="true")?\s*data-test="sort-(\w+)"', page)
    assert links == [
        (f"{desk}?show=unpaid", "", "usual"),
        (f"{desk}?show=unpaid&amp;sort=name", 'aria-current="true"', "name"),
        (f"{desk}?show=unpaid&amp;sort=arrival", "", "arrival"),
        (f"{desk}?show=unpaid&amp;sort=newest", "", "newest"),
        (f"{desk}?show=unpaid&amp;sort=paid", "", "paid"),
    ]
    assert f'href="{desk}?show=listed&amp;sort=name"' in page
    assert f'href="{desk}?sort=name"' in page
    assert '<input type="hidden" name="sort" value="name">' in page
    pay = address("decide_sign_up", tournament, own.public_id)
    response = organizer_client.post(f"{pay}?show=unpaid&sort=name", {"action": "paid"})
    assert response.headers["Location"] == f"{desk}?show=unpaid&sort=name"


def test_without_a_fee_nothing_is_sorted_by_payment(organizer_client, tournament):
    apply(tournament, "Ali Kaya", "Ece Demir")
    assert page_of(organizer_client, tournament).context["sorts"] == ["", "name", "newest"]


def filters_of(page):
    return re.findall(r'data-test="filter-(\w+)"', shown(page))


@pytest.mark.release
def test_each_filter_leaves_only_its_entries(organizer_client, tournament):
    set_terms(tournament, capacity=2, fee="200 TL")
    paid = apply(tournament, "Ali Kaya", "Ece Demir")
    decisions.mark_paid(application=paid, paid=True, by=CONSOLE, at=NOW)
    twice = apply(tournament, "Ali Kaya", "Oya Su")
    waiting = apply(tournament, "Su Ak", "Can Er")
    unconfirmed = apply(tournament, "Ufuk Ay", "Eda Us")
    Application.objects.filter(pk=unconfirmed.pk).update(must_confirm=True)
    seeking = apply(tournament, "Nil Tan")
    whole = page_of(organizer_client, tournament)
    assert filters_of(whole) == ["all", *FILTERS]
    expected = {
        "decide": {twice},
        "unpaid": {twice},
        "seeking": {seeking},
        "waiting": {waiting},
        "unconfirmed": {unconfirmed},
        "listed": {paid, twice},
    }
    assert whole.context["filter_counts"] == {key: len(found) for key, found in expected.items()}
    for key, found in expected.items():
        page = page_of(organizer_client, tournament, show=key)
        assert {row.application for row in page.context["applications"]} == found
        assert filters_of(page) == ["all", *FILTERS]


def test_unknown_filter_shows_all_and_filters_without_entries_are_left_out(organizer_client, tournament):
    apply(tournament, "Ali Kaya", "Ece Demir")
    page = page_of(organizer_client, tournament, show="sold")
    assert (len(page.context["applications"]), filters_of(page)) == (1, ["all", "listed"])
    empty = page_of(organizer_client, tournament, show="unpaid")
    assert 'data-test="nobody-in-filter"' in shown(empty)
    assert filters_of(empty) == ["all", "unpaid", "listed"]


def test_filter_stays_in_live_updates_decisions_search_and_preview(organizer_client, tournament):
    set_terms(tournament, capacity=1, fee="200 TL")
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = apply(tournament, "Su Ak", "Can Er")
    desk = address("sign_ups", tournament)
    page = shown(page_of(organizer_client, tournament, show="unpaid"))
    assert f'hx-get="{desk}?show=unpaid"' in page
    assert '<input type="hidden" name="show" value="unpaid">' in page
    pay = address("decide_sign_up", tournament, own.public_id)
    assert f'action="{pay}?show=unpaid"' in page
    response = organizer_client.post(f"{pay}?show=unpaid", {"action": "paid"})
    assert response.headers["Location"] == f"{desk}?show=unpaid"
    accept = f"{address('decide_sign_up', tournament, waiting.public_id)}?show=waiting"
    preview = shown(organizer_client.post(accept, {"action": "let_in_now"})).split('data-test="early-entry"')[
        1
    ]
    assert f'action="{accept}"' in preview.split("</form>")[0]


def test_next_step_waits_for_decisions_that_a_filter_hides(organizer_client, tournament):
    enter_pairs(tournament, 4)
    apply(tournament, "Nil Tan")
    step = 'id="next-step"'
    assert step in shown(page_of(organizer_client, tournament, show="seeking"))
    set_terms(tournament, approval=True)
    apply(tournament, "Ali Kaya", "Ece Demir")
    assert step not in shown(page_of(organizer_client, tournament, show="seeking"))


@pytest.mark.release
def test_list_of_more_than_twenty_is_folded_unless_filtered_or_searched(organizer_client, tournament):
    letters = "abcdefghijklmnopqrstu"
    for letter in letters[:20]:
        apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    rest = 'data-test="rest-let_in"'
    assert rest not in shown(page_of(organizer_client, tournament))
    apply(tournament, f"Ali{letters[20]} Kaya", f"Ece{letters[20]} Demir")
    before, folded = shown(page_of(organizer_client, tournament)).split(rest)
    assert (before.count('id="row-'), folded.count('id="row-')) == (15, 6)
    for query in ({"show": "listed"}, {"name": "ali"}):
        page = shown(page_of(organizer_client, tournament, **query))
        assert (rest in page, page.count('id="row-')) == (False, 21)


def test_rejected_entries_are_folded_unless_searched(organizer_client, tournament):
    decisions.refuse(application=apply(tournament, "Suna Tan"), by=CONSOLE, at=NOW)
    folded = re.compile(r'<details class="fold-card su-rows" id="([\w-]+)"\s*(open)?')
    page = shown(page_of(organizer_client, tournament))
    assert folded.findall(page) == [("rows-refused", "")]
    found = shown(page_of(organizer_client, tournament, name="su"))
    assert folded.findall(found) == [("rows-refused", "open")]


def test_names_break_only_between_players(tournament):
    apply(tournament, "Ali Can Kaya", "Ece Demir")
    (row,) = rows_of(tournament)
    assert row.name_parts == [("Ali\u00a0Can\u00a0Kaya", False), ("Ece\u00a0Demir", False)]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", True),
        ("isik", True),
        ("Ayşe IŞ", True),
        ("şık", False),
        ("532 111", True),
        ("+90 532 111", True),
        ("0533", False),
    ],
)
def test_search_finds_beginnings_of_names_and_digits_of_phone_numbers(search, found):
    contacts = [Contact("Ayşe Işık", "0532 111 22 33"), Contact("Can Öz", "can@example.org")]
    assert is_found(search, "Ayşe Işık – Can Öz", contacts) is found


@pytest.mark.release
def test_search_finds_people_on_every_page(organizer_client, tournament, monkeypatch):
    monkeypatch.setattr(application_list, "PAGE_SIZE", 2)
    for letter in "abcde":
        apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    assert page_of(organizer_client, tournament).context["filter_counts"]["listed"] == len("abcde")
    page = page_of(organizer_client, tournament, name="alie")
    assert [row.names for row in page.context["other_rows"]] == ["Alie Kaya – Ecee Demir"]
    assert not page.context["is_whole"]


@pytest.mark.release
def test_entrants_entered_by_hand_are_counted_and_found(organizer_client, tournament):
    set_terms(tournament, capacity=3)
    enter_named(tournament, [("Ak – Er", ("Su Ak", "Can Er"))])
    for letter in "ab":
        apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    page = page_of(organizer_client, tournament)
    assert [row.names for row in page.context["other_rows"]][2:] == ["Su Ak – Can Er"]
    counts = ("entrant_count", "applied_count", "entered_count")
    assert [page.context[count] for count in counts] == [3, 2, 1]
    assert page.context["filter_counts"]["listed"] == 3
    facts = ["ways-of-entry", "payment-at-check-in"]
    assert [f'data-test="{fact}"' in shown(page) for fact in facts] == [True, False]
    set_terms(tournament, capacity=3, fee="200 TL")
    assert f'data-test="{facts[1]}"' in shown(page_of(organizer_client, tournament))
    found = page_of(organizer_client, tournament, name="can er")
    assert [row.names for row in found.context["applications"]] == ["Su Ak – Can Er"]
    assert found.context["filter_counts"]["listed"] == 3
    unpaid = page_of(organizer_client, tournament, show="unpaid")
    assert [row.names.split()[0] for row in unpaid.context["applications"]] == ["Alia", "Alib"]


def test_payment_of_an_entrant_entered_by_hand_is_shown_and_sorted_with_the_paid(
    organizer_client, tournament
):
    enter_named(tournament, [("Ak – Er", ("Su Ak", "Can Er"))])
    apply(tournament, "Ali Kaya", "Su Ak")
    Entrant.objects.filter(number=1).update(paid_at=NOW)
    set_terms(tournament, fee="200 TL")
    enter_named(tournament, [("Tan – Us", ("Nil Tan", "Oya Us"))])
    page = page_of(organizer_client, tournament)
    listed = [row.names.split()[0] for row in page.context["other_rows"]]
    assert listed == ["Nil", "Su"]
    counts = [
        shown(page).count(f'data-test="{fact}"') for fact in ("paid", "payment-at-check-in", "earlier-paid")
    ]
    assert counts == [1, 1, 1]


def test_decision_returns_to_the_search(organizer_client, tournament):
    set_terms(tournament, approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    decide = address("decide_sign_up", tournament, own.public_id)
    assert f'action="{decide}?name=ali"' in shown(page_of(organizer_client, tournament, name="ali"))
    response = organizer_client.post(f"{decide}?name=ali&other=1", {"action": "let_in"})
    assert response.headers["Location"] == f"{address('sign_ups', tournament)}?name=ali"


TICKS = re.compile(r'name="seeker"\s+value="([^"]+)"\s+id="tick-[^"]+"\s+form="pair-seekers"\s+(checked)?')


def test_two_seekers_are_offered_as_a_pair_and_three_to_be_selected(organizer_client, tournament):
    seekers = [apply(tournament, name) for name in ("Ali Kaya", "Su Ak")]
    page = shown(page_of(organizer_client, tournament))
    assert ('data-test="pair-both"' in page, TICKS.findall(page)) == (True, [])
    seekers.append(apply(tournament, "Nil Tan"))
    page = shown(page_of(organizer_client, tournament))
    assert 'data-test="pair-both"' not in page
    assert TICKS.findall(page) == [(str(seeker.public_id), "") for seeker in seekers]
    assert 'data-test="pair-both"' not in shown(page_of(organizer_client, tournament, name="a"))


def test_seeker_and_the_one_they_asked_are_one_row_with_one_action(organizer_client, tournament):
    seekers = [apply(tournament, name) for name in ("Ali Kaya", "Su Ak", "Nil Tan", "Oya Us")]
    request = PartnerRequest.objects.create(asker=seekers[2], asked=seekers[0], asked_at=timezone.now())
    page = page_of(organizer_client, tournament)
    (pair,) = page.context["seeker_pairs"]
    assert [row.application for row in pair.rows] == [seekers[0], seekers[2]]
    assert (pair.asker.application, pair.asked.application) == (seekers[2], seekers[0])
    assert [contact.name for contact in pair.contacts] == ["Ali", "Nil"]
    assert [shown(page).count(f'data-test="{part}"') for part in ("pair-both", "asked-seeker")] == [1, 1]
    assert [key for key, _checked in TICKS.findall(shown(page))] == [
        str(seekers[i].public_id) for i in (1, 3)
    ]
    assert 'data-test="pair-with-others"' in shown(page)
    separate = shown(page_of(organizer_client, tournament, show="seeking"))
    assert ('data-test="pair-both"' in separate, len(TICKS.findall(separate))) == (False, len(seekers))
    request.state = PartnerRequestState.DECLINED
    request.save(update_fields=["state"])
    assert page_of(organizer_client, tournament).context["seeker_pairs"] == []


def test_refused_pairing_keeps_what_was_selected(organizer_client, tournament):
    seekers = [apply(tournament, name) for name in ("Ali Kaya", "Su Ak", "Nil Tan")]
    selected = {"seeker": [str(seeker.public_id) for seeker in seekers]}
    response = organizer_client.post(address("pair_sign_ups", tournament), selected)
    assert (response.status_code, response.context["refusal"].code) == (422, "not_two_partner_seekers")
    assert shown(response).count("checked") == len(seekers)


def test_contact_that_cannot_be_reached_is_marked(organizer_client, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert 'data-test="faulty-contact"' not in shown(page_of(organizer_client, tournament))
    Application.objects.filter(pk=own.pk).update(contact="ali@çiçek.com")
    assert 'data-test="faulty-contact"' in shown(page_of(organizer_client, tournament))


def test_accepted_applicant_is_taken_off_the_list(organizer_client, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    to = address("decide_sign_up", tournament, own.public_id)
    response = organizer_client.post(to, {"action": "remove_from_list"}, follow=True)
    own.refresh_from_db()
    assert (message_levels(response), own.state) == (["success"], ApplicationState.REFUSED)


@pytest.mark.parametrize("reaches", ["http://localhost:8000", "http://192.168.1.20:8080"])
def test_address_that_phones_cannot_open_is_explained(organizer_client, tournament, settings, reaches):
    settings.PUBLIC_ADDRESS = reaches
    is_explained = 'data-test="this-machine-only"' in shown(page_of(organizer_client, tournament))
    assert is_explained is ("localhost" in reaches)
