from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def hashed_at_once(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
