from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import create_owned_club, sign_in
from tests.browser.scenes.table_page import middle
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
PASSWORD = "ıstaka-101-okey"
TOURNAMENT = f"""
from uuid import uuid4
from tests.factories import MembershipFactory, UserFactory, open_tournament
user = UserFactory.create(email=f"masa.{{uuid4()}}@example.org", password="{PASSWORD}")
club = MembershipFactory.create(user=user, role="owner").club
print(user.email, open_tournament(club=club, pairs=6).public_id)
"""
GOOD_LINES = "\n".join(f"Ekip {number}; Ali {number}; Ece {number}" for number in range(20))

LONG_LIST_OF_PRESENT = """
from django.utils import timezone
from tests.factories import enter_named
from tournaments.checkin.domain.presence import set_present
from tournaments.entrants.domain.entry_list import remove_entrant
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
tournament, at = Tournament.objects.get(public_id="{}"), timezone.now()
enter_named(tournament, [(f"Ekip {{n}}", (f"Ali {{n}}", f"Ece {{n}}")) for n in range(14)])
first, last, *present = tournament.entrants.order_by("number")
remove_entrant(entrant=first, by=CONSOLE, at=at)
for entrant in present:
    set_present(entrant=entrant, present=True, by=CONSOLE, at=at)
"""


@pytest.fixture
def owner_and_tournament(server_process: ServerProcess) -> tuple[str, str]:
    email, tournament = server_process.tell(TOURNAMENT).split()
    return email, tournament


@pytest.fixture
def tournament(owner_and_tournament: tuple[str, str]) -> str:
    return owner_and_tournament[1]


@pytest.fixture
def organizer_page(
    windows: Windows, server_process: ServerProcess, owner_and_tournament: tuple[str, str]
) -> Page:
    page = windows.page(base_url=server_process.url, viewport=PHONE, locale="tr-TR")
    page.goto("/sign-in/")
    page.locator("main input[name=email]").fill(owner_and_tournament[0])
    page.locator("main input[type=password]").fill(PASSWORD)
    page.locator("main input[type=password]").press("Enter")
    page.wait_for_url("**/manage/")
    return page


@pytest.mark.release
def test_pasted_list_shows_bad_lines_first_and_many_others(organizer_page: Page, tournament: str):
    organizer_page.goto(f"/manage/t/{tournament}/entries/")
    organizer_page.locator("textarea").fill(f"{GOOD_LINES}\nbozuk satır")
    expect(organizer_page.locator(".o-lines")).to_have_count(2)
    bad, good = organizer_page.locator(".o-lines").all()
    expect(bad.locator("li")).to_contain_text(["bozuk satır"])
    height = good.evaluate("box => box.clientHeight")
    assert height > 0.7 * PHONE["height"]
    assert height < PHONE["height"]
    assert bad.evaluate("box => box.getBoundingClientRect().bottom") < good.evaluate(
        "box => box.getBoundingClientRect().top"
    )


def test_first_decision_after_a_refusal_is_in_view_and_focused(organizer_page: Page, tournament: str):
    organizer_page.goto(f"/manage/t/{tournament}/entries/")
    organizer_page.locator("textarea").fill(f"{GOOD_LINES}\nbozuk satır")
    organizer_page.locator("#paste-preview .btn.go").click()
    organizer_page.wait_for_url("**/paste/#paste")
    expect(organizer_page.locator("[name=leave_out]")).to_be_focused()
    expect(organizer_page.locator("[name=leave_out]")).to_be_in_viewport()
    organizer_page.locator("[name=player_1]").fill("Ali Kaya")
    organizer_page.locator("[name=player_2]").fill("Ali Kaya")
    organizer_page.locator("form[action$='/add/'] button").click()
    organizer_page.wait_for_url("**/add/")
    expect(organizer_page.locator("[name=player_2]")).to_be_focused()
    expect(organizer_page.locator("[name=player_2]")).to_be_in_viewport()


@pytest.mark.release
def test_removed_entrants_follow_the_missing_without_a_gap(
    organizer_page: Page, server_process: ServerProcess, tournament: str
):
    server_process.tell(LONG_LIST_OF_PRESENT.format(tournament))
    organizer_page.set_viewport_size({"width": 1440, "height": 900})
    organizer_page.goto(f"/manage/t/{tournament}/check-in/")
    missing, removed, here = (
        organizer_page.locator(f"#ci-{name}").bounding_box() for name in ("missing", "removed", "here")
    )
    assert missing
    assert removed
    assert here
    assert here["height"] > missing["height"] + removed["height"]
    assert 0 < removed["y"] - missing["y"] - missing["height"] < 40


