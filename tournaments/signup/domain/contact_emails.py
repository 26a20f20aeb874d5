from __future__ import annotations

import re
from typing import Final

from django.utils.crypto import constant_time_compare

from tournaments.models import Application
from tournaments.models.people import as_stored
from tournaments.naming.email_addresses import is_mailable
from tournaments.signup.domain.application_codes import letters_of

LIKE_AN_ADDRESS: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_SEPARATORS: Final = re.compile(r"[\s,;<>()\[\]]+")
PROOF_LETTERS: Final = 20
"""Log filters treat that many capitals in a URL as a secret and remove them."""


def address_in(contact: str) -> str:
    """Return the first mailable address, or ""."""
    words = (word.strip(".:\"'") for word in _SEPARATORS.split(contact))
    return next((word for word in words if is_mailable(word)), "")


def proof_of(application: Application) -> str:
    value = f"{application.form_digest}|{as_stored(address_in(application.contact))}"
    return letters_of("tournaments.sign-up.address", value, PROOF_LETTERS)


def proves(application: Application, proof: str) -> bool:
    return address_in(application.contact) != "" and constant_time_compare(proof, proof_of(application))
