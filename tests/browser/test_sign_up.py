from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.test_accessibility import BOTH, serious_axe_violations
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

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


@pytest.mark.release
def test_enter_in_a_field_of_the_terms_saves_without_opening(terms_page: Page):
    terms_page.get_by_label("Places").fill("7")
    terms_page.get_by_label("Places").press("Enter")
    expect(terms_page.locator("[data-test=sign-up-closed]")).to_be_visible()
    terms_page.get_by_role("link", name="Settings…").click()
    expect(terms_page.get_by_label("Places")).to_have_value("7")


@pytest.mark.release
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
    expect(organizer_page.locator(".su-contacts").get_by_text("ali@example.org")).to_be_visible()


@pytest.mark.release
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
    expect(rows).to_have_count(len(FULL) + 1)
    page.get_by_role("checkbox", name="Select Nil Tan").check()
    page.get_by_role("searchbox").fill("nil")
    expect(rows).to_have_count(1)
    server_process.tell(MORE.format(tournament, [("Nilay Oz",), ("Ufuk Us",)]))
    expect(rows).to_have_count(2)
    expect(page.get_by_role("checkbox", name="Select Nil Tan")).to_be_checked()
    page.get_by_role("checkbox", name="Select Nilay Oz").check()
    expect(page.locator("[data-chosen]")).to_have_text("Nil + Nilay")
    page.get_by_role("button", name="Pair the selected two").click()
    expect(page.locator(".messages .note.ok")).to_contain_text("Nil Tan – Nilay Oz")
    expect(page.get_by_role("searchbox")).to_have_value("nil")
    expect(rows).to_have_count(1)


@pytest.mark.release
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
    expect(button).to_be_hidden()
    rows.nth(2).locator("b").click()
    expect(button).to_be_visible()
    expect(page.locator("[data-chosen]")).to_have_text("Nil + Gül")
    rows.nth(1).locator("b").click()
    expect(button).to_be_hidden()


CHARGE = """
from tournaments.models import SignUp
SignUp.objects.filter(tournament__public_id="{}").update(fee="200 TL")
"""


def payment_of(page: Page, names: str) -> Locator:
    return page.locator("li.su-row", has_text=names).locator("[id^=pay-]")


