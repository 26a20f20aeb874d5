import http.client
import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from email.message import Message
from urllib.request import Request, urlopen

import pytest

from config.monitoring.server_metrics import SHARED_FOLDER
from tests.forked_scripts import Scripts
from tests.parts.compose import ASKED, COMPOSE, OTHERS, OURS, PUBLIC, VARIABLE, command, environ_of
from tests.parts.containers import Container
from tests.parts.slow_senders import slow_senders
from tests.parts.standings import hands_in_postgres, play_hands
from tests.parts.streams import SECONDS, listen, play_on, status
from tests.processes import (
    LONGEST_WAIT,
    ROOT,
    environment,
    free_port,
    running,
    wait_for,
    wait_until_answers,
)
from tests.services import postgres_database, redis_server

SERVED = ("web", "live", "worker", "beat")
HTMX = {"HX-Request": "true"}


@dataclass
class ComposeStack:
    database: str
    port: int
    live_port: int
    scripts: Scripts
    containers: dict[str, Container]


@pytest.fixture(scope="module")
def compose_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ComposeStack]:
    logs = tmp_path_factory.mktemp("compose")
    with ExitStack() as stack:
        database = stack.enter_context(postgres_database())
        redis, _process = stack.enter_context(redis_server())
        local_values = {
            "DATABASE_URL": database,
            "CELERY_BROKER_URL": redis,
            "LIVE_REDIS_URL": redis,
            "GRANIAN_HOST": "127.0.0.1",
            SHARED_FOLDER: str(tmp_path_factory.mktemp("metrics")),
        }
        ports = {name: free_port() for name in ASKED}
        output = stack.enter_context((logs / "migrate").open("wb"))
        with running(
            command("migrate"), environ=environ_of("migrate", local_values), output=output
        ) as migrate:
            assert migrate.wait(LONGEST_WAIT) == 0, (logs / "migrate").read_text()
        containers = {}
        for name in SERVED:
            addresses = local_values | ({"GRANIAN_PORT": str(ports[name])} if name in ports else {})
            container = containers[name] = Container(
                name, environ=environ_of(name, addresses), log=logs / name
            )
            stack.callback(container.stop)
            if name in ports:
                wait_until_answers(
                    ports[name], process=container.process, log=container.log, path=ASKED[name]
                )
        scripts = stack.enter_context(closing(Scripts(environ_of("worker", local_values))))
        yield ComposeStack(database, ports["web"], ports["live"], scripts, containers)


@pytest.mark.slow
def test_hand_updates_the_standings(compose_stack: ComposeStack) -> None:
    tournament = play_hands(5, scripts=compose_stack.scripts)
    wait_until_counted(compose_stack, tournament, hands=5)
    _headers, page = get(compose_stack, f"/t/{tournament}/groups/")
    assert "el sonunda" not in page  # standings are current


@pytest.mark.slow
def test_hand_is_announced_on_the_stream(compose_stack: ComposeStack) -> None:
    tournament = play_hands(1, scripts=compose_stack.scripts)
    with listen(compose_stack.live_port, tournament, host=PUBLIC) as stream:
        before = stream.counter()
        play_on(tournament, scripts=compose_stack.scripts)
        assert stream.counter() > before


@pytest.mark.slow
def test_live_service_returns_the_same_fragment_as_the_web(compose_stack: ComposeStack) -> None:
    tournament = play_hands(1, scripts=compose_stack.scripts)
    wait_until_counted(compose_stack, tournament, hands=1)  # new standings change the counter on the page
    path = f"/t/{tournament}/entrants/?seen=0&heard=1"
    _headers, fragment = get(compose_stack, path, headers=HTMX)
    for _again in range(2):
        headers, part = get(compose_stack, f"/live{path}", port=compose_stack.live_port, headers=HTMX)
        assert part == fragment
        assert int(headers["X-Live-Counter"]) > 0


@pytest.mark.slow
def test_stream_service_serves_no_pages(compose_stack: ComposeStack) -> None:
    assert status(compose_stack.live_port, "/", host=PUBLIC) == http.HTTPStatus.NOT_FOUND
    assert (
        status(compose_stack.live_port, "/live/", host="elsewhere.example.org") == http.HTTPStatus.BAD_REQUEST
    )


@pytest.mark.slow
def test_web_answers_behind_a_proxy(compose_stack: ComposeStack) -> None:
    headers, _page = get(compose_stack, "/")
    assert "max-age" in headers["Strict-Transport-Security"]


