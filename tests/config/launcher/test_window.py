from __future__ import annotations

import http.client
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config.launcher import window_page
from tests.processes import ROOT, environment, wait_for

BROWSER = """#!/bin/sh
echo "$1" > "{folder}/unfinished"
mv "{folder}/unfinished" "{folder}/url"
"""
ASKS = "from config.launcher import window; print(window.ask('Port taken\\nAnother <one>?'))"
TELLS = (
    "from config.launcher import window; window.tell('Could not start\\nline 1\\nline 2'); print('closed')"
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the browser is a shell script")


class Window:
    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process = process
        parts = urlsplit(url)
        self.host, self.path = parts.netloc, parts.path

    def request(
        self, method: str, path: str | None = None, body: str = "", **headers: str
    ) -> tuple[int, str]:
        client = http.client.HTTPConnection(self.host, timeout=20)
        client.request(method, self.path if path is None else path, body=body, headers=headers)
        response = client.getresponse()
        answer = response.status, response.read().decode()
        client.close()
        return answer

    def printed(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.read().strip()


@contextmanager
def opened(folder: Path, code: str, **environ: str) -> Iterator[Window]:
    browser, url = folder / "browser", folder / "url"
    browser.write_text(BROWSER.format(folder=folder))
    browser.chmod(0o755)
    environ = environment(BROWSER=f"{browser} %s", PYTHONPATH=str(ROOT), **{"LC_ALL": "C.UTF-8"} | environ)
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for(url.exists, "no page was opened")
        try:
            yield Window(process, url.read_text().strip())
        finally:
            process.kill()


@pytest.mark.parametrize(("answer", "result"), [("yes", "True"), ("no", "False")])
def test_question_is_answered_by_a_button_and_its_server_ends(
    tmp_path: Path, answer: str, result: str
) -> None:
    with opened(tmp_path, ASKS) as window:
        status, page = window.request("GET")
        assert status == 200
        assert "Another &lt;one&gt;?" in page
        assert {'value="yes"', 'value="no"'} <= set(page.replace(">", " ").split())
        assert "<script" not in page
        assert window.request("POST", body=f"answer={answer}")[0] == 200
        assert window.printed() == result
        with pytest.raises(OSError, match="refused"):
            window.request("GET")


def test_message_is_shown_until_closed(tmp_path: Path) -> None:
    with opened(tmp_path, TELLS, LC_ALL="tr_TR.UTF-8") as window:
        for _reload in range(2):
            page = window.request("GET")[1]
            assert "line 1\nline 2" in page
            assert '<html lang="tr">' in page
        assert window.request("POST", body="answer=close")[0] == 200
        assert window.printed() == "closed"


def test_only_the_opened_page_answers(tmp_path: Path) -> None:
    with opened(tmp_path, ASKS) as window:
        assert window.request("GET", "/")[0] == 404
        assert window.request("POST", "/x", body="answer=yes")[0] == 404
        assert window.request("GET", Host="istaka.example.org")[0] == 404
        assert window.request("POST", body="answer=yes", Host="istaka.example.org")[0] == 404
        assert window.request("POST", body="answer=other")[0] == 400
        assert window.request("GET")[0] == 200
        assert window.process.poll() is None


def test_page_escapes_its_text() -> None:
    page = window_page.render("<b>\n<i>", [('"', "<u>")]).decode()
    assert not {"<b>", "<i>", "<u>", 'value="""'} & set(page.replace("<", " <").replace(">", "> ").split())
