"""`--dist loadfile`: which tests of a parallel run lie together, and who takes them.

The tests of a file run in one process; so do those of files that share what takes long to make. Every second
process begins with what drives Chromium or starts processes, which often waits; the others with what never waits.
So a processor has something to do meanwhile, and fewer browsers and servers are started.
"""

from __future__ import annotations

from typing import Final

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

OPEN_HOUSE: Final = "tests/browser/open_house"
TOGETHER: Final = {
    "tests/browser/test_accessibility.py": OPEN_HOUSE,
    "tests/browser/test_people.py": OPEN_HOUSE,
    "tests/browser/test_weight.py": OPEN_HOUSE,
    "tests/pages/test_html.py": "shown",
    "tests/pages/test_pseudo_locale.py": "shown",
}
"""Files whose tests look at one server of a club in play, or at one reading of every page."""
OFTEN_WAITING: Final = ("tests/browser/", "tests/faults/", "tests/parts/")


class Distribution(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return TOGETHER.get(file, file)

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Give a process the first of its kind of files, or the last of the other kind."""
        waits = self.nodes.index(node) % 2 == 0
        own = (file for file in self.workqueue if file.startswith(OFTEN_WAITING) == waits)
        self.workqueue.move_to_end(next(own, next(reversed(self.workqueue))), last=False)
        super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Distribution | None:
    return Distribution(config, log) if config.getoption("dist") == "loadfile" else None
