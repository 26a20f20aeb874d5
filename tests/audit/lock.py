"""Reads a lock file and finds its faults, and those of the installed packages, offline."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HASHES: Final = re.compile(r"--hash=sha256:[0-9a-f]{64}")
ALLOWED: Final = re.compile(
    r"\b(MIT|BSD|Apache|PSF|ISC|LGPL|MPL|OFL|Zlib|Python Software Foundation)\b|HPND", re.I
)
"""Families of licences that allow redistribution with our code."""


@dataclass(frozen=True)
class PinnedPackage:
    name: str
    version: str
    hashes: int
    applies_here: bool


def pinned(lock: str) -> Iterator[PinnedPackage]:
    """Yield the packages of a lock; raise `ValueError` for a line without a pin."""
    for line in filter(None, lock.replace("\\\n", " ").splitlines()):
        if line.lstrip().startswith("#"):
            continue
        requirement = Requirement(line.partition("--hash")[0].strip())
        versions = [specifier for specifier in requirement.specifier if specifier.operator == "=="]
        if len(versions) != 1 or requirement.url:
            raise ValueError(f"{requirement} is not pinned.")
        applies = requirement.marker is None or requirement.marker.evaluate()
        name = canonicalize_name(requirement.name)
        yield PinnedPackage(name, versions[0].version, len(HASHES.findall(line)), applies)


def asked_for(wishes: str) -> set[str]:
    lines = [line.partition("#")[0].strip() for line in wishes.splitlines()]
    return {canonicalize_name(Requirement(line).name) for line in lines if line and line[0] != "-"}


def faults_of_lock(lock: Sequence[PinnedPackage], wished: Iterable[str]) -> Iterator[str]:
    names = {package.name for package in lock}
    yield from (f"{name} is asked for, and is not in the lock." for name in sorted({*wished} - names))
    yield from (f"{package.name} {package.version} has no hash." for package in lock if not package.hashes)


def faults_of_installed(lock: Iterable[PinnedPackage]) -> Iterator[str]:
    for package in lock:
        if package.applies_here:
            try:
                installed = metadata.version(package.name)
            except metadata.PackageNotFoundError:
                installed = "nothing"
            if installed != package.version:
                yield f"{package.name}: {installed} is installed, and the lock names {package.version}."


def faults_of_licences(lock: Iterable[PinnedPackage]) -> Iterator[str]:
    for package in lock:
        if package.applies_here:
            text = " / ".join(licences(metadata.metadata(package.name)))
            if not ALLOWED.search(text):
                yield f"{package.name} bears no licence that we know to let us hand it on ({text or 'none'})."


def licences(package: metadata.PackageMetadata) -> list[str]:
    values = [
        value
        for name in ("License-Expression", "License", "Classifier")
        for value in package.get_all(name) or []
    ]
    return [value for value in values if not value.partition(" :: ")[2] or value.startswith("License")]
