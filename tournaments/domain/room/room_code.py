"""The code that is shown in the room: whoever knows it is there, or was some minutes ago."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest, digest
from secrets import token_hex
from typing import Final

from tournaments.models import CheckIn

PERIOD: Final = timedelta(minutes=3)
"""So long one code is shown; the one before it still counts, for who was just typing it."""
DIGITS: Final = 6
_FIXED: Final = -1


def new_secret() -> str:
    """What the codes of a tournament follow from."""
    return token_hex(32)


def code_at(check_in: CheckIn, *, at: datetime) -> str:
    """The code that is shown: six digits."""
    return _code(check_in, _period(at) if check_in.changing else _FIXED)


def seconds_left(*, at: datetime) -> int:
    """How long the code that is shown now is still shown."""
    whole = int(PERIOD.total_seconds())
    return whole - int(at.timestamp()) % whole


def is_code(check_in: CheckIn, typed: str, *, at: datetime) -> bool:
    """Whether somebody typed what is shown, or was until just now; blanks don't count."""
    plain = "".join(filter(str.isalnum, typed))
    now = _period(at)
    periods = (now, now - 1) if check_in.changing else (_FIXED,)
    return any(compare_digest(plain.encode(), _code(check_in, one).encode()) for one in periods)


def mark_of(check_in: CheckIn) -> str:
    """What a phone is left that was in the room: it ends with the secret, and tells nothing of it."""
    return sha256(f"in the room|{check_in.secret}".encode()).hexdigest()[:16]


def spaced(code: str) -> str:
    """A code in two halves, which are easier to read from a screen."""
    return f"{code[: DIGITS // 2]} {code[DIGITS // 2 :]}"


def _period(at: datetime) -> int:
    return int(at.timestamp()) // int(PERIOD.total_seconds())


def _code(check_in: CheckIn, period: int) -> str:
    number = int.from_bytes(digest(check_in.secret.encode(), f"code|{period}".encode(), "sha256"))
    return f"{number % 10**DIGITS:0{DIGITS}}"
