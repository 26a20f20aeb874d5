"""Somebody of the staff at a desk: a tournament, and a window in which he is signed in already."""

from __future__ import annotations

import json

from playwright.sync_api import BrowserContext

from tests.processes import Served


def managed(served: Served, **wanted: str) -> dict[str, str]:
    """What `scenes.managed` tells of a new tournament; HANDS and ROLE are wanted in capitals."""
    told: dict[str, str] = json.loads(served.run("tests.browser.scenes.managed", **wanted))
    return told


def sign_in(context: BrowserContext, served: Served, told: dict[str, str]) -> None:
    """Let him be signed in; the form is looked at by tests of its own."""
    context.add_cookies([{"name": told["cookie"], "value": told["session"], "url": served.url}])
