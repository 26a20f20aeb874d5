"""Passwords are hashed at once here: signing in is how nearly every test begins, and not what it is about."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def hashed_at_once(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
