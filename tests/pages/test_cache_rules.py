from __future__ import annotations

import pytest

from scoring.live.public_pages import SHARED_CACHE_CONTROL
from tests.pages.cache_rules import is_cached_by_nginx


@pytest.mark.parametrize(
    ("address", "part", "there"),
    [
        ("/en/", False, True),
        ("/static/css/istaka.0123.css", False, True),
        ("/t/1/schedule/?by=table&page=2", False, True),
        ("/t/1/schedule/?by=mine", False, False),
        ("/e/1/?as=staff", False, False),
        ("/live/t/1/?heard=7", True, True),
        ("/live/en/t/1/entrants/?page=2&heard=7", True, True),
        ("/live/t/1/", True, False),
        ("/live/t/1/?heard=7", False, False),
        ("/t/1/?seen=7", True, False),
        ("/live/tournament.1/", False, False),
        ("/manage/t/1/", False, False),
        ("//t/1/", False, False),
    ],
)
def test_nginx_caches_popular_addresses(address: str, part: bool, there: bool):
    assert is_cached_by_nginx(address, part=part) == there


def test_browsers_revalidate_cached_responses():
    assert {"max-age=0", "must-revalidate"} <= set(SHARED_CACHE_CONTROL.split(", "))