@pytest.mark.slow
def test_slow_senders_block_no_page(compose_stack: ComposeStack) -> None:
    with slow_senders(compose_stack.port, 60, host=PUBLIC):
        headers, _page = get(compose_stack, "/")
        assert headers["Content-Type"].startswith("text/html")


@pytest.mark.slow
def test_plain_http_redirects_to_https(compose_stack: ComposeStack) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", compose_stack.port, timeout=SECONDS)) as client:
        client.request("GET", "/", headers={"Host": PUBLIC})
        response = client.getresponse()
        assert (response.status, response.headers["Location"]) == (301, f"https://{PUBLIC}/")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["web", "live", "beat"])
def test_services_pass_their_health_checks(compose_stack: ComposeStack, name: str) -> None:
    ports_by_name = {"web": compose_stack.port, "live": compose_stack.live_port, "beat": 0}[name]
    kind, program, *arguments = OURS[name]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "python")
    check = [word.replace("localhost:8000", f"localhost:{ports_by_name}") for word in arguments]
    with running([sys.executable, *check], environ=environment()) as checking:
        assert checking.wait(LONGEST_WAIT) == 0


@pytest.mark.slow
def test_readiness_of_all_parts_and_metrics(compose_stack: ComposeStack) -> None:
    play_hands(2, scripts=compose_stack.scripts)
    for name, port, own in (("web", compose_stack.port, set()), ("live", compose_stack.live_port, {"live"})):
        get(compose_stack, ASKED[name], port=port)
        readiness = json.loads(get_from_service(port, "/readyz"))
        assert set(readiness["parts"]) == {"database", "tables", "triggers", "clock", "broker", "hints", *own}
        assert [part for part, state in readiness["parts"].items() if not state["ok"]] == []
        figures = get_from_service(port, "/metrics")
        hands = re.search(r"^istaka_hands_last_minute (\d+)\.0$", figures, re.MULTILINE)
        assert hands
        assert int(hands[1]) >= 2
        assert 'istaka_requests_total{status="200"}' in figures


def get_from_service(port: int, path: str) -> str:
    with urlopen(
        Request(f"http://127.0.0.1:{port}{path}", headers={"Host": PUBLIC}), timeout=SECONDS
    ) as answer:
        text: str = answer.read().decode()
        return text


def wait_until_counted(house: ComposeStack, tournament: str, *, hands: int) -> None:
    wait_for(lambda: hands_in_postgres(house.database, tournament) == hands, "the standings stand still")


def get(
    house: ComposeStack, path: str, *, port: int = 0, headers: Mapping[str, str] | None = None
) -> tuple[Message, str]:
    request_headers = {"Host": PUBLIC, "X-Forwarded-Proto": "https", **(headers or {})}
    url = f"http://127.0.0.1:{port or house.port}{path}"
    with urlopen(Request(url, headers=request_headers), timeout=SECONDS) as response:
        return response.headers, response.read().decode()


def test_all_our_services_run_here() -> None:
    assert set(OURS) == {"migrate", *SERVED, "backup"}
    assert set(OTHERS) == {"postgres", "redis", "proxy"}


@pytest.mark.parametrize("name", OTHERS)
def test_images_are_pinned(name: str) -> None:
    assert re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?-\w+", OTHERS[name]["image"])


@pytest.mark.parametrize("name", OURS)
def test_images_are_built_here_or_released_ones(name: str) -> None:
    variable, default = (
        ("ISTAKA_BACKUP_IMAGE", "istaka-backup") if name == "backup" else ("ISTAKA_IMAGE", "istaka")
    )
    assert OURS[name]["image"] == f"${{{variable}:-{default}}}"


@pytest.mark.parametrize("name", [name for name in COMPOSE["services"] if name != "migrate"])
def test_services_have_health_checks(name: str) -> None:
    assert COMPOSE["services"][name]["healthcheck"]["test"]


@pytest.mark.parametrize("name", [*SERVED, "backup", *OTHERS])
def test_services_restart(name: str) -> None:
    assert COMPOSE["services"][name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", [*SERVED, "backup"])
def test_services_start_after_the_migrations(name: str) -> None:
    assert OURS[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_backups_use_the_servers_own_programs() -> None:
    image = OTHERS["postgres"]["image"]
    dockerfile = (ROOT / OURS["backup"]["build"]["dockerfile"]).read_text()
    assert f"FROM {image} AS {OURS['backup']['build']['target']}\n" in dockerfile


def test_no_password_is_in_the_file() -> None:
    for service in COMPOSE["services"].values():
        for key, value in service.get("environment", {}).items():
            if "PASSWORD" in key or "SECRET" in key:
                assert VARIABLE.fullmatch(value)
