"""A copy of this Python with the bundle's path file, which CPython reads in the same way on every system."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from config.deploy.windows.build_bundle import FILES
from config.deploy.windows.embeddable import Embeddable, path_lines
from tests.processes import ROOT

PACKAGES = Path("Lib") / "site-packages"
STANDARD = Path(sysconfig.get_path("stdlib"))


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("Istaka") / "python"
    tree = folder / PACKAGES / "istaka"
    tree.mkdir(parents=True)
    shutil.copyfile(FILES / "sitecustomize.py", folder / PACKAGES / "sitecustomize.py")
    shutil.copytree(ROOT / "config" / "launcher" / "package", tree, dirs_exist_ok=True)
    (tree / "config" / "launcher").mkdir(parents=True)
    shutil.copyfile(ROOT / "config" / "version.py", tree / "config" / "version.py")
    (tree / "config" / "launcher" / "command.py").write_text(
        "import subprocess, sys\n"
        "def run(arguments):\n"
        "    child = [sys.executable, '-c', 'from config.version import VERSION; print(VERSION)']\n"
        "    return subprocess.run(child, check=False).returncode\n",
        encoding="utf-8",
    )
    shutil.copy(Path(sys._base_executable).resolve(), folder / "python")  # type: ignore[attr-defined]
    _archive, _here, *ours = path_lines(Embeddable(Path("python.zip"), major=3, minor=13))
    lines = [str(STANDARD), str(STANDARD / "lib-dynload"), *(line.replace("\\", "/") for line in ours)]
    (folder / "python._pth").write_text("\n".join(lines), encoding="utf-8")
    return folder / "python"


def run(python: Path, *arguments: str, **environ: str) -> str:
    """Return the output. From another folder, as `python -m` looks into the one where it is."""
    completed = subprocess.run(
        [str(python), *arguments],
        env={**{name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}, **environ},
        cwd=python.parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    return completed.stdout.strip() or completed.stderr


def test_python_is_isolated(python: Path) -> None:
    flags = run(python, "-c", "import sys; print(sys.flags.isolated, sys.flags.safe_path)")
    assert flags == "1 True"


def test_child_process_imports_the_tree(python: Path) -> None:
    version = (ROOT / "config" / "version.py").read_text(encoding="utf-8").split('"')[1]
    assert run(python, "-m", "istaka") == version


def test_an_updates_folder_comes_first_and_foreign_folders_are_ignored(python: Path, tmp_path: Path) -> None:
    newer = tmp_path / "versions" / "0.2.0"
    (newer / "istaka").mkdir(parents=True)
    for name in ("__init__.py", "__main__.py"):
        (newer / "istaka" / name).touch()
    paths = os.pathsep.join([str(tmp_path), str(newer)])
    code = "import sys, istaka; print(istaka.__file__); print(*sys.path)"
    found, path = run(python, "-c", code, PYTHONPATH=paths).splitlines()
    assert found == str(newer / "istaka" / "__init__.py")
    assert str(tmp_path) not in path.split()
