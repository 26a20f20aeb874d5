from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.utils.crypto import constant_time_compare

from tournaments.models import Application
from tournaments.naming.email_addresses import is_mailable, normalize_email
from tournaments.signup.domain.application_codes import derive_letters

ADDRESS_PATTERN: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_SEPARATORS: Final = re.compile(r"[\s,;<>()\[\]]+")
_PHONE_NUMBER: Final = re.compile(r"\+?[0-9][0-9 ()./-]{5,}[0-9]")
_NATIONAL_DIGITS: Final = 10
"""Last digits of a phone number that are the same with a country code, with a zero and without."""
PROOF_LETTERS: Final = 20
"""Log filters treat that many capitals in a URL as a secret and remove them."""


def find_address(contact: str) -> str:
    """Return the first mailable address, normalized, or ""."""
    words = (normalize_email(word.strip(".:\"'")) for word in _SEPARATORS.split(contact))
    return next((word for word in words if is_mailable(word)), "")


def contact_address(contact: str) -> str:
    """Return what calls the first phone number, else writes to the first address, or ""."""
    if number := _PHONE_NUMBER.search(ADDRESS_PATTERN.sub(" ", contact)):
        return "tel:" + re.sub(r"[^+0-9]", "", number[0])
    address = find_address(contact)
    return f"mailto:{address}" if address else ""


def contact_key(contact: str) -> str:
    """Return the same for contacts that reach the same phone or mailbox, "" for none."""
    address = contact_address(contact)
    return address[-_NATIONAL_DIGITS:] if address.startswith("tel:") else address


@dataclass(frozen=True)
class Contact:
    name: str
    text: str

    @property
    def address(self) -> str:
        return contact_address(self.text)

    @property
    def parts(self) -> list[str]:
        """Between which a narrow column breaks."""
        return re.split("(?<=@)", self.text)

    @property
    def is_phone(self) -> bool:
        return self.address.startswith("tel:")


def address_proof(application: Application) -> str:
    value = f"{application.form_digest}|{normalize_email(find_address(application.contact))}"
    return derive_letters("tournaments.sign-up.address", value, PROOF_LETTERS)


def is_valid_proof(application: Application, proof: str) -> bool:
    return find_address(application.contact) != "" and constant_time_compare(
        proof, address_proof(application)
    )
