import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from config import addresses
from config.management.commands import serve
from config.platform.file_descriptors import max_connections
from config.platform.processes import ports
from config.platform.processes.port_holders import SERVER
from tests.parts.slow_senders import first_answer, slow_senders
from tests.parts.standings import hands_in_sqlite, play_hands
from tests.parts.streams import SECONDS, listen, play_on
from tests.processes import (
    LONGEST_WAIT,
    ROOT,
    SECONDS_TO_END,
    ServerProcess,
    answers,
    child_pids,
    collected_files,
    environment,
    free_port,
    is_gone,
    migrated_file,
    running,
    serve_process,
    wait_for,
)
from tests.services import accepts

pytestmark = pytest.mark.slow


LISTENS = """
import socket, sys, time
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
time.sleep(600)
"""


@pytest.fixture(scope="module")
def server_process(tmp_path_factory: pytest.TempPathFactory):
    with serve_process(tmp_path_factory.mktemp("serve")) as server:
        yield server


def status(served: ServerProcess, path: str, host: str) -> int:
    client = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SECONDS)
    try:
        client.request("GET", path, headers={"Host": host})
        return client.getresponse().status
    finally:
        client.close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "laptop.local", addresses.lan_address()])
def test_server_answers_under_its_own_names(server_process: ServerProcess, host: str) -> None:
    assert status(server_process, "/", f"{host}:{server_process.port}") == http.HTTPStatus.OK


def test_server_answers_under_no_other_name(server_process: ServerProcess) -> None:
    assert status(server_process, "/", "elsewhere.example.org") == http.HTTPStatus.BAD_REQUEST


def test_names_of_static_files_contain_their_hash(server_process: ServerProcess) -> None:
    css = next(Path(server_process.environ["STATIC_ROOT"]).glob("**/*.[0-9a-f]*.js"))
    path = "/static/" + str(css.relative_to(server_process.environ["STATIC_ROOT"]))
    assert status(server_process, path, "localhost") == http.HTTPStatus.OK


def test_inner_worker_updates_the_standings(server_process: ServerProcess) -> None:
    tournament = play_hands(5, scripts=server_process.scripts)
    wait_for(lambda: hands_in_sqlite(server_process.database, tournament) == 5, "the standings stand still")


def test_hand_stored_by_another_process_is_announced(server_process: ServerProcess) -> None:
    tournament = play_hands(1, scripts=server_process.scripts)
    with listen(server_process.port, tournament) as stream:
        before = stream.counter()
        stream.wait_for_heartbeat()
        play_on(tournament, scripts=server_process.scripts)
        assert stream.counter() > before


def test_streams_are_limited_freed_when_closed_and_do_not_delay_a_stop(tmp_path: Path) -> None:
    with serve_process(tmp_path, LIVE_STREAMS="2") as served:
        tournament = play_hands(1, scripts=served.scripts)
        address = f"/live/tournament.{tournament}/"
        with listen(served.port, tournament), listen(served.port, tournament):
            assert status(served, address, "localhost") == http.HTTPStatus.SERVICE_UNAVAILABLE
            assert status(served, "/", "localhost") == http.HTTPStatus.OK
        wait_for(
            lambda: status(served, address, "localhost") == http.HTTPStatus.OK,
            "who left still takes up room",
        )
        with listen(served.port, tournament) as stream:
            stream.counter()
            assert served.stop() == 0


def test_slow_senders_block_no_page_and_large_bodies_are_not_read(server_process: ServerProcess) -> None:
    with slow_senders(server_process.port, 120) as senders:
        assert status(server_process, "/", "localhost") == http.HTTPStatus.OK
        assert b" 429 " in first_answer(senders).splitlines()[0]
    client = http.client.HTTPConnection("127.0.0.1", server_process.port, timeout=SECONDS)
    with closing(client):
        client.putrequest("POST", "/sign-in/")
        client.putheader("Content-Length", "2000000")
        client.endheaders()
        assert client.getresponse().status == http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    with socket.create_connection(("127.0.0.1", server_process.port), SECONDS) as broken:
        broken.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        assert b" 400 " in broken.recv(4096).splitlines()[0]


def test_server_prints_a_link_for_the_first_owner(server_process: ServerProcess) -> None:
    assert f"http://localhost:{server_process.port}/davet/" in server_process.log.read_text()


@pytest.mark.release
def test_backups_are_made_automatically(tmp_path: Path) -> None:
    with serve_process(tmp_path, BACKUPS=str(tmp_path / "backups"), HOURLY_BACKUPS="1") as served:
        play_hands(2, scripts=served.scripts)
        wait_for(lambda: any((tmp_path / "backups").glob("*.istaka")), "no backup is made")
        assert "; verified" in served.manage("backup", "--list")
        assert served.stop() == 0


def test_server_warns_before_the_disk_is_full(tmp_path: Path) -> None:
    with serve_process(tmp_path, LOW_DISK_BYTES=str(2**62)) as served:
        assert "MB are free on the disk" in served.log.read_text()


def test_worker_ends_with_its_server_and_ctrl_c_ends_both(tmp_path: Path) -> None:
    port = free_port()
    with serve_process(tmp_path, port=port) as served:
        served.process.kill()  # the server alone; its worker notices by itself
        served.process.wait()
        wait_for(lambda: not accepts(port), "its worker outlives it")
        with serve_process(tmp_path, port=port) as restarted:
            assert status(restarted, "/", "localhost") == http.HTTPStatus.OK
            restarted.process.send_signal(signal.SIGINT)
            assert restarted.process.wait(SECONDS_TO_END) == 0
            wait_for(lambda: not accepts(port), "its worker outlives it")


