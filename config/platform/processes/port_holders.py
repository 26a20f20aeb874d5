from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.platform.processes.program_output import output_of

LISTENS: Final = "0A"
"""In /proc/net/tcp."""
SUPERVISOR: Final = "config/platform/processes/supervisor.py"
SERVER: Final = "config.platform.processes.server"


@dataclass(frozen=True)
class PortHolder:
    """`command` is empty if hidden."""

    process: int
    command: str = ""

    @property
    def is_ours(self) -> bool:
        return SUPERVISOR in self.command or SERVER in self.command

    @property
    def is_orphan(self) -> bool:
        """Our server without its supervisor."""
        return self.is_ours and SUPERVISOR not in self.command

    @property
    def kill_command(self) -> str:
        if sys.platform == "win32":
            return f"taskkill /F /PID {self.process}"
        return f"kill {'-9 ' if self.is_orphan else ''}{self.process}"


def find_port_holder(port: int) -> PortHolder | None:
    """None if unknown; for our server its supervisor."""
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        if sys.platform == "win32":
            return _holder_on_windows(port)
        process = _listener_in_proc(port) if sys.platform == "linux" else _listener_by_lsof(port)
        return None if process is None else _oldest_own_process(process)
    return None


def _listener_in_proc(port: int) -> int | None:
    sockets = {f"socket:[{inode}]" for inode in _listening_inodes(port)}
    for descriptor in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):  # it ended, or belongs to another user
            if str(descriptor.readlink()) in sockets:
                return int(descriptor.parts[2])
    return None


def _listening_inodes(port: int) -> Iterator[str]:
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with suppress(OSError):  # missing without IPv6
            for line in Path(table).read_text(encoding="ascii").splitlines()[1:]:
                fields = line.split()
                if fields[3] == LISTENS and int(fields[1].rpartition(":")[2], 16) == port:
                    yield fields[9]


def _listener_by_lsof(port: int) -> int | None:
    lines = output_of("lsof", "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fp").split()
    return next((int(line[1:]) for line in lines if line.startswith("p")), None)


def _oldest_own_process(process: int) -> PortHolder:
    parent, command = _parent_and_command(process)
    holder = PortHolder(process, command)
    while holder.is_ours:
        process, (parent, command) = parent, _parent_and_command(parent)
        if not PortHolder(process, command).is_ours:
            break
        holder = PortHolder(process, command)
    return holder


def _parent_and_command(process: int) -> tuple[int, str]:
    parent, _, command = (
        output_of("ps", "-ww", "-o", "ppid=,args=", "-p", str(process)).strip().partition(" ")
    )
    return int(parent or 0), command.strip()


def _holder_on_windows(port: int) -> PortHolder | None:
    for line in output_of("netstat", "-ano", "-p", "TCP").splitlines():
        fields = line.split()
        if len(fields) == 5 and fields[1].endswith(f":{port}") and fields[2].endswith(":0"):  # noqa: PLR2004
            listed = output_of("tasklist", "/FI", f"PID eq {fields[4]}", "/FO", "CSV", "/NH")
            return PortHolder(int(fields[4]), listed.partition(",")[0].strip('"\r\n '))
    return None
