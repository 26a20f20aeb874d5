from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
NANOSECONDS = 1e9
PARENT, OWN, OF_CHILDREN, PAGES = 1, (11, 12), (13, 14), 21
"""Positions in /proc/…/stat after the name."""


def work_of_tree(root: int) -> float:
    """Seconds, with descendants that have ended."""
    stats = _stats()
    return sum(_ticks(stats[pid], (*OWN, *OF_CHILDREN)) for pid in _tree(root, stats)) / TICKS


def memory_of_tree(root: int) -> int:
    """Bytes; shared memory counts in each process."""
    stats = _stats()
    return sum(int(stats[pid][PAGES]) for pid in _tree(root, stats)) * os.sysconf("SC_PAGE_SIZE")


def _tree(root: int, stats: Mapping[int, Sequence[str]]) -> set[int]:
    tree: set[int] = set()
    children = {root}
    while children:
        tree |= children
        children = {pid for pid, stat in stats.items() if int(stat[PARENT]) in tree} - tree
    return tree & stats.keys()


def work_of_trees(roots: Collection[int]) -> float:
    return sum(work_of_tree(root) for root in roots)


def work_of_thread(process: int) -> float:
    """Seconds; 0 on another machine."""
    try:
        return int((PROC / str(process) / "schedstat").read_text().split()[0]) / NANOSECONDS
    except OSError:
        return 0.0


def parent_of(process: int) -> int:
    return int(_stat(process)[PARENT])


def _stats() -> dict[int, list[str]]:
    stats = {}
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            try:
                stats[int(folder.name)] = _stat(int(folder.name))
            except OSError:  # it has ended
                continue
    return stats


def _stat(process: int) -> list[str]:
    return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()


def _ticks(stat: list[str], fields: Collection[int]) -> int:
    return sum(int(stat[field]) for field in fields)
