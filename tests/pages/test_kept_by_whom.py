"""Which answers a cache between us and a browser may keep."""

from __future__ import annotations

import pytest

from tests.pages.visits import Shown

pytestmark = pytest.mark.django_db

FOR_EVERYBODY = ("public",)
SHARED_PICTURES = "public, max-age=60"
"""Previews of public pages, which are the same for all; who is signed in asks for the same picture."""


def test_what_is_shown_to_somebody_who_is_known_is_kept_by_nobody_else(shown: list[Shown]):
    known = [one for one in shown if not one.how.startswith(FOR_EVERYBODY)]
    assert len(known) > 200
    kept = {
        f"{one}: {one.caching}"
        for one in known
        if not ({"private", "no-store"} & set(one.caching.split(", ")))
        and not (one.caching == SHARED_PICTURES and one.kind.startswith("image/"))
    }
    assert sorted(kept) == []
