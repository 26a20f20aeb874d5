from __future__ import annotations

import hashlib

import pytest
from django.urls import reverse

from scoring.ledger.receipts import RECEIPT_LENGTH, receipt
from tests.factories import correct, drawn_tournament, encounters_of, play_hand, report
from tests.languages import LanguageClient
from tests.scoring.table.table_phones import text
from tournaments.models.table import SHORT_CODE_LETTERS


def test_receipt_is_eight_unambiguous_letters_of_the_seal():
    seals = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(2000)]
    receipts = [receipt(seal) for seal in seals]
    assert receipts == [receipt(seal) for seal in seals]
    assert len(set(receipts)) == 2000
    assert {len(letters.replace(" ", "")) for letters in receipts} == {RECEIPT_LENGTH}
    assert set("".join(receipts)) == {*SHORT_CODE_LETTERS, " "}
    assert receipt("") == ""


@pytest.mark.django_db
def test_encounter_and_history_show_receipt_and_seal_of_the_current_version():
    encounter = encounters_of(drawn_tournament())[0]
    first = play_hand(encounter, report(points=(47, 40))).entry
    newest = correct(encounter, report(points=(5, 6))).entry
    reader = LanguageClient("en")
    page = text(reader.get(reverse("scoring:encounter", args=[encounter.public_id])))
    assert receipt(newest.hash) in page
    assert newest.hash in page
    assert receipt(first.hash) not in page
    versions = text(reader.get(reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])))
    assert all(receipt(entry.hash) in versions and entry.hash in versions for entry in (first, newest))
