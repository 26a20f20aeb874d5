"""Read one file in a process with few resources, and exit: `python -I -S child.py`.

Standard input holds a line of JSON (import path, reader, limits) and then the file; standard output gets
the reader's answer as JSON. Django and the settings are never imported, and the environment holds no
secret. No exception is caught: an error, a crash of a library or a limit ends the process, and the parent
notices.
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
    os._exit(0)  # skips cleanup, because freeing a large table takes time


if __name__ == "__main__":
    main()
