"""Knowing the code proves presence within some minutes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest, digest
from secrets import token_hex
from typing import Final

from tournaments.limits import attempts, guess_limits
from tournaments.limits.attempts import Budget
from tournaments.models import CheckIn

CODE_PERIOD: Final = timedelta(minutes=3)
"""How long a code is shown; the previous one is still valid for people who are typing it."""
DIGITS: Final = 6
MAX_WRONG_CODES: Final = 1000
"""Wrong codes from all devices before each typed code must wait, until a day without one."""
LINK_LETTERS: Final = 32
_FIXED_PERIOD: Final = -1


def new_secret() -> str:
    return token_hex(32)


def code_at(check_in: CheckIn, *, at: datetime) -> str:
    return _code(check_in, _period(at) if check_in.changing else _FIXED_PERIOD)


def seconds_left(*, at: datetime) -> int:
    whole = int(CODE_PERIOD.total_seconds())
    return whole - int(at.timestamp()) % whole


def is_valid_code(check_in: CheckIn, typed: str, *, at: datetime) -> bool:
    """Accept the current or previous code, with blanks."""
    plain = "".join(filter(str.isalnum, typed))
    return any(
        compare_digest(plain.encode(), _code(check_in, period).encode())
        for period in _valid_periods(check_in, at)
    )


def link_code_at(check_in: CheckIn, *, at: datetime) -> str:
    """128 bits, valid as long as the digits."""
    return _link_code(check_in, _period(at) if check_in.changing else _FIXED_PERIOD)


def is_valid_link_code(check_in: CheckIn, link_code: str, *, at: datetime) -> bool:
    return any(
        compare_digest(link_code.encode(), _link_code(check_in, period).encode())
        for period in _valid_periods(check_in, at)
    )


def guess_limit(check_in: CheckIn) -> Budget:
    return guess_limits.global_budget(f"room code|{presence_mark(check_in)}", MAX_WRONG_CODES)


def is_typing_limited(check_in: CheckIn, *, at: datetime) -> bool:
    return attempts.is_spent(guess_limit(check_in), at=at)


def presence_mark(check_in: CheckIn) -> str:
    """Stored on phones; doesn't reveal the secret."""
    return sha256(f"in the room|{check_in.secret}".encode()).hexdigest()[:16]


def format_code(code: str) -> str:
    return f"{code[: DIGITS // 2]} {code[DIGITS // 2 :]}"


def _period(at: datetime) -> int:
    return int(at.timestamp()) // int(CODE_PERIOD.total_seconds())


def _valid_periods(check_in: CheckIn, at: datetime) -> Sequence[int]:
    current = _period(at)
    return (current, current - 1) if check_in.changing else (_FIXED_PERIOD,)


def _link_code(check_in: CheckIn, period: int) -> str:
    return digest(check_in.secret.encode(), f"link|{period}".encode(), "sha256").hex()[:LINK_LETTERS]


def _code(check_in: CheckIn, period: int) -> str:
    number = int.from_bytes(digest(check_in.secret.encode(), f"code|{period}".encode(), "sha256"))
    return f"{number % 10**DIGITS:0{DIGITS}}"
