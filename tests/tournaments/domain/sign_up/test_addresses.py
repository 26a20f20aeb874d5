"""Which mail address a contact holds, and what proves that somebody reads it."""

from __future__ import annotations

import pytest

from config.logs import redact
from tests.tournaments.domain.sign_up.applicants import apply, open_to_all
from tests.tournaments.domain.sign_up.mailbox import ALI
from tournaments.domain.sign_up.addresses import address_in, proof_of, proves


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
def test_the_first_address_to_which_mail_can_go(contact, address):
    assert address_in(contact) == address


@pytest.mark.django_db
def test_a_proof_is_of_one_entry_and_one_address():
    tournament = open_to_all()
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact=ALI)
    other = apply(tournament, "Su Ak", "Can Er", contact=ALI)
    proof = proof_of(own)
    assert proves(own, proof)
    assert not proves(own, proof_of(other))
    own.contact = "ece@example.org"
    assert not proves(own, proof)
    own.contact = ""
    assert not proves(own, proof_of(own))


@pytest.mark.django_db
def test_neither_code_nor_proof_stands_in_a_log():
    own = apply(open_to_all(), "Ali Kaya", "Ece Demir", contact=ALI)
    line = redact(f"GET /t/x/basvuru/c/ACDEFHJKLM/{proof_of(own)}/ 200")
    assert "ACDEF" not in line
    assert proof_of(own) not in line
