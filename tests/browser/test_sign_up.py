from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.test_accessibility import BOTH, serious_axe_violations
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.starts_processes]

PHONE: ViewportSize = {"width": 390, "height": 844}
BEGIN = """
from uuid import uuid4
from tests.factories import MembershipFactory, open_tournament
from tournaments.enums import Role
owner = MembershipFactory.create(role=Role.OWNER, user__email=f"{uuid4().hex}@example.org")
tournament = open_tournament(club=owner.club, pairs=1)
print(tournament.public_id, owner.user.email)
"""


@pytest.fixture
def tournament_and_email(server_process: ServerProcess) -> tuple[str, str]:
    tournament, email = server_process.tell(BEGIN).split()[-2:]
    return tournament, email


@pytest.fixture
def terms_page(
    windows: Windows, server_process: ServerProcess, tournament_and_email: tuple[str, str]
) -> Page:
    page = windows.page(locale="en-GB")
    page.goto(f"{server_process.url}/sign-in/?next=/en/manage/t/{tournament_and_email[0]}/sign-up/")
    page.get_by_label("E-mail").fill(tournament_and_email[1])
    page.get_by_label("Password").fill("ıstaka-101-okey")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Settings…").click()
    return page


@pytest.fixture
def organizer_page(terms_page: Page) -> Page:
    page = terms_page
    page.get_by_label("Places").fill("2")
    page.get_by_label("Questions").fill("When can you come?")
    page.get_by_role("button", name="Save and open").click()
    expect(page.locator("[data-test=sign-up-open]")).to_be_visible()
    return page


def sign_up(page: Page, served: ServerProcess, tournament: str, name: str, partner: str) -> None:
    page.goto(f"{served.url}/t/{tournament}/")
    page.get_by_role("link", name="Sign up to play").click()
    page.get_by_label("Your name and surname").fill(name)
    if partner:
        page.get_by_label("Your partner’s name and surname").fill(partner)
    else:
        page.get_by_label("I am looking for a partner").check()
    page.get_by_label("Phone or e-mail").fill("0532 111 22 33")
    page.get_by_label("When can you come?").fill("At eight")
    page.get_by_role("button", name="Sign up").click()


def phone(windows: Windows, **options: bool) -> Page:
    return windows.page(viewport=PHONE, locale="en-GB", **options)


def test_enter_in_a_field_of_the_terms_saves_without_opening(terms_page: Page):
    terms_page.get_by_label("Places").fill("7")
    terms_page.get_by_label("Places").press("Enter")
    expect(terms_page.locator("[data-test=sign-up-closed]")).to_be_visible()
    terms_page.get_by_role("link", name="Settings…").click()
    expect(terms_page.get_by_label("Places")).to_have_value("7")


def test_hidden_default_button_is_met_by_no_keyboard_or_screen_reader(terms_page: Page):
    hidden = terms_page.locator("form:has([data-test=leave-closed]) button[aria-hidden=true]")
    expect(hidden).to_have_count(1)
    shown = terms_page.locator("form:has([data-test=leave-closed])").get_by_role("button")
    assert shown.count() == 2
    shown.first.focus()
    terms_page.keyboard.press("Shift+Tab")
    expect(hidden).not_to_be_focused()
    terms_page.keyboard.press("Tab")
    expect(shown.first).to_be_focused()


def test_waiting_entrant_moves_up_when_a_place_becomes_free(
    windows: Windows,
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
):
    first, second = phone(windows), phone(windows, java_script_enabled=False)
    sign_up(first, server_process, tournament_and_email[0], "Ali Kaya", "Ece Demir")
    expect(first.locator("[data-test=entry-listed]")).to_be_visible()
    sign_up(second, server_process, tournament_and_email[0], "Su Ak", "Can Er")
    expect(second.locator("[data-test=entry-waiting]")).to_be_visible()
    expect(organizer_page.locator("#state-waiting")).to_be_visible()
    expect(organizer_page.get_by_text("At eight").first).to_be_visible()
    first.get_by_text("Cancel the entry…").click()
    first.get_by_role("button", name="Cancel the entry").click()
    expect(first.locator("[data-test=entry-cancelled]")).to_be_visible()
    second.reload()
    expect(second.locator("[data-test=entry-listed]")).to_be_visible()


def test_code_opens_the_entry_for_changes_on_another_phone(
    windows: Windows,
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
):
    own, other = phone(windows), phone(windows)
    sign_up(own, server_process, tournament_and_email[0], "Ali Kaya", "Ece Demir")
    code = own.locator(".su-code").inner_text()
    other.goto(f"{server_process.url}/t/{tournament_and_email[0]}/basvuru/")
    other.get_by_label("Your code").fill(code.lower())
    other.get_by_role("button", name="Open my entry").click()
    other.get_by_text("Change the entry").click()
    other.get_by_label("Phone or e-mail").fill("nobody")
    other.get_by_role("button", name="Save").click()
    expect(other.locator("#id_contact_error")).to_be_visible()
    other.get_by_label("Phone or e-mail").fill("ali@example.org")
    other.get_by_role("button", name="Save").press("Enter")
    expect(other.locator(".messages .note.ok")).to_be_visible()
    organizer_page.reload()
    expect(organizer_page.get_by_text("ali@example.org")).to_be_visible()


