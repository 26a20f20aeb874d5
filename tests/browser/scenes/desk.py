"""Somebody of the staff at a desk: a tournament, and a window in which he is signed in already."""

from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import BrowserContext

from tests.processes import Served

OWNS: Final = """
import json
from uuid import uuid4
from django.conf import settings
from django.test import Client
from tests.factories import MembershipFactory
from tournaments.models import Club
member = MembershipFactory.create(role="owner", user__email=f"{uuid4()}@example.org")
desk = Client()
desk.force_login(member.user)
name = settings.SESSION_COOKIE_NAME
told = {"cookie": name, "session": desk.cookies[name].value, "club": str(member.club.public_id)}
"""
TELL: Final = "\nprint(json.dumps(told))"


def managed(served: Served, **wanted: str) -> dict[str, str]:
    """What `scenes.managed` tells of a new tournament; HANDS and ROLE are wanted in capitals."""
    told: dict[str, str] = json.loads(served.run("tests.browser.scenes.managed", **wanted))
    return told


def owned(served: Served, make: str = "") -> dict[str, str]:
    """A new club with an owner who can be signed in; lines that `make` more have `member` and `told`."""
    told: dict[str, str] = json.loads(served.tell(f"{OWNS}{make}{TELL}").splitlines()[-1])
    return told


def sign_in(context: BrowserContext, served: Served, told: dict[str, str]) -> None:
    """Let him be signed in; the form is looked at by tests of its own."""
    context.add_cookies([{"name": told["cookie"], "value": told["session"], "url": served.url}])
