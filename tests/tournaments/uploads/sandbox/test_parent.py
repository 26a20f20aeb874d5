from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from typing import Any

import pytest

from tournaments.uploads.sandbox import parent
from tournaments.uploads.sandbox.account_slots import Busy
from tournaments.uploads.sandbox.parent import Unreadable, read_in_child

READERS = "tests.tournaments.uploads.sandbox.hostile_readers:"


def read(name: str, content: bytes = b"", **limits: Any) -> Any:
    return read_in_child(READERS + name, content, **limits)


def test_answer_of_the_reader_is_returned():
    assert read("answer", b"x" * 900_000) == {"length": 900_000, "text": "İstaka"}


def test_child_sees_neither_django_nor_secrets(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "secret")
    pid, ours, environment = read("name_process")
    assert pid != os.getpid()
    assert ours == []
    assert not {"SECRET_KEY", "DATABASE_URL"} & set(environment)


def test_child_starts_from_any_working_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert read("answer")["length"] == 0


@pytest.mark.parametrize("name", ["die", "panic", "no_such_reader"])
def test_child_that_ends_without_an_answer_is_unreadable(name):
    with pytest.raises(Unreadable):
        read(name)


@pytest.mark.parametrize("written", [b"", b"{", b"\xff", b"nothing", b"[" * 200_000, b"1" * 100_000])
def test_anything_but_json_is_unreadable(written):
    with pytest.raises(Unreadable):
        read("write_what_came", written)


@pytest.mark.skipif(sys.platform == "darwin", reason="the parent looks at memory, which this takes at once")
def test_memory_is_limited():
    assert read("take_memory", b"10000000") == 10_000_000
    with pytest.raises(Unreadable):
        read("take_memory", b"10000000000")


@pytest.mark.slow
def test_processor_time_is_limited():
    with pytest.raises(Unreadable):
        read("loop", seconds=1, wall_seconds=300)


@pytest.mark.parametrize("name", ["loop", "sleep"])
def test_wall_time_is_limited(name):
    with pytest.raises(Unreadable):
        read(name, wall_seconds=0.3)


def test_output_is_limited():
    with pytest.raises(Unreadable):
        read("talk")
    answer = json.dumps({"length": 0, "text": "İstaka"}, ensure_ascii=False, separators=(",", ":"))
    assert read("answer", max_answer_bytes=len(answer.encode()))
    with pytest.raises(Unreadable):
        read("answer", max_answer_bytes=len(answer.encode()) - 1)


@pytest.mark.slow
def test_process_left_behind_by_the_child_blocks_no_one():
    with pytest.raises(Unreadable):
        read("leave_a_child", wall_seconds=2)


@pytest.mark.skipif(sys.platform == "win32", reason="job objects bound no files")
def test_child_writes_no_file(tmp_path):
    with pytest.raises(Unreadable):
        read("write_a_file", str(tmp_path / "file").encode())
    assert not (tmp_path / "file").exists() or not (tmp_path / "file").read_bytes()


@pytest.mark.slow
def test_concurrent_children_are_limited_and_slots_are_released(monkeypatch):
    endless = [threading.Thread(target=expect_unreadable) for _place in range(parent.MAX_CHILDREN)]
    for thread in endless:
        thread.start()
    while parent._reading_slots.acquire(blocking=False):
        parent._reading_slots.release()
    monkeypatch.setattr(parent, "MAX_WAIT_SECONDS", 0.0)
    with pytest.raises(Busy):
        read("answer")
    for thread in endless:
        thread.join()
    assert read("answer")["length"] == 0


def expect_unreadable() -> None:
    with pytest.raises(Unreadable):
        read("sleep", wall_seconds=3)


def test_threads_that_wait_for_a_child_are_limited():
    places = [parent._admission_slots for _place in range(parent.MAX_CHILDREN + parent.MAX_WAITING)]
    for place in places:
        place.acquire()
    try:
        with pytest.raises(Busy):
            read("answer")
    finally:
        for place in places:
            place.release()


def test_interpreter_that_cannot_start_means_busy(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(Busy):
        read("answer")


def test_thread_that_cannot_start_means_busy(monkeypatch):
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(Busy):
            read("answer")
    assert read("answer")["length"] == 0


@pytest.mark.skipif(not shutil.which("ps"), reason="there is no ps")
def test_memory_of_a_process_is_reported():
    assert parent.resident_memory(os.getpid()) > 1_000_000
    assert parent.resident_memory(2**30) == 0
