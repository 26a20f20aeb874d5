"""Real processes for tests, such as `manage.py serve`, ended by their process ids."""

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

from tests.forked_scripts import Scripts

ROOT = Path(__file__).resolve().parent.parent
MIGRATED = ROOT / "var" / "migrated"
COLLECTED = ROOT / "var" / "collected"
LONGEST_WAIT = 240
PORTS = range(20_000, 30_000)
SECONDS_TO_END = 60


@dataclass
class ServerProcess:
    url: str
    port: int
    process: subprocess.Popen[bytes]
    environ: dict[str, str]
    database: Path
    log: Path
    scripts: Scripts

    def run(self, module: str, *arguments: str, **env: str) -> str:
        return self.scripts.run(module, *arguments, **env)

    def tell(self, code: str) -> str:
        """Run Python code on the same database; return its output."""
        return self.run("tests.snippet", code)

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        return manage(*arguments, environ=self.environ, stdin=stdin)

    def kill(self) -> None:
        signal_group(self.process, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Terminate the server and return its exit code; negative if it had to be killed."""
        end(self.process)
        return self.process.wait()


@contextmanager
def serve_process(tmp_path: Path, *, port: int | None = None, **env: str) -> Iterator[ServerProcess]:
    """Run `manage.py serve` on an SQLite file in `tmp_path` until the block ends.

    Keywords in capitals are environment variables. A second call with the same `tmp_path` keeps the data.
    """
    database = tmp_path / "istaka.sqlite3"
    environ = environment(
        DATABASE_URL=f"sqlite:///{database}",
        SECRET_KEY="for tests only",  # constant, so that cookies survive a restart
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
            yield ServerProcess(url, port, process, environ, database, log, scripts)


def migrated_file() -> Path:
    sources = [*ROOT.glob("*/migrations/*.py"), ROOT / "scoring/triggers.py", ROOT / "requirements/base.txt"]
    state = hashlib.sha256(b"".join(source.read_bytes() for source in sorted(sources))).hexdigest()
    cached = MIGRATED / f"{state[:16]}.sqlite3"
    if not cached.exists():
        MIGRATED.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=MIGRATED) as folder:
            migrated = Path(folder) / cached.name
            manage("migrate", "--verbosity=0", environ=environment(DATABASE_URL=f"sqlite:///{migrated}"))
            migrated.replace(cached)
    return cached


def collected_files() -> Path:
    package = Path(django_htmx.__file__).parent
    sources = [path for root in (ROOT, package) for path in root.glob("static/**/*") if path.is_file()]
    sources += [ROOT / "config/platform/static_files.py", ROOT / "requirements/base.txt"]
    state = hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in sorted(sources)))
    cached = COLLECTED / state.hexdigest()[:16]
    if not cached.exists():
        COLLECTED.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=COLLECTED) as folder:
            collected = Path(folder) / cached.name
            manage(
                "collectstatic", "--noinput", "--verbosity=0", environ=environment(STATIC_ROOT=str(collected))
            )
            with suppress(OSError):  # another process was faster
                collected.replace(cached)
    return cached


@contextmanager
def running(
    command: list[str], *, environ: dict[str, str], output: IO[bytes] | int = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `command` in its own process group until the block ends."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
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
    return {**os.environ, "PYTHONUNBUFFERED": "1", **env}


def manage(*arguments: str, environ: dict[str, str], stdin: str | None = None) -> str:
    result = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environ,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"manage.py {' '.join(arguments)}: {result.stderr}"
    return result.stdout


def free_port() -> int:
    """Return a port outside the ephemeral range that no other test process gets until this one ends."""
    return next(port for port in random.sample(PORTS, len(PORTS)) if reserve_port(port))


def reserve_port(port: int) -> bool:
    reservation = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        reservation.bind(("127.0.0.1", port))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
    except OSError:
        reservation.close()
        return False
    reservation.detach()  # stays open as long as this process runs
    return True


def wait_until_answers(port: int, *, process: subprocess.Popen[bytes], log: Path, path: str = "/") -> None:
    """Wait until a GET of `path` returns a status below 500."""

    def is_up() -> bool:
        assert process.poll() is None, f"the server ended:\n{log.read_text()}"
        return answers(port, path)

    wait_for(is_up, "the server does not answer")


def wait_for(is_so: Callable[[], bool], complaint: str, *, seconds: float = LONGEST_WAIT) -> float:
    """Wait until `is_so` returns true and return the seconds; fail with `complaint` after `seconds`."""
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


def child_pids(process: int) -> list[int]:
    return [child for child, parent in parents().items() if parent == process]


def parents() -> dict[int, int]:
    listing = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listing.stdout.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def is_gone(process: int) -> bool:
    return process not in parents()
