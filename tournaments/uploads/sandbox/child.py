"""Read one file in a process with few resources: `python -I -S child.py`.

Input: a line of JSON (import path, reader, limits), then the file. Output: JSON. No exception is caught.
"""

import importlib
import json
import os
import sys


def main() -> None:
    """Read a task and a file from standard input; write the reader's answer as JSON; exit."""
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
