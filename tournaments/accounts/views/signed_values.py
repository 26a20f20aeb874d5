from __future__ import annotations

import time
from typing import Any

from django.core import signing


def dump(value: Any, *, salt: str) -> str:
    return signing.dumps([time.time(), value], salt=salt)


def load(text: str, *, salt: str, seconds: int) -> Any:
    """Raise BadSignature, also for values from the future, which `max_age` accepts."""
    signed_at, value = signing.loads(text, salt=salt)
    if abs(time.time() - signed_at) > seconds:
        raise signing.SignatureExpired
    return value
