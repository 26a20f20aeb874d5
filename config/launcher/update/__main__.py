"""`python -m config.launcher.update check | prepare FOLDER`: works until its parent ends."""

import sys
from pathlib import Path

from config.launcher.update import work
from config.platform.processes.parent_watch import end_with_parent

if __name__ == "__main__":
    end_with_parent()
    match sys.argv[1:]:
        case ["check", folder]:
            work.check(Path(folder))
        case ["prepare", folder]:
            work.prepare(Path(folder))
