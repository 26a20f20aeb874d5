"""Only a code's digest is stored."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Application, Tournament
from tournaments.models.table import SHORT_CODE_LETTERS

LETTERS: Final = 10
"""Letters of an alphabet of 23, too many to guess under the rate limit."""
LINK_LETTERS: Final = 12
_HALF: Final = LETTERS // 2


def code_from_digest(form_digest: str) -> str:
    return derive_letters("tournaments.sign-up", form_digest, LETTERS)


def code_of(application: Application) -> str:
    """Empty if the site's key has changed since."""
    code = code_from_digest(application.form_digest)
    return code if digest_of_code(code) == application.code_digest else ""


def digest_of_form(tournament: Tournament, key: str) -> str:
    return sha256(f"sign-up form|{tournament.public_id}|{key}".encode()).hexdigest()


def link_code(code: str) -> str:
    return code + derive_letters("tournaments.sign-up-link", code, LINK_LETTERS)


def parse_code(text: str) -> tuple[str, bool]:
    """Also return whether its signature is valid."""
    letters = normalize_code(text)
    code = letters[:LETTERS] if len(letters) == LETTERS + LINK_LETTERS else letters
    return code, constant_time_compare(letters, link_code(code))


def derive_letters(salt: str, value: str, count: int) -> str:
    number = int.from_bytes(salted_hmac(salt, value, algorithm="sha256").digest())
    code = ""
    for _place in range(count):
        number, letter = divmod(number, len(SHORT_CODE_LETTERS))
        code += SHORT_CODE_LETTERS[letter]
    return code


def digest_of_code(typed: str) -> str:
    """Independent of the site's key, because codes are on paper."""
    return sha256(f"sign-up|{normalize_code(typed)}".encode()).hexdigest()


def normalize_code(typed: str) -> str:
    return "".join(filter(str.isalnum, typed)).upper()


def format_code(code: str) -> str:
    return f"{code[:_HALF]} {code[_HALF:]}"
