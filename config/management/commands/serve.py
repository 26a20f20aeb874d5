"""`manage.py serve`: the whole of Istaka on one machine."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config import addresses, keys, welcome
from config.errors.startup import as_command_errors, check_database
from config.platform import databases
from config.platform.file_descriptors import max_connections
from config.platform.processes.port_holders import Holder, holder_of
from config.platform.static_files import collect_if_changed
from scoring.trust import foreign_schema
from tournaments.disk import scarce_room

SECONDS_TO_STOP = 3  # then open connections are cut
SECONDS_FOR_AN_ORPHAN = 10
SECONDS_FOR_A_HEAD = 10  # then a connection that sent no whole request is closed, a used one as well
MEGABYTE = 1_000_000


class Command(BaseCommand):
    help = "Serve the pages and run the tasks, in one process of one worker."
    requires_system_checks: list[str] = []  # they look at the code, which is as it was when it was checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))

        parser.add_argument("--demo", action="store_true", help="fill an empty database with the demo first")

    def handle(self, *_: Any, host: str, port: int, demo: bool, **__: Any) -> None:
        check_database()
        with as_command_errors():
            databases.restrict_to_owner(connection.settings_dict)
            refuse_old_tables()
            self.warn_of_foreign_schema()
            refuse_taken_port(host, port)
            collect_if_changed()
            public = settings.PUBLIC_ADDRESS or addresses.public_address(host, port)
            self.greet(public or addresses.http_url("localhost", port), demo=demo)
            connection.close()
            become_supervisor(host, port, environment(public, port))

    def warn_of_foreign_schema(self) -> None:
        """Print what runs in the database and is not ours; the evening goes on."""
        if found := [one.where for one in foreign_schema.foreign(connection)]:
            self.stderr.write(f"The database holds parts that Istaka did not make: {', '.join(found)}.")

    def greet(self, address: str, *, demo: bool) -> None:
        """Print where we are, and how the first person gets in."""
        self.stdout.write(f"Istaka: {address}/   (there in some seconds; Ctrl-C ends it)")
        room = scarce_room()
        if room is not None:
            self.stdout.write(
                f"Only {room // MEGABYTE} MB are left on the disk. Make room: full, it takes no hand."
            )
        if demo:
            call_command("demo", address=address, stdout=self.stdout)
        elif not welcome.has_owner():
            link = welcome.owner_link(address=address, at=timezone.now())
            self.stdout.write(
                f"The club has no owner yet. Whoever opens this link first becomes its owner:\n{link}"
            )
        self.stdout.flush()


def refuse_old_tables() -> None:
    """Raise `CommandError` if the database lacks a migration."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is not up to date: run `manage.py migrate` first.")


def refuse_taken_port(host: str, port: int) -> None:
    """Raise `CommandError`, which names the holder, if something else keeps listening there.

    The server would share the port with it, and answer every other request only. A worker whose server was
    killed is given the time to end; any other program is not waited for.
    """
    deadline = time.monotonic() + SECONDS_FOR_AN_ORPHAN
    before: Holder | None = None
    while error := bind_error(host, port):
        if error != errno.EADDRINUSE:
            raise CommandError(f"Cannot listen on {host} port {port}: {os.strerror(error)}.")
        holder = holder_of(port)
        # A process that is ending has no command line: only who is found twice is another program.
        stays = holder is not None and not holder.is_orphan and holder == before
        if stays or time.monotonic() > deadline:
            raise CommandError(f"Cannot listen on {host} port {port}: {why_taken(holder)}")
        before = holder
        time.sleep(0.1)


def why_taken(holder: Holder | None) -> str:
    """Return who holds the port and what to do, in a sentence or two."""
    if holder is None:
        return "another program holds it. End that program, or choose another port with --port."
    if holder.is_ours:
        what = "what is left of a server of Istaka" if holder.is_orphan else "Istaka runs there already"
        return f"{what} (process {holder.process}). End it with: {holder.how_to_end}"
    name = f"{holder.command}, process {holder.process}" if holder.command else f"process {holder.process}"
    return f"another program holds it ({name}). End that program, or choose another port with --port."


def bind_error(host: str, port: int) -> int:
    """Return the error number that binding to `host` and `port` ends in, 0 for none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # To Windows the usual option means to share a port with whoever has it.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        probe.setsockopt(socket.SOL_SOCKET, alone, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.errno or errno.EADDRNOTAVAIL
    return 0


def environment(public: str, port: int) -> dict[str, str]:
    """Return the environment of the server: what is given, and what was found out."""
    found = {"PUBLIC_ADDRESS": public, "PORT": str(port)}
    if not os.environ.get("ALLOWED_HOSTS"):
        found["ALLOWED_HOSTS"] = ",".join(addresses.allowed_hosts(public))
    if not keys.is_configured():
        key_file = settings.VAR_DIR / keys.OWN_KEY_FILE
        keys.make_key_file(key_file)
        found["SECRET_KEY_FILE"] = str(key_file)
    paths = [str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, **found, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def become_supervisor(host: str, port: int, environ: dict[str, str]) -> NoReturn:
    """Replace this process by one that starts the server, and again whenever it ends; it never returns.

    So there is one process to stop, and a server whose settings were read after everything about this machine
    was found out.
    """
    python = sys.executable
    # By its path, and without what lies beside it: so nothing of ours is loaded.
    supervisor = [python, "-P", str(settings.BASE_DIR / "config/platform/processes/supervisor.py")]
    server = [python, "-m", "config.platform.processes.server", *options(host, port)]
    if sys.platform == "win32":
        # There a process can't be replaced: the window would be given back, and a path with a space torn.
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the supervisor's as well
        sys.exit(subprocess.run([*supervisor, *server], env=environ, check=False).returncode)  # noqa: S603
    os.execve(python, [*supervisor, *server], environ)  # noqa: S606  our own interpreter, no shell


def options(host: str, port: int) -> list[str]:
    """Return what the server is told on its command line."""
    pairs = {
        "--interface": "asginl",  # Django knows no lifespan events
        "--host": host,
        "--port": str(port),
        "--workers": "1",  # the broker is the memory of one process
        "--workers-kill-timeout": str(SECONDS_TO_STOP),
        "--http": "1",
        "--http1-header-read-timeout": str(1000 * SECONDS_FOR_A_HEAD),
        # A stream is a connection that stays; by itself the server would take 1,024 in all.
        "--backpressure": str(max_connections(settings.LIVE_STREAMS)),
        "--log-level": "warning",
    }
    return [*(word for pair in pairs.items() for word in pair), "--no-ws", "config.laptop:application"]
