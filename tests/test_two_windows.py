"""Two people have the same page open: no form overwrites the other's change silently."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from tests.concurrent_change import run_meanwhile
from tests.factories import open_tournament
from tests.page_forms import PageForm, forms_of, guarded_form
from tests.test_rights import MANAGERS, OWNERS, PARAMETERS, RIGHTS, World, create_weekly_series, signed_in
from tournaments.enums import Role
from tournaments.models import Membership, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

GUARDS = {"seen", "based_on", "was"}
"""Hidden inputs that carry what the page was opened with."""

EDITS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tournaments:setup": ({"name": "Bahar", "begins": "19:30"}, {"tables": "7", "doors": "19:00"}),
    "scoring:stages": ({"s1-name": "Gruplar"}, {"s2-best_of": "5"}),
    "tournaments:sign_up_terms": ({"fee": "200 lira"}, {"capacity": "9"}),
    "tournaments:check_in_by_phone": ({"code": "fixed"}, {"closes_at": "2031-01-02T20:00"}),
    "tournaments:entrant": ({"club": "Moda"}, {"rating": "1500"}),
    "tournaments:club": ({"address": "Moda Cad. 1"}, {"name": "Moda Okey", "time_zone": "Europe/Berlin"}),
    "tournaments:blueprint": ({"name": "Salı", "begins": "19:30"}, {"tables": "7", "every": "2"}),
    "tournaments:blueprint_stages": ({"s1-name": "Gruplar"}, {"s2-best_of": "5"}),
    "tournaments:blueprint_terms": ({"fee": "200 lira"}, {"capacity": "9"}),
    "scoring:person": ({"phone": "0532 111 22 33"}, {"notes": "Solak"}),
    "scoring:organizer_screen": ({"seconds": "20"}, {"kinds": ["tables"]}),
    "scoring:contact_retention": ({"months": "13"}, {}),
}
"""A change of one window, and one of the other that doesn't clash with it."""

OTHER = {
    "tournaments:setup": {"name": "Yaz"},
    "scoring:stages": {"s1-name": "Ön tur"},
    "tournaments:sign_up_terms": {"fee": "300 lira"},
    "tournaments:check_in_by_phone": {"closes_at": "2031-01-03T20:00"},
    "tournaments:entrant": {"club": "Kadıköy"},
    "tournaments:club": {"address": "Rıhtım Cad. 2"},
    "tournaments:blueprint": {"name": "Cuma"},
    "tournaments:blueprint_stages": {"s1-name": "Ön tur"},
    "tournaments:blueprint_terms": {"fee": "300 lira"},
    "scoring:person": {"phone": "0544 111 22 33"},
    "scoring:organizer_screen": {"seconds": "30"},
    "scoring:contact_retention": {"months": "14"},
}
FORMS = {
    "scoring:person": "scoring:save_contact_details",
    "scoring:contact_retention": "scoring:set_contact_retention",
}
"""Pages whose form has another address."""

CLASHES = {**EDITS, "tournaments:check_in_by_phone": ({"closes_at": "2031-01-02T20:00"}, {})}
each_page = pytest.mark.parametrize("page", EDITS)

UNGUARDED = {
    "scoring:new_tournament",
    "scoring:start_from_blueprint",
    "scoring:repeat_tournament",
    "scoring:start_clock",
    "scoring:post_notice",
    "scoring:close_table",
    "scoring:record_departure",
    "scoring:rename_person",
    "scoring:substitute",
    "tournaments:create_invitation",
    "tournaments:all_public_names",
    "tournaments:newcomer_public_names",
}
"""Forms with usual or present values that edit none: they create something, or record one decision.

The preview of a new name of a person shows the present one.
"""


@pytest.fixture
def client(owner: Membership) -> Client:
    return signed_in(owner.user)


