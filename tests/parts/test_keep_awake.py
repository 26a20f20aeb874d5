from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.config.launcher.test_wake_locks import GRANTS, called_with, put
from tests.parts.standings import play_hands
from tests.processes import is_gone, serve_process, wait_for

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="systemd's inhibitor is replaced by a shell script"),
]


def test_server_of_a_laptop_holds_the_computer_awake_during_play(tmp_path: Path) -> None:
    put(tmp_path, "systemd-inhibit", GRANTS)
    path = f"{tmp_path}:{os.environ['PATH']}"
    (tmp_path / "site").mkdir()
    with serve_process(tmp_path / "site", PATH=path, CONTROL_KEY="for tests only") as served:
        play_hands(2, scripts=served.scripts)
        inhibitor = int(called_with(tmp_path)[0])
        assert not is_gone(inhibitor)
    wait_for(lambda: is_gone(inhibitor), "the inhibitor outlives the server")
