"""Chosen reasons are stored as marks and shown in the reader's language."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from scoring.enums import Reason
from scoring.models import Entry
from scoring.models.reasons import CORRECTED, chosen_words, joined, on_protest_of, with_chosen_read
from tournaments.enums import SideLetter
from tournaments.naming.names import mark


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_choice_has_a_text(language):
    marks = [mark(reason) for reason in Reason] + [on_protest_of(side) for side in SideLetter] + [CORRECTED]
    with override(language):
        texts = [with_chosen_read(text) for text in marks]
        assert sorted(texts) == sorted(chosen_words().values())
    assert not any("⟦" in text for text in texts)


def test_reason_is_shown_in_the_reader_s_language():
    entry = Entry(reason=joined(on_protest_of("B"), mark("mistyped")))
    with override("tr"):
        assert entry.told_reason == "B tarafının itirazı üzerine hakem düzeltti: Yanlış yazıldı"
    with override("en"):
        assert entry.told_reason == "Corrected by the referee on the protest of side B: Typed wrongly"


def test_typed_text_and_marks_for_names_are_unchanged():
    for text in ("", "Rakamlar ters", "⟦17⟧ söyledi", mark("0b8f8f4e-1f57-4c6b-8f52-0d0d2c3c9f10")):
        assert with_chosen_read(text) == text


def test_two_parts_are_joined_into_one_reason():
    assert joined("", "30, 40 değil") == "30, 40 değil"
    assert joined("a", "", "b") == "a: b"
