"""The `istaka` command from a checkout: `python -m config.launcher`."""

import sys

from config.launcher.command import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
