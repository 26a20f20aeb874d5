"""The locked wheels for Windows, installed by pip on any system."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from packaging.markers import default_environment
from packaging.requirements import Requirement

from config.deploy.windows.embeddable import Embeddable
from config.deploy.windows.errors import BundleError

WINDOWS: Final = {
    "implementation_name": "cpython",
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "platform_system": "Windows",
    "sys_platform": "win32",
}


def requirements_for(embeddable: Embeddable, lock: str) -> list[str]:
    """Return the lock's lines that apply on Windows, each with its hashes.

    pip would evaluate their markers for the system and the Python that it runs on.
    """
    environment = {
        **{name: str(value) for name, value in default_environment().items()},
        **WINDOWS,
        "python_version": embeddable.version,
        "python_full_version": f"{embeddable.version}.99",  # the zip does not say which
    }
    lines = []
    for line in lock.replace("\\\n", " ").splitlines():
        text, mark, hashes = line.partition(" --hash=")
        if text.strip() and not text.lstrip().startswith("#"):
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate(environment):
                lines.append(f"{requirement.name}{requirement.specifier}{mark}{hashes}")
    return lines


def install(embeddable: Embeddable, site_packages: Path, *, requirements: list[str], wheel: Path) -> None:
    """Raise BundleError if one has no wheel for Windows and this Python, or another hash."""
    listed = site_packages / "requirements.txt"
    listed.write_text("\n".join(requirements), encoding="utf-8")
    _pip(embeddable, site_packages, "--only-binary=:all:", "--require-hashes", "--requirement", str(listed))
    _pip(embeddable, site_packages, "--no-index", str(wheel))
    listed.unlink()
    # Programs for the system that the bundle was built on.
    for programs in ("bin", "Scripts"):
        shutil.rmtree(site_packages / programs, ignore_errors=True)


def _pip(embeddable: Embeddable, site_packages: Path, *arguments: str) -> None:
    python = ["--python-version", embeddable.version, "--implementation", "cp", "--platform", "win_amd64"]
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile", "--upgrade"]
    target = ["--target", str(site_packages)]
    command = [sys.executable, "-m", "pip", "install", *options, *python, *target, *arguments]
    if subprocess.run(command, check=False).returncode:  # noqa: S603  our own interpreter
        raise BundleError("pip could not install the packages for Windows.")
