"""`python -m config.processes.server …`: granian, with its own options, which ends with its parent."""

from granian.cli import entrypoint

from config.processes.parents import end_with_parent

if __name__ == "__main__":
    end_with_parent()
    entrypoint()  # type: ignore[no-untyped-call]