def test_payment_is_marked_and_undone_in_its_row_without_losing_the_focus(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    server_process.tell(CHARGE.format(tournament_and_email[0]))
    server_process.tell(MORE.format(tournament_and_email[0], FULL[:1]))
    button = organizer_page.get_by_role("button", name="Mark paid Ali Kaya – Ece Demir")
    undo = organizer_page.get_by_role("button", name="Undo Ali Kaya – Ece Demir")
    button.press("Enter")
    expect(undo).to_be_focused()
    undo.press("Enter")
    expect(button).to_be_focused()


def test_second_tap_of_a_double_tap_on_mark_paid_does_not_undo_it(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    page, tournament = organizer_page, tournament_and_email[0]
    server_process.tell(CHARGE.format(tournament).replace("fee=", "capacity=None, fee="))
    server_process.tell(MORE.format(tournament, LISTED[:2]))
    page.set_viewport_size(PHONE)
    payment_of(page, "Alia").dblclick()
    expect(page.locator("[data-test=undo-payment]")).to_have_count(1)
    expect(page.locator("[data-test=mark-paid]")).to_have_count(1)
    server_process.tell(MORE.format(tournament, LISTED[2:3]))
    expect(page.locator("[data-test=mark-paid]")).to_have_count(2)
    expect(page.locator("[data-test=undo-payment]")).to_have_count(1)


@pytest.mark.release
def test_second_tap_of_a_double_tap_on_mark_paid_at_the_door_does_not_undo_it(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    server_process.tell(CHARGE.format(tournament_and_email[0]))
    organizer_page.goto(f"{server_process.url}/en/manage/t/{tournament_and_email[0]}/check-in/")
    organizer_page.locator(".ci-paid").dblclick()
    expect(organizer_page.locator("[data-test=paid]")).to_have_count(1)
    organizer_page.reload()
    expect(organizer_page.locator("[data-test=paid]")).to_have_count(1)


TABLET: ViewportSize = {"width": 820, "height": 1180}
DESK: ViewportSize = {"width": 1440, "height": 900}
SIZES = [PHONE, *(pytest.param(size, marks=pytest.mark.release) for size in (TABLET, DESK))]


@pytest.mark.release
@pytest.mark.parametrize("size", [PHONE, pytest.param(TABLET, marks=pytest.mark.release)])
def test_small_screens_begin_with_the_switch_and_an_invitation_that_stays_open(
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
    size: ViewportSize,
):
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    organizer_page.set_viewport_size(size)
    expect(organizer_page.locator("#sign-up-menu > summary")).to_be_in_viewport()
    expect(organizer_page.locator("#share")).to_be_hidden()
    organizer_page.locator(".su-invite > summary").click()
    expect(organizer_page.locator("#share")).to_be_in_viewport()
    server_process.tell(MORE.format(tournament_and_email[0], [("Ufuk Us",)]))
    expect(organizer_page.locator("#rows-seeking li.su-row")).to_have_count(4)
    expect(organizer_page.locator("#share")).to_be_in_viewport()


REVIEW = """
from tournaments.models import SignUp
SignUp.objects.filter(tournament__public_id="{}").update(approval=True)
"""


@pytest.mark.release
@pytest.mark.parametrize("size", SIZES)
def test_rejecting_a_duplicate_asks_first_beside_an_equal_button(
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
    size: ViewportSize,
):
    server_process.tell(MORE.format(tournament_and_email[0], FULL[:1]))
    server_process.tell(REVIEW.format(tournament_and_email[0]))
    server_process.tell(MORE.format(tournament_and_email[0], FULL[:1]))
    organizer_page.set_viewport_size(size)
    ask, main = organizer_page.locator(".su-down > summary"), organizer_page.locator(".su-decisions > .btn")
    places: list[Any] = [place.bounding_box() for place in (ask, main)]
    assert places[1]["x"] - places[0]["x"] - places[0]["width"] >= 8, places
    assert [places[0][side] for side in ("y", "width", "height")] == pytest.approx(
        [places[1][side] for side in ("y", "width", "height")], abs=1
    )
    ask.click()
    expect(organizer_page.locator("#rows-twice li.su-row")).to_have_count(1)
    organizer_page.locator(".su-down .panel button").click()
    expect(organizer_page.locator(".messages .note.ok")).to_contain_text("Ali Kaya")
    expect(organizer_page.locator("#rows-twice")).to_have_count(0)


@pytest.mark.release
@pytest.mark.parametrize("size", SIZES)
def test_closing_asks_first(organizer_page: Page, size: ViewportSize):
    organizer_page.set_viewport_size(size)
    organizer_page.locator("#sign-up-menu > summary").click()
    expect(organizer_page.locator("[data-test=sign-up-open]")).to_be_visible()
    close = organizer_page.locator("#close-sign-up")
    expect(close).to_be_in_viewport(ratio=1)
    close.click()
    expect(organizer_page.locator("[data-test=sign-up-closed]")).to_be_visible()


MAIN_ACTIONS = ".su-actions > .btn, .su-actions > form > .btn"


@pytest.mark.release
@pytest.mark.parametrize("size", SIZES)
def test_main_action_menu_and_box_are_at_the_same_place_on_every_card(
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
    size: ViewportSize,
):
    server_process.tell(CHARGE.format(tournament_and_email[0]))
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    organizer_page.set_viewport_size(size)
    expect(organizer_page.locator(".su-rows li.su-row:visible")).to_have_count(len(FULL) + 1)
    for part, count in ((MAIN_ACTIONS, 2), (".su-row .su-menu > summary", 6), (".su-box", 5)):
        boxes: list[Any] = [place.bounding_box() for place in organizer_page.locator(part).all()]
        assert len(boxes) == count, "one listed, one waiting, three seekers, one entered by hand, the header"
        edges = {round(box["x"] + box["width"]) for box in boxes}
        assert len(edges) == 1, (part, boxes)
        smallest = 36 if size["width"] > 1280 else 44
        assert part == ".su-box" or all(
            round(min(box["width"], box["height"])) >= smallest for box in boxes
        ), boxes


@pytest.mark.release
def test_filters_are_one_row_that_shows_the_current_one(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    server_process.tell(CHARGE.format(tournament_and_email[0]))
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    narrow: ViewportSize = {"width": 320, "height": 640}
    organizer_page.set_viewport_size(narrow)
    filters = organizer_page.locator("#su-filters > a")
    expect(filters).to_have_count(5)
    boxes: list[Any] = [place.bounding_box() for place in filters.all()]
    assert len({box["y"] for box in boxes}) == 1, boxes
    assert boxes[-1]["x"] + boxes[-1]["width"] > narrow["width"]
    filters.last.click()
    expect(filters.last).to_have_attribute("aria-current", "true")
    expect(filters.last).to_be_in_viewport(ratio=1)


LISTED = [(f"Ali{letter} Kaya", f"Ece{letter} Demir") for letter in "abcdefghijklmnopqrstu"]


@pytest.mark.release
def test_unfolded_list_stays_open_after_a_live_change_and_search_finds_folded_rows(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    page, tournament = organizer_page, tournament_and_email[0]
    server_process.tell(CHARGE.format(tournament).replace("fee=", "capacity=None, fee="))
    server_process.tell(MORE.format(tournament, LISTED))
    rows = page.locator("#rows-let_in li.su-row:visible")
    expect(rows).to_have_count(15)
    page.get_by_role("searchbox").fill("alih")
    expect(rows).to_have_count(1)
    page.reload()
    expect(rows).to_have_count(15)
    page.locator("#rest-let_in > summary").click()
    expect(rows).to_have_count(len(LISTED) + 1)
    server_process.tell(MORE.format(tournament, [("Su Ak", "Can Er")]))
    expect(rows).to_have_count(len(LISTED) + 2)


@pytest.mark.release
def test_payment_marked_in_the_unpaid_filter_stays_in_its_place_to_be_undone(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    page, tournament = organizer_page, tournament_and_email[0]
    server_process.tell(CHARGE.format(tournament).replace("fee=", "capacity=None, fee="))
    server_process.tell(MORE.format(tournament, LISTED[:2]))
    page.locator("[data-test=filter-unpaid]").click()
    rows = page.locator("#rows-let_in li.su-row")
    expect(rows).to_have_count(2)
    payment_of(page, "Alia").click()
    expect(rows.first.locator("[data-test=undo-payment]")).to_be_visible()
    expect(page.locator("[data-test=filter-unpaid] b")).to_have_text("1")
    server_process.tell(MORE.format(tournament, LISTED[2:3]))
    expect(rows).to_have_count(3)
    expect(rows.first.locator("[data-test=undo-payment]")).to_be_visible()
    assert page.url.endswith("?show=unpaid")


def select(page: Page, *names: str) -> None:
    for name in names:
        page.locator("li.su-row", has_text=name).locator("[name=entry]").check()


def test_several_payments_are_marked_together_and_undone_by_one_tap(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    page, tournament = organizer_page, tournament_and_email[0]
    server_process.tell(CHARGE.format(tournament).replace("fee=", "capacity=None, fee="))
    server_process.tell(MORE.format(tournament, LISTED[:4]))
    page.set_viewport_size(PHONE)
    bar, together = page.locator("#pay-several"), page.locator("[data-test=paid-together]")
    expect(page.locator("[data-test=mark-paid]")).to_have_count(4)
    expect(bar).to_be_hidden()
    select(page, "Alia", "Alib", "Alic")
    expect(bar.locator("[data-sum]")).to_have_text("3 pairs · 600 TL")
    expect(bar).to_be_in_viewport(ratio=1)
    server_process.tell(MORE.format(tournament, LISTED[4:5]))
    expect(page.locator("[data-test=mark-paid]")).to_have_count(5)
    expect(bar.locator("[data-sum]")).to_have_text("3 pairs · 600 TL")
    bar.get_by_role("button", name="Mark 3 as paid").dblclick()
    expect(together).to_contain_text("3 pairs · 600 TL")
    expect(page.locator("#undo-payments")).to_be_focused()
    expect(page.locator("[data-test=mark-paid]")).to_have_count(2)
    page.locator("#undo-payments").click()
    expect(together).to_have_count(0)
    expect(page.locator("[data-test=mark-paid]")).to_have_count(5)


@pytest.mark.release
def test_all_visible_unpaid_are_selected_and_cleared_by_one_tap(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    page, tournament = organizer_page, tournament_and_email[0]
    server_process.tell(CHARGE.format(tournament).replace("fee=", "capacity=None, fee="))
    server_process.tell(MORE.format(tournament, LISTED[:4]))
    expect(page.locator("[data-test=mark-paid]")).to_have_count(4)
    page.get_by_role("searchbox").fill("alib")
    page.locator("#select-all").check()
    expect(page.locator("#pay-several [data-sum]")).to_have_text("1 pair · 200 TL")
    page.get_by_role("searchbox").fill("")
    page.locator("#select-all").check()
    expect(page.locator("#pay-several [data-sum]")).to_have_text("4 pairs · 800 TL")
    page.locator("[data-clear]").click()
    expect(page.locator("#pay-several")).to_be_hidden()
    expect(page.locator("[name=entry]:checked")).to_have_count(0)


@pytest.mark.release
def test_several_payments_are_marked_and_sorted_without_scripts(
    windows: Windows,
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
):
    tournament = tournament_and_email[0]
    server_process.tell(CHARGE.format(tournament).replace("fee=", "capacity=None, fee="))
    server_process.tell(MORE.format(tournament, LISTED[:3]))
    page = windows.page(
        locale="en-GB", java_script_enabled=False, storage_state=organizer_page.context.storage_state()
    )
    page.goto(f"{server_process.url}/en/manage/t/{tournament}/sign-up/")
    select(page, "Alia", "Alib")
    page.get_by_role("button", name="Mark the selected as paid").click()
    expect(page.locator("[data-test=paid-together]")).to_contain_text("2 pairs · 400 TL")
    page.locator("#sort > summary").click()
    page.locator("[data-test=sort-paid]").click()
    assert page.url.endswith("?sort=paid")
    page.locator("#undo-payments").click()
    expect(page.locator("[data-test=mark-paid]")).to_have_count(3)
    assert page.url.endswith("?sort=paid")


@pytest.mark.release
def test_contacts_on_a_phone_are_links_with_their_text(
    server_process: ServerProcess, tournament_and_email: tuple[str, str], organizer_page: Page
):
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    organizer_page.set_viewport_size(PHONE)
    texts = organizer_page.locator(".su-contacts a > .sr-s")
    expect(texts).to_have_count(len(FULL))
    boxes: list[Any] = [text.bounding_box() for text in texts.all()]
    assert all(box["width"] > 60 for box in boxes), boxes


CENTRES = """(row, parts) => [row, ...row.querySelectorAll(parts)].map((part) => {
  const box = part.getBoundingClientRect();
  return box.y + box.height / 2;
})"""


@pytest.mark.release
@pytest.mark.parametrize(
    ("width", "parts"),
    [
        pytest.param(820, ".fill, .su-menu", marks=pytest.mark.release),
        (1440, ".fill, .su-contacts, .su-date, .su-menu"),
    ],
)
def test_names_contact_and_actions_are_centred_on_one_line(
    server_process: ServerProcess,
    tournament_and_email: tuple[str, str],
    organizer_page: Page,
    width: int,
    parts: str,
):
    server_process.tell(MORE.format(tournament_and_email[0], FULL))
    organizer_page.set_viewport_size({"width": width, "height": 900})
    rows = organizer_page.locator(".su-rows li.su-row:visible", has=organizer_page.locator(".su-contacts"))
    expect(rows).to_have_count(len(FULL))
    for row in rows.all():
        centres = row.evaluate(CENTRES, parts)
        assert max(centres) - min(centres) <= 2, centres


@pytest.mark.release
@pytest.mark.parametrize("width", [820, pytest.param(1440, marks=pytest.mark.release)])
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
    for path in ("sign-up/", "sign-up/terms/", "sign-up/remind/", "sign-up/poster/"):
        organizer_page.goto(f"{server_process.url}/manage/t/{tournament_and_email[0]}/{path}")
        faults += [*serious_axe_violations(organizer_page, BOTH[0])]
    assert faults == []
