"""The mail address in what somebody typed as his contact, and the proof that he reads what is sent there."""

from __future__ import annotations

import re
from typing import Final

from django.utils.crypto import constant_time_compare

from tournaments.models import Application
from tournaments.models.people import as_stored
from tournaments.naming.email_addresses import is_mailable
from tournaments.signup.domain.application_codes import letters_of

LIKE_AN_ADDRESS: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_BETWEEN: Final = re.compile(r"[\s,;<>()\[\]]+")
PROOF_LETTERS: Final = 20
"""So many capitals in an address are taken for a secret by who writes the log, and left out there."""


def address_in(contact: str) -> str:
    """The first mail address in a contact; blank where there is none that mail can be sent to."""
    words = (word.strip(".:\"'") for word in _BETWEEN.split(contact))
    return next((word for word in words if is_mailable(word)), "")


def proof_of(application: Application) -> str:
    """What only a mail to this address of this application bears; with another address it is another."""
    value = f"{application.form_digest}|{as_stored(address_in(application.contact))}"
    return letters_of("tournaments.sign-up.address", value, PROOF_LETTERS)


def proves(application: Application, proof: str) -> bool:
    """Whether somebody has what was mailed to the address that the application bears now."""
    return address_in(application.contact) != "" and constant_time_compare(proof, proof_of(application))
