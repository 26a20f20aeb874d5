from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from scoring.models import Call, Entry
from scoring.models.reasons import REASON_CODES, reason_labels, require_reason_codes, word_reason


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_code_has_a_label(language):
    with override(language):
        labels = reason_labels()
    assert set(labels) == REASON_CODES
    assert len({*labels.values()}) == len(labels)
    require_reason_codes([*labels])


def test_reason_is_shown_in_the_readers_language():
    entry = Entry(reason_codes=["protest_B", "mistyped"], reason="40 idi")
    call = Call(answer_codes=["corrected", "mistyped"])
    with override("tr"):
        assert entry.public_reason == "B tarafının itirazı üzerine hakem düzeltti: Yanlış yazıldı: 40 idi"
        assert call.answer_text == "Hakem eli düzeltti: Yanlış yazıldı"
    with override("en"):
        assert word_reason(entry.reason_codes, "") == (
            "Corrected by the referee after the protest of side B: Typing error"
        )


@pytest.mark.parametrize("typed", ["", "Rakamlar ters", "mistyped"])
def test_typed_text_is_unchanged(typed):
    assert word_reason([], typed) == typed
    assert word_reason(["unknown"], typed) == typed


def test_unknown_codes_are_refused():
    with pytest.raises(ValidationError):
        require_reason_codes(["mistyped", "nonsense"])
