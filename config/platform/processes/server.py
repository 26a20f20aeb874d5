"""Run granian with its own options, and end it with its parent."""

from granian.cli import entrypoint

from config.platform.processes.parent_watch import end_with_parent

if __name__ == "__main__":
    end_with_parent()
    entrypoint()  # type: ignore[no-untyped-call]
