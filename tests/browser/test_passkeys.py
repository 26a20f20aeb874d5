from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.browser_windows import Windows
from tests.processes import ServerProcess

pytestmark = pytest.mark.browser

BEGIN = """
from uuid import uuid4
from tests.factories import MembershipFactory
from tournaments.enums import Role
print(MembershipFactory.create(role=Role.OWNER, user__email=f"{uuid4().hex}@example.org").user.email)
"""
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
PASSWORD = "ıstaka-101-okey"


def test_passkey_is_created_and_signs_in_and_its_absence_is_reported(
    windows: Windows, server_process: ServerProcess
):
    email = server_process.tell(BEGIN).split()[-1]
    house = f"http://localhost:{server_process.port}/en"
    page = windows.page(locale="en-GB")
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    added = device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(f"{house}/sign-in/?next=/en/account/passkeys/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue to create a passkey").click()
    page.get_by_label("Name of this device").fill("My laptop")
    # By keyboard: the guard against double taps ignores a tap where one just was.
    page.get_by_role("button", name="Create a passkey on this device").press("Enter")
    expect(page.get_by_role("button", name="Remove My laptop")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{house}/sign-in/?next=/en/account/")
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    expect(page.get_by_text(email)).to_be_visible()
    page.context.clear_cookies()
    device.send("WebAuthn.clearCredentials", {"authenticatorId": added["authenticatorId"]})
    page.goto(f"{house}/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    expect(page.locator("[data-failed]")).to_be_visible()
