from __future__ import annotations

from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.test_accessibility import BOTH, serious_axe_violations
from tests.processes import ServerProcess, free_port, serve_process

pytestmark = [pytest.mark.browser, pytest.mark.release, pytest.mark.slow]

LONGEST_WAIT = 60
PHONE = {"width": 390, "height": 844}
BEGIN = """
from tests.factories import open_tournament
from tests.tournaments.signup.domain.applicants import set_terms
tournament = open_tournament(pairs=1)
set_terms(tournament, capacity=2, confirmation=True)
print(tournament.public_id)
"""


@pytest.fixture(scope="module")
def mail_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("outgoing")


@pytest.fixture(scope="module")
def server_process(tmp_path_factory: pytest.TempPathFactory, mail_folder: Path) -> Iterator[ServerProcess]:
    port = free_port()
    sends = {"EMAIL_URL": f"filemail:///{mail_folder}", "PUBLIC_ADDRESS": f"http://127.0.0.1:{port}"}
    with serve_process(tmp_path_factory.mktemp("house"), port=port, **sends) as process:
        yield process


@pytest.fixture
def tournament(server_process: ServerProcess) -> str:
    return server_process.tell(BEGIN).split()[-1]


def mailed(outgoing: Path, to: str) -> list[EmailMessage]:
    deadline = monotonic() + LONGEST_WAIT
    while monotonic() < deadline:
        sent = [message_from_bytes(path.read_bytes(), policy=default) for path in outgoing.iterdir()]
        if matching := [message for message in sent if message["To"] == to]:
            return matching
    raise AssertionError(f"Nothing was sent to {to}.")


def sign_up(page: Page, served: ServerProcess, tournament: str, contact: str) -> None:
    page.goto(f"{served.url}/en/t/{tournament}/sign-up/")
    page.get_by_label("Your name and surname").fill("Ali Kaya")
    page.get_by_label("Your partner’s name and surname").fill("Ece Demir")
    page.get_by_label("Phone or e-mail").fill(contact)
    page.get_by_role("button", name="Sign up").click()


@pytest.fixture
def link(
    server_process: ServerProcess, tournament: str, mail_folder: Path, windows: Windows
) -> Callable[[str], str]:
    def sent(to: str) -> str:
        page = windows.page(viewport=PHONE, locale="en-GB")
        sign_up(page, server_process, tournament, to)
        expect(page.locator("[data-test=entry-unconfirmed]")).to_be_visible()
        (mail,) = mailed(mail_folder, to)
        assert mail["Subject"].startswith("Your entry")
        lines = mail.get_content().splitlines()
        return next(line for line in lines if line.startswith(server_process.url))

    return sent


@pytest.mark.parametrize("scripts", [True, False])
def test_emailed_link_confirms_by_a_button_with_and_without_scripts(
    windows: Windows, link: Callable[[str], str], scripts: bool
):
    own = link(f"ali{int(scripts)}@example.org")
    page = windows.page(viewport=PHONE, locale="en-GB", java_script_enabled=scripts)
    page.goto(own)
    expect(page.get_by_role("heading", name="Is this e-mail yours?")).to_be_visible()
    page.get_by_role("button", name="Yes, confirm").click()
    expect(page.locator("[data-test=entry-listed]")).to_be_visible()
    expect(page.locator("[data-test=email-confirmed]")).to_be_visible()
    page.goto(own)
    expect(page.locator("[data-test=entry-listed]")).to_be_visible()


def test_confirmation_page_is_accessible(windows: Windows, link: Callable[[str], str]):
    page = windows.page(viewport=PHONE, locale="en-GB")
    page.goto(link("su@example.org"))
    assert [*serious_axe_violations(page, BOTH[0]), *serious_axe_violations(page, BOTH[1])] == []
    with letters_at_200_percent(page):
        assert not is_wider_than_the_screen(page)