@pytest.mark.release
def test_server_recovers_from_repeated_kills(tmp_path: Path) -> None:
    """Granian alone would not restart a worker that dies twice within seconds."""
    with serve_process(tmp_path) as served:
        tournament = play_hands(1, scripts=served.scripts)
        for process_of in (worker_of, worker_of, server_of):
            killed = process_of(served)
            os.kill(killed, signal.SIGKILL)
            wait_for(partial(is_gone, killed), "it was not killed")
            wait_for(lambda: answers(served.port, f"/t/{tournament}/"), "it does not come back")
        wait_for(
            lambda: len(child_pids(served.process.pid)) == 1, "an old worker stays"
        )  # and shares the port
        play_on(tournament, scripts=served.scripts)
        wait_for(lambda: hands_in_sqlite(served.database, tournament) == 2, "no task runs any more")
        assert served.stop() == 0
        wait_for(lambda: not accepts(served.port), "something outlives it")


def server_of(served: ServerProcess) -> int:
    wait_for(lambda: bool(child_pids(served.process.pid)), "there is no server")
    return child_pids(served.process.pid)[0]


def worker_of(served: ServerProcess) -> int:
    wait_for(
        lambda: any(child_pids(worker) for worker in child_pids(served.process.pid)), "there is no worker"
    )
    return next(child for worker in child_pids(served.process.pid) for child in child_pids(worker))


def test_server_prints_the_address_for_phones_and_stops_on_request(
    tmp_path: Path,
) -> None:
    with serve_process(tmp_path, HOST="0.0.0.0") as served:
        assert f"http://{addresses.lan_address()}:{served.port}/" in served.log.read_text()
        assert served.stop() == 0


def refusal(tmp_path: Path, **env: str) -> str:
    environ = environment(
        DATABASE_URL=f"sqlite:///{tmp_path / 'istaka.sqlite3'}", STATIC_ROOT=str(tmp_path / "static"), **env
    )
    if "PORT" in env:
        shutil.copyfile(migrated_file(), tmp_path / "istaka.sqlite3")
    command = [sys.executable, "manage.py", "serve"]
    result = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    return result.stderr


def test_server_refuses_an_unmigrated_database(tmp_path: Path) -> None:
    assert "migrate" in refusal(tmp_path)


def test_waits_for_a_port_that_is_being_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "ORPHAN_TIMEOUT_SECONDS", LONGEST_WAIT)
    port = free_port()
    with running([sys.executable, "-c", LISTENS, str(port), SERVER], environ=environment()) as orphan:
        wait_for(lambda: accepts(port), "nothing listens")
        threading.Timer(0.3, orphan.kill).start()
        serve.require_free_port("127.0.0.1", port)


def test_server_refuses_a_port_in_use(server_process: ServerProcess, tmp_path: Path) -> None:
    message = refusal(tmp_path, PORT=str(server_process.port))
    assert f"port {server_process.port}" in message
    assert f"kill {server_process.process.pid}" in message


@pytest.mark.parametrize(
    "seconds",
    [1.0, *(pytest.param(seconds, marks=pytest.mark.release) for seconds in (0.0, 0.5, 1.5, 2.0, 3.0))],
)
@pytest.mark.parametrize("with_its_server", [False, True])
def test_supervisor_killed_while_its_server_starts_leaves_no_process(
    tmp_path: Path, seconds: float, *, with_its_server: bool
) -> None:
    shutil.copyfile(migrated_file(), tmp_path / "istaka.sqlite3")
    environ = environment(
        DATABASE_URL=f"sqlite:///{tmp_path / 'istaka.sqlite3'}",
        SECRET_KEY="for tests only",
        STATIC_ROOT=str(collected_files()),
    )
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with running(command, environ=environ) as supervisor:
        wait_for(lambda: bool(child_pids(supervisor.pid)), "no server was started")
        threading.Event().wait(seconds)  # a random moment of the start
        servers = child_pids(supervisor.pid)
        supervisor.kill()
        for server in servers if with_its_server else []:
            os.kill(server, signal.SIGKILL)
        supervisor.wait()
        wait_for(lambda: not processes_with_port(port), "a process outlives its supervisor")
        wait_for(lambda: ports.bind_error("127.0.0.1", port) == 0, "the port stays taken")


@pytest.mark.release
def test_server_killed_while_restarting_leaves_no_process(tmp_path: Path) -> None:
    """After a restore the worker ends itself, and the supervisor starts a server again."""
    with serve_process(tmp_path) as served:
        os.kill(worker_of(served), signal.SIGTERM)
        wait_for(lambda: not accepts(served.port), "the worker does not end")
        served.process.kill()
        served.process.wait()
        wait_for(lambda: not processes_with_port(served.port), "a process outlives its supervisor")


def processes_with_port(port: int) -> list[str]:
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listing.stdout.splitlines()]
    return [" ".join(row) for row in rows if str(port) in row and not row[0].startswith("Z")]


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", marks=pytest.mark.release),
        pytest.param(b"GET / HTTP/1.1\r\nHost: loc", marks=pytest.mark.release),
        b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
    ],
)
def test_silent_connections_of_one_address_leave_room_for_others(
    server_process: ServerProcess, sent: bytes
) -> None:
    room = max_connections(2000)
    with ExitStack() as opened:
        for _connection in range(room + 100):
            connection = socket.create_connection(
                ("127.0.0.1", server_process.port), SECONDS, ("127.0.1.1", 0)
            )
            opened.enter_context(connection).sendall(sent)
        assert status(server_process, "/", "localhost") == http.HTTPStatus.OK
