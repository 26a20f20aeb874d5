"""The `istaka` command of a wheel, in which this folder contains the whole tree."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

TREE = str(Path(__file__).resolve().parent)


def main() -> NoReturn:
    """Import the tree by its own names, here and in child processes; first, run the version of an update."""
    sys.path.insert(0, TREE)
    # Whatever is wrong with the data folder, the installed version runs.
    with suppress(Exception):
        from config.launcher.update.newer import run_newer  # noqa: PLC0415  only now it can be imported

        run_newer(sys.argv[1:])
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [TREE, os.environ.get("PYTHONPATH", "")]))
    from config.launcher.command import run  # noqa: PLC0415  as above

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
