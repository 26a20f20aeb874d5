"""The server of one start. When it is asked to, it changes to another version, and back if that fails."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

from config.launcher import children, next_step, ports, start_lock
from config.launcher.data_folder import LOG
from config.launcher.errors import LaunchError
from config.launcher.phone_address import phone_address
from config.launcher.running import Running
from config.launcher.texts import _, say
from config.launcher.update import index, switch
from config.launcher.update.errors import UpdateError, gettext_noop
from config.launcher.update.switch import Request
from config.launcher.update.versions import Program
from config.management.exit_codes import NEWER_FILE

SECONDS_TO_START: Final = 120.0
SECONDS_BETWEEN_LOOKS: Final = 0.3
LINES_SHOWN: Final = 8
STOP_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Session:
    def __init__(self, folder: Path, started: Running, log: IO[bytes], *, demo: bool) -> None:
        self.folder, self.started, self.log, self.demo = folder, started, log, demo
        self.server: subprocess.Popen[bytes] | None = None
        self.is_asked_to_end = False

    def begin(self) -> None:
        """Migrate and serve until it answers. Raises LaunchError."""
        self.program = switch.recover(self.folder)
        if request := switch.take_request(self.folder):  # it was ended before it could switch
            self.switch_to(request)
        else:
            self.migrate()
            self.serve()

    def run_to_end(self) -> int:
        """Switch or start again when asked to; return the exit code of the last server."""
        for name in STOP_SIGNALS:  # the terminal sends Ctrl-C to the server, too
            if number := getattr(signal, name, None):
                signal.signal(number, self._ask_to_end)
        while self._goes_on():
            time.sleep(SECONDS_BETWEEN_LOOKS)
        code = self.end()
        say(_("Istaka has stopped."))
        # On Windows a server that is asked to end does so with this code.
        return 0 if code == signal.SIGTERM else max(code, 0)

    def switch_to(self, request: Request) -> None:
        """Serve the other version or, if anything fails, this one with its file. Raises LaunchError."""
        old = self.program
        say(_("Switching to Istaka %(version)s …") % {"version": request.version})
        try:
            self.program = switch.change(self.folder, old, request, self.log)
            self.serve()
            switch.finish(self.folder)
        except (LaunchError, OSError) as error:
            self.log.write(f"{error}\n".encode())
            self.return_to(old, request.version)
        else:
            say(_("Istaka %(version)s runs.") % {"version": request.version})

    def return_to(self, old: Program, version: str) -> None:
        failure = UpdateError(
            gettext_noop("Istaka %(version)s did not start. Istaka %(old)s runs again, with all data."),
            version=version,
            old=old.version,
        )
        self.end()
        switch.undo(self.folder)
        self.program = old
        try:
            if not self.is_asked_to_end:
                self.migrate()
                self.serve()
        finally:
            switch.store_failure(self.folder, failure)
        say(str(failure))

    def migrate(self) -> None:
        """Raise LaunchError."""
        code = subprocess.run(  # noqa: S603  our own program
            [sys.executable, self.program.manage, "migrate", "--verbosity", "0"],
            env=self._environment(),
            stdin=subprocess.DEVNULL,  # without a terminal there may be none
            stdout=self.log,
            stderr=self.log,
            check=False,
        ).returncode
        if code == NEWER_FILE:
            raise LaunchError(
                _("A newer Istaka has used this club's data: install that version. Nothing was changed.")
            )
        if code:
            raise LaunchError(self._describe_failure())

    def serve(self) -> None:
        """Raise LaunchError if its server ends first, or doesn't answer within SECONDS_TO_START."""
        options = ["--host", ports.ALL_ADDRESSES, "--port", str(self.started.port)]
        self.server = subprocess.Popen(  # noqa: S603  our own program
            [sys.executable, self.program.manage, "serve", *options, *(["--demo"] if self.demo else [])],
            env=self._environment(
                CONTROL_KEY=self.started.key,
                PUBLIC_ADDRESS=phone_address(self.folder, self.started.port),
            ),
            stdin=subprocess.DEVNULL,
            stdout=None if self.demo else self.log,  # the demo's accounts
            stderr=self.log,
        )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self.started.answers():
            if self.server.poll() is not None or time.monotonic() > deadline:
                raise LaunchError(self._describe_failure())
            time.sleep(0.1)

    def end(self) -> int:
        """Return its exit code."""
        if self.server is None:
            return 0
        self.server.terminate()
        return self.server.wait()

    def _environment(self, **more: str) -> dict[str, str]:
        updates = {index.INDEX: index.OFF} if self.demo else {}
        return children.environment(self.folder, PYTHONPATH=self.program.python_path, **updates, **more)

    def _goes_on(self) -> bool:
        """Take the next step, if there is one; return whether to wait for another."""
        if self.is_asked_to_end:
            return False
        if switch.is_requested(self.folder):
            self._switch_alone()
        elif self.server is None or self.server.poll() is not None:
            if not next_step.take_restart(self.folder):
                return False
            self.serve()
        return True

    def _switch_alone(self) -> None:
        """Let a second start wait meanwhile: it would find no server, and undo the switch."""
        with ExitStack() as stack:
            try:
                stack.enter_context(start_lock.held(self.folder, seconds=0))
            except LaunchError:  # one is looking for us: after it
                return
            if request := switch.take_request(self.folder):
                self.end()
                self.switch_to(request)

    def _ask_to_end(self, *_: object) -> None:
        self.is_asked_to_end = True
        if self.server is not None:
            self.server.terminate()

    def _describe_failure(self) -> str:
        """Return the log's last lines."""
        file = self.folder / LOG
        lines = file.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return "\n".join([_("Istaka could not start."), *lines[-LINES_SHOWN:], str(file)])
