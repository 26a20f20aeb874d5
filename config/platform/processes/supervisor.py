"""`supervisor.py COMMAND…`: run a command, and again whenever it ends by itself.

The laptop has nothing else that would: a server that was killed, by hand or by a system in need of memory,
answers again seconds later. It imports nothing of ours, so that it is small and can't fail with us. Asked to
end, by Ctrl-C, a system or a closed window, it ends the command and then itself, with 0.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

LONG_ENOUGH = 10  # seconds: what lived so long is begun again at once, what didn't after a pause
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 2.0


class Supervisor:
    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.child: subprocess.Popen[bytes] | None = None
        self.asked_to_end = False

    def run(self) -> None:
        """Return once it was asked to end, and the command has."""
        pause = 0.0
        while not self.asked_to_end:
            began = time.monotonic()
            # It reads its input to the end, and ends there: when this process is gone, however it ended.
            self.child = subprocess.Popen(self.command, stdin=subprocess.PIPE)  # noqa: S603  what we were started with
            if self.asked_to_end:  # while it was being started
                self.child.terminate()
            code = self.child.wait()
            if self.asked_to_end:
                return
            pause = 0.0 if time.monotonic() - began > LONG_ENOUGH else pause
            say(f"The server has ended ({code}); it is started again.\n")
            self.rest(pause)
            pause = min(max(FIRST_PAUSE, 2 * pause), LONGEST_PAUSE)

    def rest(self, seconds: float) -> None:
        """Wait, but not longer than until it is asked to end."""
        deadline = time.monotonic() + seconds
        while not self.asked_to_end and time.monotonic() < deadline:
            time.sleep(0.05)

    def end(self, *_: object) -> None:
        self.asked_to_end = True
        if self.child is not None:
            self.child.terminate()


def say(words: str) -> None:
    """Write to where errors go, whether there is anybody or not: a full disk, a window that was closed."""
    with suppress(OSError):
        os.write(2, words.encode())


def supervise(command: list[str]) -> None:
    supervisor = Supervisor(command)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, supervisor.end)
    hangup = getattr(signal, "SIGHUP", None)  # there is none on Windows
    if hangup and signal.getsignal(hangup) != signal.SIG_IGN:  # as nohup has it
        signal.signal(hangup, supervisor.end)
    supervisor.run()


if __name__ == "__main__":
    supervise(sys.argv[1:])
