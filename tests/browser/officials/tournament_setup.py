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
    def __init__(self, served: ServerProcess, desk: Page) -> None:
        self.desk = desk
        desk.goto(f"{served.url}/sign-in/")
        desk.locator("main input[type=email]").fill(served.tell(OWNER).strip())
        desk.locator("main input[type=password]").fill(PASSWORD)
        desk.locator("main input[type=password]").press("Enter")
        desk.wait_for_url("**/manage/")
        desk.locator("a[href$='/new/']").first.click()

    def choose_game(self, card: str, rules: str) -> None:
        rule_set = self.desk.locator(f"[name=rules-{card}][value={rules}]")
        expect(rule_set).to_be_hidden()
        self.desk.locator(f"label[for=game-{card}]").click()
        rule_set.check()
        expect(self.desk.locator("[name=rules-okey101]").first).to_be_hidden()
        expect(self.desk.locator("[name=lengths_of]")).to_have_value(card)
        assert not is_wider_than_the_screen(self.desk)

    def create(self, name: str, *, pairs: int, tables: int, length: str) -> None:
        self.desk.locator("#id_name").fill(name)
        self.desk.locator("#id_tables").fill(str(tables))
        self.desk.locator("#id_expected").fill(str(pairs))
        self.desk.locator("#id_expected").press("Tab")
        expect(self.desk.locator(".s-total .badge")).to_be_visible()
        for stage in ("", "knockout_"):
            self.desk.locator(f"#id_{stage}best_of").select_option("1")
            self.desk.locator(f"#id_{stage}hands").select_option(label=length)
        self.desk.locator("form .btn.go.big").click()
        self.desk.wait_for_url("**/entries/")

    def enter(self, pairs: int) -> None:
        pasted = [f"Takım {number}; Ali Işık{number}; Ece Öz{number}" for number in range(1, pairs + 1)]
        self.desk.locator("textarea").fill("\n".join(pasted))
        self.desk.locator("#paste-preview .btn.go").click()
        expect(self.desk.locator("textarea")).to_have_value("")

    def draw(self) -> None:
        self.desk.goto(re.sub(r"entries/.*", "draw/1/", self.desk.url))
        self.desk.locator("button.go.big").first.click()
        self.desk.wait_for_load_state()

    def publish(self) -> str:
        self.desk.get_by_role("button", name="Yayımla").click()
        expect(self.desk.get_by_role("button", name="Yayımla")).to_have_count(0)
        return str(self.desk.get_by_role("link", name="Herkese açık sayfa").get_attribute("href"))

    def codes(self) -> list[str]:
        self.desk.goto(re.sub(r"draw/.*|entries/.*", "codes/", self.desk.url))
        return [str(link.get_attribute("href")) for link in self.desk.locator(".o-code-link a").all()]
