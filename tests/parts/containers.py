import signal
import subprocess
import threading
from pathlib import Path

from tests.parts.compose import command
from tests.processes import ROOT, end, signal_group, wait_for


class Container:
    """A service of docker-compose.yml as local processes, under `restart: unless-stopped`."""

    def __init__(self, name: str, *, environ: dict[str, str], log: Path) -> None:
        self.name, self.environ, self.log = name, environ, log
        self.starts, self.stopped = 0, False
        self.process = self._start()
        threading.Thread(target=self._restart_until_stopped, daemon=True).start()

    def _start(self) -> subprocess.Popen[bytes]:
        self.starts += 1
        with self.log.open("ab") as output:
            return subprocess.Popen(
                command(self.name),
                cwd=ROOT,
                env=self.environ,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _restart_until_stopped(self) -> None:
        while self.process.wait() is not None and not self.stopped:
            signal_group(self.process, signal.SIGKILL)
            self.process = self._start()

    def kill(self) -> None:
        before = self.starts
        self.process.kill()
        wait_for(lambda: self.starts > before, f"{self.name} is not started again")

    def stop(self) -> None:
        self.stopped = True
        end(self.process)
