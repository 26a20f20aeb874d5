import errno
import os
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

from config import addresses, owner_invitation, secret_key
from config.errors.startup_errors import as_command_errors, check_database, require_known_migrations
from config.platform import databases
from config.platform.file_descriptors import max_connections
from config.platform.processes.port_holders import PortHolder, find_port_holder
from config.platform.processes.ports import bind_error, port_taken_reason
from config.platform.processes.supervisor import supervise
from config.platform.static_files import collect_if_changed
from scoring.integrity import foreign_schema
from tournaments.disk import low_disk_bytes

KILL_TIMEOUT_SECONDS = 3  # then open connections are closed
ORPHAN_TIMEOUT_SECONDS = 10
HEADER_TIMEOUT_SECONDS = 10  # then a connection without a complete request is closed
MEGABYTE = 1_000_000


class Command(BaseCommand):
    help = "Serve the pages and run the tasks, in one process of one worker."
    requires_system_checks: list[str] = []  # the code doesn't change after it was checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))

        parser.add_argument("--demo", action="store_true", help="fill an empty database with the demo first")

    def handle(self, *_: Any, host: str, port: int, demo: bool, **__: Any) -> None:
        """Make SQLite's files private, greet, and become the server with fresh static files.

        Raises CommandError for database, migrations, port.
        """
        check_database()
        with as_command_errors():
            databases.restrict_to_owner(connection.settings_dict)
            require_migrations()
            self.warn_of_foreign_schema()
            require_free_port(host, port)
            collect_if_changed()
            public = settings.PUBLIC_ADDRESS or addresses.public_address(host, port)
            self.greet(public or addresses.http_url("localhost", port), demo=demo)
            connection.close()
            exec_supervisor(host, port, server_environment(public, port))

    def warn_of_foreign_schema(self) -> None:
        if found := [part.location for part in foreign_schema.foreign_objects(connection)]:
            self.stderr.write(f"The database contains parts that Istaka did not create: {', '.join(found)}.")

    def greet(self, address: str, *, demo: bool) -> None:
        """Print the address, a warning of a nearly full disk, and without an owner a new link to become one.

        With `demo`, run the demo command instead of the link; the control page has a button for it.
        """
        self.stdout.write(f"Istaka: {address}/   (ready in a few seconds; Ctrl-C stops it)")
        free_bytes = low_disk_bytes()
        if free_bytes is not None:
            self.stdout.write(
                f"Only {free_bytes // MEGABYTE} MB are free on the disk."
                " Free some space, or no hand can be saved."
            )
        if demo:
            call_command("demo", address=address, stdout=self.stdout)
        elif not settings.CONTROL_KEY and not owner_invitation.has_owner():
            link = owner_invitation.owner_link(address=address, at=timezone.now())
            self.stdout.write(
                f"There is no club yet. Open this link to found one and become its owner:\n{link}"
            )
        self.stdout.flush()


def require_migrations() -> None:
    """Raise `CommandError` for a database that is older or newer than this version."""
    require_known_migrations(connection)
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is not up to date: run `manage.py migrate` first.")


def require_free_port(host: str, port: int) -> None:
    """Raise `CommandError`, naming the holder, unless the port is free.

    Waits up to ORPHAN_TIMEOUT_SECONDS for a killed server's worker.
    """
    # Two servers would share a port.
    deadline = time.monotonic() + ORPHAN_TIMEOUT_SECONDS
    previous: PortHolder | None = None
    while error := bind_error(host, port):
        if error != errno.EADDRINUSE:
            raise CommandError(f"Cannot listen on {host} port {port}: {os.strerror(error)}.")
        holder = find_port_holder(port)
        # An ending process has no command line: only one that is found twice is another program.
        is_other_program = holder is not None and not holder.is_orphan and holder == previous
        if is_other_program or time.monotonic() > deadline:
            raise CommandError(f"Cannot listen on {host} port {port}: {port_taken_reason(holder)}")
        previous = holder
        time.sleep(0.1)


def server_environment(public: str, port: int) -> dict[str, str]:
    """Return this environment with our address, port and PYTHONPATH.

    If unset, add hosts and a key file, creating it.
    """
    determined = {"PUBLIC_ADDRESS": public, "PORT": str(port)}
    if not os.environ.get("ALLOWED_HOSTS"):
        determined["ALLOWED_HOSTS"] = ",".join(addresses.allowed_hosts(public))
    if not secret_key.is_configured():
        key_file = settings.VAR_DIR / secret_key.OWN_KEY_FILE
        secret_key.make_key_file(key_file)
        determined["SECRET_KEY_FILE"] = str(key_file)
    paths = [str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, **determined, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def exec_supervisor(host: str, port: int, environ: dict[str, str]) -> NoReturn:
    """Replace this process by a supervisor; on Windows, become one."""
    python = sys.executable
    # By path, so that nothing of the project is imported, and -P: the current folder may be another tree.
    supervisor = [python, "-P", str(settings.BASE_DIR / "config/platform/processes/supervisor.py")]
    server = [python, "-P", "-m", "config.platform.processes.server", *server_options(host, port)]
    if sys.platform == "win32":
        # Windows can't replace a process: the prompt would return, and paths with spaces break. A supervisor
        # of its own would outlive this process when that is ended, and serve on.
        os.environ.update(environ)
        supervise(server)
        sys.exit()
    os.execve(python, [*supervisor, *server], environ)  # noqa: S606  our own interpreter, no shell


def server_options(host: str, port: int) -> list[str]:
    """Return granian's arguments; raises this process's limit of open files."""
    pairs = {
        "--interface": "asginl",  # Django has no lifespan events
        "--host": host,
        "--port": str(port),
        "--workers": "1",  # the broker lives in one process
        "--workers-kill-timeout": str(KILL_TIMEOUT_SECONDS),
        "--http": "1",
        "--http1-header-read-timeout": str(1000 * HEADER_TIMEOUT_SECONDS),
        # Streams are open connections; granian's default is 1,024 in all.
        "--backpressure": str(max_connections(settings.LIVE_STREAMS)),
        "--log-level": "warning",
    }
    return [*(word for pair in pairs.items() for word in pair), "--no-ws", "config.laptop:application"]
