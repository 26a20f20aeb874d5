"""Runs granian with its own options and ends it with its parent process."""

from granian.cli import entrypoint

from config.platform.processes.parent_watch import end_with_parent

if __name__ == "__main__":
    end_with_parent()
    entrypoint()  # type: ignore[no-untyped-call]