def test_tables_follow_the_expected_entrants_until_they_are_chosen(organizer_page: Page):
    organizer_page.locator("a[href$='/new/']").first.click()
    expected, tables = organizer_page.locator("#id_expected"), organizer_page.locator("#id_tables")
    expected.fill("4")
    expected.press("Tab")
    expect(tables).to_have_value("2")
    expect(tables).to_be_focused()
    tables.fill("3")
    tables.press("Tab")
    expect(organizer_page.locator("[data-test=spare-tables]")).to_be_visible()
    expected.fill("12")
    expected.press("Tab")
    expect(organizer_page.locator("[data-test=spare-tables]")).to_have_count(0)
    expect(tables).to_have_value("3")


def test_plan_chosen_while_estimates_are_fetched_is_kept(windows: Windows, server_process: ServerProcess):
    owner = create_owned_club(server_process)
    page = windows.page(paused_clock=True, locale="tr-TR", base_url=server_process.url)
    sign_in(page.context, server_process, owner)
    page.goto(f"/manage/clubs/{owner['club']}/new/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/new/*", hold)
    page.locator("[name=game]").nth(1).evaluate("game => game.click()")
    with page.expect_request("**/new/*"):
        page.clock.run_for(200)
    plan = page.locator("[name=plan]").nth(2)
    plan.evaluate("plan => plan.click()")
    held[0].continue_()
    page.unroute("**/new/*")
    expect(page.locator(".htmx-request")).to_have_count(0)
    with page.expect_response("**/new/*"):
        page.clock.run_for(200)
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(plan).to_be_checked()


def test_error_of_a_missing_placement_goes_once_it_is_chosen(organizer_page: Page, tournament: str):
    organizer_page.goto(f"/manage/t/{tournament}/draw/1/by-hand/?groups=2")
    selects = organizer_page.locator("select")
    for number, group in enumerate("AAABB"):
        selects.nth(number).select_option(group)
    organizer_page.locator("button.go.big").click()
    expect(organizer_page.get_by_role("alert")).to_contain_text("Takım 6")
    errors, small = organizer_page.locator(".o-rows .error-text"), organizer_page.locator(".o-tally .bad")
    expect(errors).to_have_count(1)
    expect(small).to_have_text("B grubu 2")
    selects.nth(5).select_option("B")
    expect(errors).to_have_count(0)
    expect(small).to_have_count(0)
    expect(selects.nth(5)).not_to_have_attribute("aria-invalid", "true")


def test_second_tap_that_hits_the_next_page_is_ignored(organizer_page: Page, tournament: str):
    organizer_page.goto(f"/manage/t/{tournament}/tables/")
    before = organizer_page.locator(".o-rows > li").count()
    organizer_page.evaluate("Date.now = () => 9e15")  # however slowly the next page loads
    x, y = middle(organizer_page.locator("form[action$='/tables/add/'] button"))
    organizer_page.mouse.click(x, y)
    expect(organizer_page.locator(".o-rows > li")).to_have_count(before + 1)
    organizer_page.evaluate("addEventListener('click', (event) => { window.tapped = event; }, true)")
    organizer_page.mouse.click(x, y)
    assert organizer_page.evaluate("window.tapped.defaultPrevented")


def test_estimated_hours_update_with_every_figure_of_an_incomplete_form(
    organizer_page: Page, tournament: str
):
    organizer_page.locator("a[href$='/new/']").first.click()
    expect(organizer_page.locator("#id_hands")).to_have_value("7")
    organizer_page.locator("#id_tables").fill("2")
    organizer_page.locator("#id_tables").press("Tab")
    expect(organizer_page.locator("#id_hands")).to_have_value("3")
    organizer_page.locator("#id_hands").select_option("11")
    expect(organizer_page.locator(".s-total .badge.bad")).to_be_visible()
    organizer_page.goto(f"/manage/t/{tournament}/stages/")
    hours = organizer_page.locator("#evening-estimate .sum b")
    before = hours.inner_text()
    organizer_page.locator("#id_s1-hands").select_option("11")
    expect(hours).not_to_have_text(before)
    expect(organizer_page.locator("#unsaved .badge")).to_be_visible()
