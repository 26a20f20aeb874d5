import errno
import socket

from config.platform.processes.port_holders import PortHolder


def port_taken_reason(holder: PortHolder | None) -> str:
    """Say, to follow a colon, who (None: unknown) holds the port, and how to free it."""
    if holder is None:
        return "another program uses it. Stop that program, or choose another port with --port."
    if holder.is_ours:
        description = (
            "a leftover process of Istaka holds it" if holder.is_orphan else "Istaka already runs there"
        )
        return f"{description} (process {holder.process}). Stop it with: {holder.kill_command}"
    name = f"{holder.command}, process {holder.process}" if holder.command else f"process {holder.process}"
    return f"another program uses it ({name}). Stop that program, or choose another port with --port."


def bind_error(host: str, port: int) -> int:
    """Bind for a moment; return the errno, 0 if it works."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # On Windows SO_REUSEADDR would share the port.
        exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        probe.setsockopt(socket.SOL_SOCKET, exclusive, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.errno or errno.EADDRNOTAVAIL
    return 0
