"""The code with which somebody comes back to what he signed up: kept as a digest only."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Application, Tournament
from tournaments.models.table import SHORT_CODE_LETTERS

LETTERS: Final = 10
"""So many of 23 letters can't be guessed by who has to wait after some tries."""
LINK_LETTERS: Final = 12
_HALF: Final = LETTERS // 2


def code_for(form_digest: str) -> str:
    """Return the code of the application with this form digest, which is published nowhere."""
    return letters_of("tournaments.sign-up", form_digest, LETTERS)


def code_of(application: Application) -> str:
    """Return the code of an application; blank if the site's key has changed since, and only they know it."""
    code = code_for(application.form_digest)
    return code if digest_of(code) == application.code_digest else ""


def digest_of_form(tournament: Tournament, key: str) -> str:
    """Return what is stored of the secret that a browser sent with a form."""
    return sha256(f"sign-up form|{tournament.public_id}|{key}".encode()).hexdigest()


def link_code(code: str) -> str:
    """A code as it is in a link: with letters that only this site can add, so that nobody guesses it."""
    return code + letters_of("tournaments.sign-up-link", code, LINK_LETTERS)


def code_in(sent: str) -> tuple[str, bool]:
    """The code in what was typed or opened, and whether it comes from a link of ours.

    Once the site has another key, its older links count as typed codes.
    """
    letters = plain(sent)
    code = letters[:LETTERS] if len(letters) == LETTERS + LINK_LETTERS else letters
    return code, constant_time_compare(letters, link_code(code))


def letters_of(salt: str, value: str, count: int) -> str:
    """So many letters that follow from a value by the house's secret."""
    number = int.from_bytes(salted_hmac(salt, value, algorithm="sha256").digest())
    code = ""
    for _place in range(count):
        number, letter = divmod(number, len(SHORT_CODE_LETTERS))
        code += SHORT_CODE_LETTERS[letter]
    return code


def digest_of(typed: str) -> str:
    """What is kept of a code, and looked for: capitals or not, blanks and signs anywhere.

    It outlives the house's key, for codes are on paper and in photographs.
    """
    return sha256(f"sign-up|{plain(typed)}".encode()).hexdigest()


def plain(typed: str) -> str:
    """A code as it is made, from what somebody typed."""
    return "".join(filter(str.isalnum, typed)).upper()


def spaced(code: str) -> str:
    """A code in two halves, which are easier to read aloud and to type."""
    return f"{code[:_HALF]} {code[_HALF:]}"
