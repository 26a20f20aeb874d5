import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.processes import (
    ROOT,
    collected_files,
    environment,
    free_port,
    migrated_file,
    running,
    wait_until_answers,
)

pytestmark = pytest.mark.slow

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", ".hypothesis")
# The copy uses the packages installed here.
INSTALLED = (f"BIN={Path(sys.executable).parent}", "INSTALLED_BASE=")


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(ROOT, tmp_path_factory.mktemp("make") / "a clone", ignore=LEFT_OUT)


@contextmanager
def run_make_target(target: str, clone: Path) -> Iterator[str]:
    """Run `make target` in `clone` until the block ends; yield its output before it first answered."""
    home = clone.parent / "home"
    home.mkdir(exist_ok=True)
    port, log = free_port(), clone.parent / f"{target}.log"
    environ = environment(HOME=str(home), HOST="127.0.0.1", PORT=str(port))
    for name in ("DATABASE_URL", "STATIC_ROOT", "DJANGO_SETTINGS_MODULE"):
        environ.pop(name, None)
    command = ["make", "--silent", "-C", str(clone), target, *INSTALLED]
    with log.open("wb") as output, running(command, environ=environ, output=output) as process:
        wait_until_answers(port, process=process, log=log)
        yield log.read_text()
    assert not list(home.iterdir())


def test_demo_runs_and_a_second_run_keeps_its_data(
    clone: Path,
) -> None:
    """Tables and static files are prepared here; `make club` creates its own in the same way."""
    shutil.copytree(collected_files(), clone / "var" / "static")
    shutil.copyfile(migrated_file(), clone / "var" / "demo.sqlite3")
    with run_make_target("run", clone) as first:
        assert "baskan@yediveren.test" in first
        assert "/m/" in first
    with run_make_target("run", clone) as second:
        assert sign_ins(second) == sign_ins(first)
        assert "Filling" not in second
        look_around(clone)


def look_around(clone: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.snippet",
        "from tests.parts.demo import look_around; look_around()",
    ]
    environ = environment(DATABASE_URL="sqlite:///var/demo.sqlite3")
    result = subprocess.run(command, cwd=clone, env=environ, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def sign_ins(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if "@" in line]


@pytest.mark.release
def test_new_club_prints_a_link_for_its_owner(clone: Path) -> None:
    with run_make_target("club", clone) as printed:
        assert "/davet/" in printed
        assert sign_ins(printed) == []


def test_help_names_the_commands(clone: Path) -> None:
    output = subprocess.run(["make", "-C", str(clone)], capture_output=True, text=True, check=True).stdout
    assert "make run" in output
    assert "make club" in output
    assert "make test" in output
