"""`supervisor.py COMMAND…`: run a command, and restart it when it ends by itself.

Imports nothing of the project, so as not to fail with it. SIGINT, SIGTERM or SIGHUP end both.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

LONG_ENOUGH = 10  # seconds; a command that lived longer restarts without a pause
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 2.0


class Supervisor:
    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.child: subprocess.Popen[bytes] | None = None
        self.asked_to_end = False

    def run(self) -> None:
        """Run and restart the command until asked to end: after growing pauses, after a long run at once."""
        pause = 0.0
        while not self.asked_to_end:
            began = time.monotonic()
            # The child ends when its standard input ends, that is with this process, however it ended.
            environ = {**os.environ, "SUPERVISOR_PROCESS": str(os.getpid())}  # for a page that stops both
            self.child = subprocess.Popen(self.command, stdin=subprocess.PIPE, env=environ)  # noqa: S603
            if self.asked_to_end:  # the request came while it started
                self.child.terminate()
            code = self.child.wait()
            if self.asked_to_end:
                return
            pause = 0.0 if time.monotonic() - began > LONG_ENOUGH else pause
            write_message(f"The server has ended ({code}); it is started again.\n")
            self.wait_unless_ending(pause)
            pause = min(max(FIRST_PAUSE, 2 * pause), LONGEST_PAUSE)

    def wait_unless_ending(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not self.asked_to_end and time.monotonic() < deadline:
            time.sleep(0.05)

    def end_child(self, *_: object) -> None:
        self.asked_to_end = True
        if self.child is not None:
            self.child.terminate()


def write_message(text: str) -> None:
    """Ignore full disks and closed windows."""
    with suppress(OSError):
        os.write(2, text.encode())


def supervise(command: list[str]) -> None:
    supervisor = Supervisor(command)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, supervisor.end_child)
    hangup = getattr(signal, "SIGHUP", None)  # Windows has none
    if hangup and signal.getsignal(hangup) != signal.SIG_IGN:  # as set by nohup
        signal.signal(hangup, supervisor.end_child)
    supervisor.run()


if __name__ == "__main__":
    supervise(sys.argv[1:])
