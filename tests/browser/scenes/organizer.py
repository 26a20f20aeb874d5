from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import BrowserContext, Page

from tests.processes import ServerProcess

OWNS: Final = """
import json
from uuid import uuid4
from django.conf import settings
from django.test import Client
from tests.factories import MembershipFactory
from tournaments.models import Club
member = MembershipFactory.create(role="owner", user__email=f"{uuid4()}@example.org")
client = Client()
client.force_login(member.user)
name = settings.SESSION_COOKIE_NAME
output = {"cookie": name, "session": client.cookies[name].value, "club": str(member.club.public_id)}
"""
TELL: Final = "\nprint(json.dumps(output))"


def managed(served: ServerProcess, **wanted: str) -> dict[str, str]:
    output: dict[str, str] = json.loads(served.run("tests.browser.scenes.organized_tournament", **wanted))
    return output


def create_owned_club(served: ServerProcess, make: str = "") -> dict[str, str]:
    """Create a club with an owner; code in `make` may use `member` and extend `output`."""
    output: dict[str, str] = json.loads(served.tell(f"{OWNS}{make}{TELL}").splitlines()[-1])
    return output


def sign_in(context: BrowserContext, served: ServerProcess, credentials: dict[str, str]) -> None:
    context.add_cookies([{"name": credentials["cookie"], "value": credentials["session"], "url": served.url}])


def wait_until_settled(page: Page) -> None:
    """Wait until no htmx request runs and its fragment is in the page."""
    page.wait_for_function(
        "() => !document.querySelector('.htmx-request, .htmx-settling, .htmx-swapping, .htmx-added')"
    )
