from __future__ import annotations

import pytest
from django.utils.translation import override

from scoring.enums import CorrectionReason
from scoring.models import Entry
from scoring.models.reasons import (
    CORRECTED_BY_REFEREE,
    join_reason,
    protest_reason,
    reason_texts,
    with_reason_texts,
)
from tournaments.enums import SideLetter
from tournaments.naming.names import placeholder


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_choice_has_a_text(language):
    marks = (
        [placeholder(reason) for reason in CorrectionReason]
        + [protest_reason(side) for side in SideLetter]
        + [CORRECTED_BY_REFEREE]
    )
    with override(language):
        texts = [with_reason_texts(text) for text in marks]
        assert sorted(texts) == sorted(reason_texts().values())
    assert not any("⟦" in text for text in texts)


def test_reason_is_shown_in_the_reader_s_language():
    entry = Entry(reason=join_reason(protest_reason("B"), placeholder("mistyped")))
    with override("tr"):
        assert entry.public_reason == "B tarafının itirazı üzerine hakem düzeltti: Yanlış yazıldı"
    with override("en"):
        assert entry.public_reason == "Corrected by the referee after the protest of side B: Typing error"


def test_typed_text_and_marks_for_names_are_unchanged():
    for text in ("", "Rakamlar ters", "⟦17⟧ söyledi", placeholder("0b8f8f4e-1f57-4c6b-8f52-0d0d2c3c9f10")):
        assert with_reason_texts(text) == text


def test_two_parts_are_joined_into_one_reason():
    assert join_reason("", "30, 40 değil") == "30, 40 değil"
    assert join_reason("a", "", "b") == "a: b"
