"""Real processes for tests: `manage.py serve` and friends, ended by their own ids."""

import hashlib
import http.client
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import django_htmx

from tests.scripts import Scripts

ROOT = Path(__file__).resolve().parent.parent
MIGRATED = ROOT / "var" / "migrated"
COLLECTED = ROOT / "var" / "collected"
LONGEST_WAIT = 240
PORTS = range(20_000, 30_000)
SECONDS_TO_END = 60


@dataclass
class Served:
    """A running `manage.py serve`: where it is, and what it runs on."""

    url: str
    port: int
    process: subprocess.Popen[bytes]
    environ: dict[str, str]
    database: Path
    log: Path
    scripts: Scripts

    def run(self, module: str, *arguments: str, **env: str) -> str:
        """Run a module on the same database, as `python -m` does; return what it prints."""
        return self.scripts.run(module, *arguments, **env)

    def tell(self, code: str) -> str:
        """Run a few lines on the same database; return what they print."""
        return self.run("tests.snippet", code)

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        """Run a command of manage.py on the same database; return what it prints."""
        return manage(*arguments, environ=self.environ, stdin=stdin)

    def kill(self) -> None:
        """End server and worker at once, as a power cut would: no one is asked."""
        signal_group(self.process, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask the server to end, as a system does; return its exit code, below 0 if it was ended by force."""
        end(self.process)
        return self.process.wait()


@contextmanager
def serve_process(tmp_path: Path, *, port: int | None = None, **env: str) -> Iterator[Served]:
    """Run `manage.py serve` on an SQLite file in `tmp_path` until the block ends.

    Keywords in capitals go into its environment (`ALLOWED_HOSTS="kulup.test"`).
    The file has every table where it is new; a second call with the same `tmp_path`
    goes on with the data of the first.
    """
    database = tmp_path / "istaka.sqlite3"
    environ = environment(
        DATABASE_URL=f"sqlite:///{database}",
        SECRET_KEY="for tests only",  # the same at each start, so that cookies last
        STATIC_ROOT=str(tmp_path / "static"),
    )
    environ.update(env)
    if not database.exists():
        shutil.copyfile(migrated_file(), database)
        shutil.copytree(collected_files(), tmp_path / "static", dirs_exist_ok=True)
    port = port or free_port()
    log = tmp_path / "serve.log"
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with log.open("ab") as output, running(command, environ=environ, output=output) as process:
        url = f"http://127.0.0.1:{port}"
        wait_until_answers(port, process=process, log=log)
        with closing(Scripts(environ)) as scripts:
            yield Served(url, port, process, environ, database, log, scripts)


def migrated_file() -> Path:
    """Return an SQLite file as `manage.py migrate` leaves it, for a new database to be copied from.

    It is kept, for migrating takes seconds, until a migration or a trigger changes.
    """
    sources = [*ROOT.glob("*/migrations/*.py"), ROOT / "scoring/triggers.py", ROOT / "requirements/base.txt"]
    state = hashlib.sha256(b"".join(source.read_bytes() for source in sorted(sources))).hexdigest()
    kept = MIGRATED / f"{state[:16]}.sqlite3"
    if not kept.exists():
        MIGRATED.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=MIGRATED) as folder:
            made = Path(folder) / kept.name
            manage("migrate", "--verbosity=0", environ=environment(DATABASE_URL=f"sqlite:///{made}"))
            made.replace(kept)
    return kept


def collected_files() -> Path:
    """Return a folder as `manage.py collectstatic` leaves it; a server then finds nothing to do."""
    package = Path(django_htmx.__file__).parent
    sources = [one for root in (ROOT, package) for one in root.glob("static/**/*") if one.is_file()]
    sources += [ROOT / "config/platform/static_files.py", ROOT / "requirements/base.txt"]
    state = hashlib.sha256(b"".join(one.name.encode() + one.read_bytes() for one in sorted(sources)))
    kept = COLLECTED / state.hexdigest()[:16]
    if not kept.exists():
        COLLECTED.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=COLLECTED) as folder:
            made = Path(folder) / kept.name
            manage("collectstatic", "--noinput", "--verbosity=0", environ=environment(STATIC_ROOT=str(made)))
            with suppress(OSError):  # another process was quicker
                made.replace(kept)
    return kept


@contextmanager
def running(
    command: list[str], *, environ: dict[str, str], output: IO[bytes] | int = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `command` from the root of the project until the block ends.

    It leads a group of its own, so that what it starts ends with it.
    """
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End `process` and its group: asked first, then by force."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            signal_group(process, signal.SIGKILL)
            process.wait()
    signal_group(process, signal.SIGKILL)


def signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return


def environment(**env: str) -> dict[str, str]:
    """Return this process's environment with `env` over it, fit for a process of ours."""
    return {**os.environ, "PYTHONUNBUFFERED": "1", **env}


def manage(*arguments: str, environ: dict[str, str], stdin: str | None = None) -> str:
    """Run a command of manage.py; return its standard output, raise if it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environ,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"manage.py {' '.join(arguments)}: {done.stderr}"
    return done.stdout


def free_port() -> int:
    """Return a port that nobody listens at, and that no other process is told until this one ends.

    The kernel gives none of PORTS away by itself, so that a server may end and come back there.
    """
    return next(port for port in random.sample(PORTS, len(PORTS)) if is_taken_for_us(port))


def is_taken_for_us(port: int) -> bool:
    """Mark `port` as ours, by a datagram socket of the same number, which is nobody else's business."""
    mark = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        mark.bind(("127.0.0.1", port))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
    except OSError:
        mark.close()
        return False
    mark.detach()  # it stays open as long as this process lives
    return True


def wait_until_answers(port: int, *, process: subprocess.Popen[bytes], log: Path, path: str = "/") -> None:
    """Return as soon as a GET of `path` gets any answer below 500."""

    def is_up() -> bool:
        assert process.poll() is None, f"the server ended:\n{log.read_text()}"
        return answers(port, path)

    wait_for(is_up, "the server does not answer")


def wait_for(is_so: Callable[[], bool], complaint: str, *, seconds: float = LONGEST_WAIT) -> float:
    """Return, as soon as `is_so` says yes, how long it took; fail with `complaint` after so many seconds."""
    started = time.monotonic()
    while not is_so():
        assert time.monotonic() < started + seconds, complaint
        time.sleep(0.05)
    return time.monotonic() - started


def answers(port: int, path: str) -> bool:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        client.request("GET", path)
        return client.getresponse().status < http.HTTPStatus.INTERNAL_SERVER_ERROR
    except OSError:
        return False
    finally:
        client.close()


def below(process: int) -> list[int]:
    """Return the processes that `process` has started and that have not ended."""
    return [one for one, parent in parents().items() if parent == process]


def parents() -> dict[int, int]:
    """The parent of each process there is, but of those that have ended and wait for theirs to hear of it."""
    asked = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in asked.stdout.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def is_gone(process: int) -> bool:
    return process not in parents()
