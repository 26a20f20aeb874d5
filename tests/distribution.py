"""Group files of a parallel run (`--dist loadfile`) that share an expensive setup."""

from __future__ import annotations

from typing import Final

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

TOGETHER: Final = {
    "tests/browser/test_accessibility.py": "open_house",
    "tests/browser/test_people.py": "open_house",
    "tests/browser/test_page_weight.py": "open_house",
    "tests/pages/test_html.py": "shown",
    "tests/pages/test_cache_rules.py": "shown",
    "tests/pages/test_pseudo_locale.py": "shown",
}
"""Files that share one server of a club in play, or one crawl of every page."""


class Distribution(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return TOGETHER.get(file, file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Distribution | None:
    return Distribution(config, log) if config.getoption("dist") == "loadfile" else None
