"""The code that is shown in the room: whoever knows it is there, or was some minutes ago."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest, digest
from secrets import token_hex
from typing import Final

from tournaments.limits import attempts, guessing
from tournaments.limits.attempts import Budget
from tournaments.models import CheckIn

PERIOD: Final = timedelta(minutes=3)
"""So long one code is shown; the one before it still counts, for who was just typing it."""
DIGITS: Final = 6
FREE_OF_EVERYBODY: Final = 1000
"""So many wrong codes, from all devices together, until a day without one: then each typed code waits."""
LINK_LETTERS: Final = 32
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
    return any(
        compare_digest(plain.encode(), _code(check_in, one).encode()) for one in _valid_periods(check_in, at)
    )


def link_code_at(check_in: CheckIn, *, at: datetime) -> str:
    """The code in the QR code: 128 bits, valid as long as the digits beside it, and never guessed."""
    return _link_code(check_in, _period(at) if check_in.changing else _FIXED)


def is_link_code(check_in: CheckIn, sent: str, *, at: datetime) -> bool:
    """Whether a link of the room's QR code was opened while it is valid."""
    return any(
        compare_digest(sent.encode(), _link_code(check_in, period).encode())
        for period in _valid_periods(check_in, at)
    )


def guesses(check_in: CheckIn) -> Budget:
    """The budget of everybody's wrong codes; a renewed code has a new one."""
    return guessing.of_everybody(f"room code|{mark_of(check_in)}", FREE_OF_EVERYBODY)


def is_typing_closed(check_in: CheckIn, *, at: datetime) -> bool:
    """Whether so many wrong codes were typed that each typed one waits; the QR code and the desk work."""
    return attempts.is_spent(guesses(check_in), at=at)


def mark_of(check_in: CheckIn) -> str:
    """What a phone is left that was in the room: it ends with the secret, and tells nothing of it."""
    return sha256(f"in the room|{check_in.secret}".encode()).hexdigest()[:16]


def spaced(code: str) -> str:
    """A code in two halves, which are easier to read from a screen."""
    return f"{code[: DIGITS // 2]} {code[DIGITS // 2 :]}"


def _period(at: datetime) -> int:
    return int(at.timestamp()) // int(PERIOD.total_seconds())


def _valid_periods(check_in: CheckIn, at: datetime) -> Sequence[int]:
    now = _period(at)
    return (now, now - 1) if check_in.changing else (_FIXED,)


def _link_code(check_in: CheckIn, period: int) -> str:
    return digest(check_in.secret.encode(), f"link|{period}".encode(), "sha256").hex()[:LINK_LETTERS]


def _code(check_in: CheckIn, period: int) -> str:
    number = int.from_bytes(digest(check_in.secret.encode(), f"code|{period}".encode(), "sha256"))
    return f"{number % 10**DIGITS:0{DIGITS}}"
