"""What a lock names, and what is wrong with it, or with what is installed by it. Needs no network."""

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
    r"\b(MIT|BSD|Apache|PSF|ISC|LGPL|MPL|Zlib|Python Software Foundation)\b|HPND", re.I
)
"""Families of licences under which we may hand a package on beside our code."""


@dataclass(frozen=True)
class Pinned:
    """A package as a lock names it: which version, of which hashes, and on which systems."""

    name: str
    version: str
    hashes: int
    needed_here: bool


def pinned(lock: str) -> Iterator[Pinned]:
    """What a lock names; raises `ValueError` for a line that pins nothing."""
    for line in filter(None, lock.replace("\\\n", " ").splitlines()):
        if line.lstrip().startswith("#"):
            continue
        asked = Requirement(line.partition("--hash")[0].strip())
        versions = [one for one in asked.specifier if one.operator == "=="]
        if len(versions) != 1 or asked.url:
            raise ValueError(f"{asked} is not pinned.")
        here = asked.marker is None or asked.marker.evaluate()
        name = canonicalize_name(asked.name)
        yield Pinned(name, versions[0].version, len(HASHES.findall(line)), here)


def asked_for(wishes: str) -> set[str]:
    """The names in a list of what is wished for."""
    lines = [line.partition("#")[0].strip() for line in wishes.splitlines()]
    return {canonicalize_name(Requirement(line).name) for line in lines if line and line[0] != "-"}


def faults_of_lock(lock: Sequence[Pinned], wished: Iterable[str]) -> Iterator[str]:
    names = {one.name for one in lock}
    yield from (f"{name} is asked for, and is not in the lock." for name in sorted({*wished} - names))
    yield from (f"{one.name} {one.version} has no hash." for one in lock if not one.hashes)


def faults_of_installed(lock: Iterable[Pinned]) -> Iterator[str]:
    for one in lock:
        if one.needed_here:
            try:
                there = metadata.version(one.name)
            except metadata.PackageNotFoundError:
                there = "nothing"
            if there != one.version:
                yield f"{one.name}: {there} is installed, and the lock names {one.version}."


def faults_of_licences(lock: Iterable[Pinned]) -> Iterator[str]:
    """Of what is installed and handed on."""
    for one in lock:
        if one.needed_here:
            told = " / ".join(licences(metadata.metadata(one.name)))
            if not ALLOWED.search(told):
                yield f"{one.name} bears no licence that we know to let us hand it on ({told or 'none'})."


def licences(told: metadata.PackageMetadata) -> list[str]:
    """All that a package says of its licence."""
    said = [
        one for name in ("License-Expression", "License", "Classifier") for one in told.get_all(name) or []
    ]
    return [one for one in said if not one.partition(" :: ")[2] or one.startswith("License")]
