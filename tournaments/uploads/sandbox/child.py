"""`python -I -S child.py`: read one file in a process that may use little, and end.

Standard input holds a line of JSON (import path, reader, limits) and then the file; standard output gets the
reader's answer as JSON. Django and the settings are never imported, and the environment holds no secret.
Nothing is caught here: an exception, a panic of a library or a limit ends the process, and the parent knows.
"""

import importlib
import json
import os
import sys


def main() -> None:
    task = json.loads(sys.stdin.buffer.readline())
    sys.path[:] = task["path"]
    limits = importlib.import_module("tournaments.uploads.sandbox.child_limits")
    module, _, function = task["reader"].partition(":")
    read = getattr(importlib.import_module(module), function)
    limits.set_limits(memory=task["memory"], seconds=task["seconds"])
    answer = json.dumps(read(sys.stdin.buffer.read()), ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(answer.encode())
    sys.stdout.buffer.flush()
    os._exit(0)  # nothing is left to clean up, and freeing a large table takes time


if __name__ == "__main__":
    main()
