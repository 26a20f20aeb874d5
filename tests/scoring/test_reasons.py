"""Reasons that are chosen: kept as marks, read in the reader's language."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from scoring.enums import Reason
from scoring.models import Entry
from scoring.models.reasons import CORRECTED, chosen_words, joined, on_protest_of, with_chosen_read
from tournaments.enums import SideLetter
from tournaments.naming.names import mark


@pytest.mark.parametrize("language", ["tr", "en"])
def test_each_that_can_be_chosen_is_read_in_words(language):
    kept = [mark(reason) for reason in Reason] + [on_protest_of(side) for side in SideLetter] + [CORRECTED]
    with override(language):
        read = [with_chosen_read(one) for one in kept]
        assert sorted(read) == sorted(chosen_words().values())
    assert not any("⟦" in one for one in read)


def test_it_is_read_in_the_language_of_whoever_reads_it():
    entry = Entry(reason=joined(on_protest_of("B"), mark("mistyped")))
    with override("tr"):
        assert entry.told_reason == "B tarafının itirazı üzerine hakem düzeltti: Yanlış yazıldı"
    with override("en"):
        assert entry.told_reason == "Corrected by the referee on the protest of side B: Typed wrongly"


def test_what_was_typed_and_marks_that_stand_for_names_stay_as_they_are():
    for text in ("", "Rakamlar ters", "⟦17⟧ söyledi", mark("0b8f8f4e-1f57-4c6b-8f52-0d0d2c3c9f10")):
        assert with_chosen_read(text) == text


def test_two_parts_are_one_reason():
    assert joined("", "30, 40 değil") == "30, 40 değil"
    assert joined("a", "", "b") == "a: b"
