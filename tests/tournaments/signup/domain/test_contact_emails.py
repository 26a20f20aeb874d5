from __future__ import annotations

import pytest

from config.logs import redact
from tests.tournaments.signup.domain.applicants import apply, open_sign_up
from tests.tournaments.signup.domain.mailbox import ALI
from tournaments.signup.domain.contact_emails import address_proof, find_address, is_valid_proof


@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("0532 111 22 33", ""),
        (ALI, ALI),
        (f"0532 111 22 33, <{ALI}>.", ALI),
        (f"{ALI} ece@example.org", ALI),
        ("ali@kaya@example.org", ""),
        ("ali@example", ""),
        ("ışık@example.org", ""),
        ("ali@example.org\tBcc:x", ALI),
    ],
)
def test_first_mailable_address_is_found(contact, address):
    assert find_address(contact) == address


@pytest.mark.django_db
def test_proof_belongs_to_one_entry_and_one_address():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    other = apply(tournament, "Su Ak", "Can Er", contact=ALI)
    proof = address_proof(own)
    assert is_valid_proof(own, proof)
    assert not is_valid_proof(own, address_proof(other))
    own.contact = "ece@example.org"
    assert not is_valid_proof(own, proof)
    own.contact = ""
    assert not is_valid_proof(own, address_proof(own))


@pytest.mark.django_db
def test_log_has_neither_code_nor_proof():
    own = apply(open_sign_up(), "Ali Kaya", "Ece Demir", contact=ALI)
    line = redact(f"GET /t/x/basvuru/c/ACDEFHJKLM/{address_proof(own)}/ 200")
    assert "ACDEF" not in line
    assert address_proof(own) not in line