def test_two_partner_seekers_are_paired_by_one_tap(
    windows: Windows,
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
):
    first, other = phone(windows), phone(windows)
    sign_up(first, server_process, tournament_and_email[0], "Ali Kaya", "")
    expect(first.locator("[data-test=entry-seeking]")).to_be_visible()
    sign_up(other, server_process, tournament_and_email[0], "Su Ak", "")
    organizer_page.reload()
    organizer_page.get_by_role("button", name="Pair them").click()
    expect(organizer_page.locator(".messages .note.ok")).to_contain_text("Ali Kaya – Su Ak")
    for page in (first, other):
        page.reload()
        expect(page.locator("[data-test=entry-listed]")).to_be_visible()
        expect(page.locator(".su-names")).to_have_text("Ali Kaya – Su Ak")


MORE = """
from tests.tournaments.signup.domain.applicants import apply
from tournaments.models import Tournament
tournament = Tournament.objects.get(public_id="{}")
for names in {}:
    apply(tournament, *names)
"""
FULL = [("Ali Kaya", "Ece Demir"), ("Işıl Ak", "Can Er"), ("Nil Tan",), ("Su Ay",), ("Gül Su",)]


def test_typed_search_and_ticks_survive_a_live_change(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    page, (tournament, _email) = organizer_page, tournament_and_email
    server_process.tell(MORE.format(tournament, FULL))
    rows = page.locator(".su-rows li.su-row:visible")
    expect(rows).to_have_count(len(FULL))
    page.get_by_role("checkbox", name="Select Nil Tan").check()
    page.get_by_role("searchbox").fill("nil")
    expect(rows).to_have_count(1)
    server_process.tell(MORE.format(tournament, [("Nilay Oz",), ("Ufuk Us",)]))
    expect(rows).to_have_count(2)
    expect(page.get_by_role("checkbox", name="Select Nil Tan")).to_be_checked()
    page.get_by_role("checkbox", name="Select Nilay Oz").check()
    page.get_by_role("button", name="Nil + Nilay: Pair them").click()
    expect(page.locator(".messages .note.ok")).to_contain_text("Nil Tan – Nilay Oz")
    expect(page.get_by_role("searchbox")).to_have_value("nil")
    expect(rows).to_have_count(1)


def test_pairing_is_offered_once_two_rows_are_tapped(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    page = organizer_page
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    rows = page.locator("#rows-seeking li.su-row")
    expect(rows).to_have_count(3)
    button = page.locator("#pair-seekers button")
    rows.nth(0).locator("b").click()
    expect(page.get_by_role("checkbox", name="Select Nil Tan")).to_be_checked()
    expect(button).to_be_disabled()
    rows.nth(2).locator("b").click()
    expect(button).to_be_enabled()
    expect(button).to_have_text("Nil + Gül: Pair them")
    rows.nth(1).locator("b").click()
    expect(button).to_be_disabled()


CHARGE = """
from tournaments.models import SignUp
SignUp.objects.filter(tournament__public_id="{}").update(fee="200 TL")
"""


def test_payment_is_ticked_and_unticked_in_its_row(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    server_process.tell(CHARGE.format(tournament_and_email[0]))
    server_process.tell(MORE.format(tournament_and_email[0], FULL[:1]))
    box = organizer_page.get_by_role("checkbox", name="Paid Ali Kaya – Ece Demir")
    for is_paid in (True, False):
        box.press("Space")
        expect(box).to_be_checked(checked=is_paid)
        expect(box).to_be_focused()


@pytest.mark.parametrize("size", [{"width": 820, "height": 1180}, PHONE])
def test_strip_leads_to_the_invitation_on_small_screens(
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
    size: ViewportSize,
):
    strip = organizer_page.locator("#su-strip")
    expect(strip).to_be_hidden()
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    organizer_page.set_viewport_size(size)
    strip.locator("[href='#share']").click()
    expect(organizer_page.locator("#share")).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, {"width": 820, "height": 1180}, {"width": 1440, "height": 900}])
def test_actions_are_in_the_same_columns_on_every_card(
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
    size: ViewportSize,
):
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    organizer_page.set_viewport_size(size)
    expect(organizer_page.locator(".su-rows li.su-row:visible")).to_have_count(len(FULL))
    for column, count in ((".su-down", 3), (".su-actions .o-to-do, .su-actions .go", 4)):
        boxes: list[Any] = [place.bounding_box() for place in organizer_page.locator(column).all()]
        assert len(boxes) == count, "three seekers, and a waiting pair that the menu removes"
        assert len({(round(box["x"]), round(box["width"])) for box in boxes}) == 1, boxes


@pytest.mark.parametrize("width", [820, 1440])
def test_contacts_begin_at_the_same_place_on_every_card(
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
    width: int,
):
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    organizer_page.set_viewport_size({"width": width, "height": 900})
    contacts = organizer_page.locator(".su-contacts")
    expect(contacts).to_have_count(len(FULL))
    boxes: list[Any] = [place.bounding_box() for place in contacts.all()]
    assert len({round(box["x"]) for box in boxes}) == 1, boxes


@pytest.mark.before_merge
def test_sign_up_pages_are_accessible(
    windows: Windows,
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
):
    page = phone(windows)
    page.goto(f"{server_process.url}/t/{tournament_and_email[0]}/basvuru/")
    faults = [*serious_axe_violations(page, BOTH[0]), *serious_axe_violations(page, BOTH[1])]
    sign_up(page, server_process, tournament_and_email[0], "Ali Kaya", "")
    page.get_by_text("Change the entry").click()
    faults += [*serious_axe_violations(page, BOTH[0])]
    page.set_viewport_size({"width": 390, "height": 844})
    with letters_at_200_percent(page):
        assert not is_wider_than_the_screen(page)
    for path in ("sign-up/", "sign-up/terms/", "sign-up/poster/"):
        organizer_page.goto(f"{server_process.url}/manage/t/{tournament_and_email[0]}/{path}")
        faults += [*serious_axe_violations(organizer_page, BOTH[0])]
    assert faults == []
