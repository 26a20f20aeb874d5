"""`--dist loadfile`: which tests of a parallel run lie together, so that what they share is made once.

The tests of a file run in one process; so do those of files that share what takes long to make. They are
taken in the order of the folders, those of the database first, as pytest-django puts them.
"""

from __future__ import annotations

from typing import Final

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

TOGETHER: Final = {
    "tests/browser/test_accessibility.py": "open_house",
    "tests/browser/test_people.py": "open_house",
    "tests/browser/test_weight.py": "open_house",
    "tests/pages/test_html.py": "shown",
    "tests/pages/test_kept_by_whom.py": "shown",
    "tests/pages/test_pseudo_locale.py": "shown",
}
"""Files whose tests look at one server of a club in play, or at one reading of every page."""


class Distribution(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return TOGETHER.get(file, file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Distribution | None:
    return Distribution(config, log) if config.getoption("dist") == "loadfile" else None
