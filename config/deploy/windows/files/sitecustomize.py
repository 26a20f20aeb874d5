"""Read Istaka's folders from PYTHONPATH, which the `._pth` file beside python.exe makes Python ignore.

The launcher and an update pass them to child processes. Other folders in it belong to another Python on the
computer and stay ignored.
"""

import os
import sys
from pathlib import Path

MARKS = ("istaka/__main__.py", "config/version.py")


def own_folders(paths: str) -> list[str]:
    folders = [folder for folder in paths.split(os.pathsep) if folder]
    return [folder for folder in folders if any((Path(folder) / mark).is_file() for mark in MARKS)]


sys.path[:0] = own_folders(os.environ.get("PYTHONPATH", ""))
