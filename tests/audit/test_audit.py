from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.audit.__main__ import main
from tests.audit.lock import (
    PinnedPackage,
    asked_for,
    faults_of_installed,
    faults_of_licences,
    faults_of_lock,
    pinned,
)
from tests.processes import free_port

HASH = f"--hash=sha256:{'0' * 64}"
NOBODY = f"http://127.0.0.1:{free_port()}/"


@contextmanager
def service(weak: dict[str, list[str]]) -> Iterator[str]:
    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            known = [weak.get(package["package"]["name"], []) for package in query["queries"]]
            results = [{"vulns": [{"id": name} for name in ids]} if ids else {} for ids in known]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"results": results}).encode())

        def log_message(self, *_: Any) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_our_lock_is_complete_and_matches_the_installation(capsys: pytest.CaptureFixture[str]) -> None:
    with service({}) as address:
        assert main(address) == 0
    assert "packages were looked up" in capsys.readouterr().err


def test_vulnerable_package_is_named_with_its_advisories(capsys: pytest.CaptureFixture[str]) -> None:
    with service({"django": ["GHSA-one", "PYSEC-two"]}) as address:
        assert main(address) == 1
    assert "is known to be weak: GHSA-one, PYSEC-two" in capsys.readouterr().err


def test_offline_audit_passes_and_says_that_it_did_not_check(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(NOBODY) == 0
    assert "WEAKNESSES WERE NOT LOOKED FOR" in capsys.readouterr().err


def test_answer_of_another_service_is_rejected(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.audit.vulnerabilities.json.load", lambda _answer: {"results": []})
    with service({}) as address:
        assert main(address) == 0
    assert "WEAKNESSES WERE NOT LOOKED FOR" in capsys.readouterr().err


def test_lock_is_read_with_hashes_and_systems() -> None:
    lock = f"""
a-b==1.0 ; sys_platform == 'nowhere' \\
    {HASH} \\
    {HASH}
    # via c
C[x]==2.0
"""
    assert list(pinned(lock)) == [PinnedPackage("a-b", "1.0", 2, False), PinnedPackage("c", "2.0", 0, True)]
    assert asked_for("# for x\n-r base.in\nA_b[y]~=1.0  # why\n\nc\n") == {"a-b", "c"}


@pytest.mark.parametrize("line", ["a", "a>=1", "a==1,<2,==3", "a @ https://example.org/a.whl"])
def test_line_without_a_pin_is_rejected(line: str) -> None:
    with pytest.raises(ValueError, match="not pinned"):
        list(pinned(line))


def test_faults_of_lock_and_installation_are_reported() -> None:
    lock = [PinnedPackage("django", "1.0", 0, True), PinnedPackage("never-heard-of", "2.0", 1, True)]
    assert list(faults_of_lock(lock, ["django", "left-out"])) == [
        "left-out is asked for, and is not in the lock.",
        "django 1.0 has no hash.",
    ]
    other, missing = faults_of_installed(lock)
    assert other.endswith("is installed, and the lock names 1.0.")
    assert missing == "never-heard-of: nothing is installed, and the lock names 2.0."
    assert list(faults_of_installed([PinnedPackage("never-heard-of", "2.0", 1, False)])) == []


def test_unknown_licence_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = [PinnedPackage("django", "5.2", 1, True)]
    assert list(faults_of_licences(lock)) == []
    monkeypatch.setattr("tests.audit.lock.licences", lambda _package: ["AGPL-3.0-only"])
    assert "bears no licence that we know" in next(faults_of_licences(lock))
