from __future__ import annotations

import re
from typing import Final

import pytest

pytestmark = pytest.mark.django_db

FOLLOWS: Final = re.compile(r'\bdata-topic="[^"]')
FALLBACK: Final = re.compile(
    r'<noscript>\s*<(?:meta\s+http-equiv="refresh"|p [^>]*data-test="no-updates")', re.DOTALL
)


def test_each_page_that_follows_changes_reloads_or_says_so_without_modules(crawled_responses):
    pages = [answer for answer in crawled_responses if answer.is_page and FOLLOWS.search(answer.text)]
    without = {f"{answer.name} ({answer.variant})" for answer in pages if not FALLBACK.search(answer.text)}
    assert len({answer.name for answer in pages}) > 15
    assert sorted(without) == []
