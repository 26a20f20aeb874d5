from __future__ import annotations

import time

import pytest
from django.core import signing

from tournaments.accounts.views import signed_values

YEAR = 365 * 24 * 3600


def test_signed_value_is_read_back():
    assert signed_values.load(signed_values.dump(["ayşe"], salt="a"), salt="a", seconds=60) == ["ayşe"]


@pytest.mark.parametrize("later", [-YEAR, -61, 61, YEAR])
def test_expired_or_future_value_is_refused(later):
    text = signing.dumps([time.time() + later, "ayşe"], salt="a")
    with pytest.raises(signing.BadSignature):
        signed_values.load(text, salt="a", seconds=60)


def test_value_signed_for_another_purpose_is_refused():
    with pytest.raises(signing.BadSignature):
        signed_values.load(signed_values.dump("ayşe", salt="b"), salt="a", seconds=60)


@pytest.mark.parametrize("text", ["", "x", "W10:1xXMnN:8z0truMMAwuIffVlY4-5_baEB"])
def test_value_with_another_signature_is_refused(text):
    with pytest.raises(signing.BadSignature):
        signed_values.load(text, salt="a", seconds=60)
