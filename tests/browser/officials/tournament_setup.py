"""Sets up a tournament of pairs on the organizer's pages, from sign-in to table codes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.measures.text_sizes import is_wider_than_the_screen
from tests.processes import ServerProcess

PASSWORD = "ıstaka-101-okey"
OWNER = f"""
from uuid import uuid4
from tests.factories import MembershipFactory, UserFactory
user = UserFactory.create(email=f"okey.{{uuid4()}}@example.org", password="{PASSWORD}")
MembershipFactory.create(user=user, role="owner")
print(user.email)
"""


class SetUp:
    def __init__(self, served: ServerProcess, page: Page) -> None:
        self.page = page
        page.goto(f"{served.url}/sign-in/")
        page.locator("main input[name=email]").fill(served.tell(OWNER).strip())
        page.locator("main input[type=password]").fill(PASSWORD)
        page.locator("main input[type=password]").press("Enter")
        page.wait_for_url("**/manage/")
        page.locator("a[href$='/new/']").first.click()

    def choose_game(self, card: str, rules: str) -> None:
        rule_set = self.page.locator(f"[name=rules-{card}][value={rules}]")
        expect(rule_set).to_be_hidden()
        self.page.locator(f"label[for=game-{card}]").click()
        rule_set.check()
        expect(self.page.locator("[name=rules-okey101]").first).to_be_hidden()
        expect(self.page.locator("[name=lengths_of]")).to_have_value(card)
        assert not is_wider_than_the_screen(self.page)

    def create(self, name: str, *, pairs: int, tables: int, length: str) -> None:
        self.page.locator("#id_name").fill(name)
        self.page.locator("#id_tables").fill(str(tables))
        self.page.locator("#id_expected").fill(str(pairs))
        self.page.locator("#id_expected").press("Tab")
        expect(self.page.locator(".s-total .badge")).to_be_visible()
        for stage in ("", "knockout_"):
            self.page.locator(f"#id_{stage}best_of").select_option("1")
            self.page.locator(f"#id_{stage}hands").select_option(label=length)
        self.page.locator("form .btn.go.big").click()
        self.page.wait_for_url("**/entries/")

    def enter(self, pairs: int) -> None:
        pasted = [f"Takım {number}; Ali Işık{number}; Ece Öz{number}" for number in range(1, pairs + 1)]
        self.page.locator("textarea").fill("\n".join(pasted))
        self.page.locator("#paste-preview .btn.go").click()
        expect(self.page.locator("textarea")).to_have_value("")

    def draw(self) -> None:
        self.page.goto(re.sub(r"entries/.*", "draw/1/", self.page.url))
        self.page.locator("button.go.big").first.click()
        self.page.wait_for_load_state()

    def publish(self) -> str:
        self.page.get_by_role("button", name="Yayımla").click()
        expect(self.page.get_by_role("button", name="Yayımla")).to_have_count(0)
        return str(self.page.get_by_role("link", name="Herkese açık sayfa").get_attribute("href"))

    def codes(self) -> list[str]:
        self.page.goto(re.sub(r"draw/.*|entries/.*", "codes/", self.page.url))
        return [str(link.get_attribute("href")) for link in self.page.locator(".o-code-link a").all()]
