from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _use_fast_hasher(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
