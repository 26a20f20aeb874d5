"""Questions and messages in the browser, for a start without a terminal."""

from __future__ import annotations

import os
import secrets
import sys
import threading
import webbrowser
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qs

from config.launcher import window_page
from config.launcher.texts import _
from config.launcher.window_page import Choice

LOOPBACK: Final = "127.0.0.1"
SECONDS_TO_ANSWER: Final = 1800
"""Then the page was closed, or nobody is there."""
LONGEST_ANSWER: Final = 100
YES: Final = "yes"
CLOSE: Final = "close"


def can_open() -> bool:
    """Return whether there is a screen: a text browser would wait for a terminal."""
    has_screen = sys.platform in ("win32", "darwin")
    return has_screen or any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


def ask(question: str) -> bool:
    """False if it is not answered within SECONDS_TO_ANSWER."""
    return _show(question, [(YES, _("Yes")), ("no", _("No"))]) == YES


def tell(message: str) -> None:
    """Return once the message was closed, or after SECONDS_TO_ANSWER."""
    _show(message, [(CLOSE, _("Close"))])


def _show(text: str, choices: Sequence[Choice]) -> str:
    """Return the chosen value, or "". The page is served until then only."""
    with _Server(text, choices) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        if webbrowser.open(server.url):
            server.is_answered.wait(SECONDS_TO_ANSWER)
        server.shutdown()
        return server.answer


class _Server(ThreadingHTTPServer):
    daemon_threads = True  # browsers open connections that they never use
    block_on_close = False

    def __init__(self, text: str, choices: Sequence[Choice]) -> None:
        super().__init__((LOOPBACK, 0), _Handler)
        self.path = f"/{secrets.token_urlsafe(24)}"
        self.host = f"{LOOPBACK}:{self.server_port}"
        self.page = window_page.render(text, choices)
        self.values = [value for value, _label in choices]
        self.answer = ""
        self.is_answered = threading.Event()

    @property
    def url(self) -> str:
        return f"http://{self.host}{self.path}"


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = 60

    def do_GET(self) -> None:
        if self._is_allowed():
            self._send(self.server.page)

    def do_POST(self) -> None:
        """Take the first valid answer."""
        if not self._is_allowed():
            return
        length = min(int(self.headers.get("Content-Length") or 0), LONGEST_ANSWER)
        answer = parse_qs(self.rfile.read(length).decode(errors="replace")).get("answer", [""])[0]
        if answer not in self.server.values:
            self.send_error(400)
            return
        self.server.answer = answer
        self._send(window_page.render(_("You can close this page.")))
        self.server.is_answered.set()

    def log_message(self, *_: object) -> None:
        """Nothing: there may be no standard error."""

    def _is_allowed(self) -> bool:
        """Else answer 404. Only the browser that we opened knows the path."""
        is_ours = secrets.compare_digest(self.path.encode(), self.server.path.encode())
        if is_ours and self.headers.get("Host") == self.server.host:
            return True
        self.send_error(404)
        return False

    def _send(self, page: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(page)