@pytest.fixture
def address(page: str, owner: Membership) -> str:
    tournament = open_tournament(club=owner.club, pairs=6)
    entrant = tournament.entrants.order_by("number")[0]
    values = {
        "tournament_id": tournament.public_id,
        "club_id": owner.club.public_id,
        "entrant_id": entrant.public_id,
        "player_id": entrant.players.order_by("pk")[0].public_id,
        "blueprint_id": create_weekly_series(tournament).public_id,
    }
    return reverse(page, kwargs={name: values[name] for name in PARAMETERS[page]})


def shown(form: PageForm, names: dict[str, Any]) -> dict[str, Any]:
    values = {name: form.visible.get(name, [""]) for name in names}
    return {name: value if isinstance(names[name], list) else value[0] for name, value in values.items()}


@pytest.mark.slow
@each_page
def test_changes_of_both_windows_are_kept_where_they_do_not_clash(page, client, address):
    first, second = EDITS[page]
    windows = [guarded_form(client, address) for _window in range(2)]
    assert windows[0].send(client, **first).status_code == 303
    saved = windows[1].send(client, **second)
    assert saved.status_code == 303, saved.context["form"].errors
    assert shown(guarded_form(client, address), first | second) == first | second


@each_page
def test_clash_is_refused_with_input_kept_and_saved_when_sent_again(page, client, address):
    first, second = CLASHES[page][0], OTHER[page]
    windows = [guarded_form(client, address) for _window in range(2)]
    assert windows[0].send(client, **first).status_code == 303
    refused = windows[1].send(client, **second)
    assert refused.status_code == 422
    assert shown(guarded_form(client, address), first) == first
    again = guarded_form(client, windows[1].address, refused)
    assert shown(again, second) == second
    assert again.send(client).status_code == 303
    assert shown(guarded_form(client, address), second) == second


@each_page
def test_malformed_values_of_the_opened_page_do_no_harm(page, client, address):
    window = guarded_form(client, address)
    for seen in ("", "x", "[]", "null", '{"name": {"a": [1]}, "kinds": 3, "kind": 1, "stages": "[{}]"}'):
        assert window.send(client, seen=seen).status_code == 303


def all_forms(world: World, client: Client, tournament: Tournament) -> Iterator[PageForm]:
    """Yield the forms on the pages of a club, before the draw and after it."""
    entrant = tournament.entrants.order_by("number")[0]
    undrawn = {"tournament_id": tournament.public_id, "entrant_id": entrant.public_id}
    for name, right in RIGHTS.items():
        if right.who in (MANAGERS, OWNERS) and "GET" in right.methods:
            for address in (world.address(name), world.address(name, **undrawn)):
                response = client.get(address)
                if response.status_code == 200 and response.headers["Content-Type"].startswith("text/html"):
                    yield from forms_of(response, address)


def has_guard(form: PageForm) -> bool:
    return any(name.rpartition("-")[2] in GUARDS for name in form.values)


def view_of(form: PageForm) -> str:
    return resolve(form.address).view_name


@pytest.mark.release
def test_every_form_that_edits_stored_values_carries_what_the_page_was_opened_with():
    world = World()
    client, tournament = world.member(Role.OWNER), open_tournament(club=world.club, pairs=6)
    forms = [*all_forms(world, client, tournament)]
    guarded = {view_of(form) for form in forms if has_guard(form)}
    filled_in = {view_of(form) for form in forms if form.visible and not has_guard(form)}
    own_guards = {"scoring:organizer_rules", "scoring:blueprint_rules"}
    assert filled_in - UNGUARDED == set()
    assert guarded >= {FORMS.get(page, page) for page in EDITS} | own_guards


@each_page
def test_change_between_reading_and_storing_is_refused(page, client, address):
    """Another request stores its change after this one compared the values."""
    first, second = EDITS[page][0], OTHER[page]
    late = guarded_form(client, address)
    with run_meanwhile(lambda: late.send(client, **first)):
        refused = late.send(client, **second)
    assert refused.status_code == 422
    assert shown(guarded_form(client, address), first) == first
    assert shown(guarded_form(client, late.address, refused), second) == second
