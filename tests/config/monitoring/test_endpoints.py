from __future__ import annotations

import asyncio
import json
import re
from http import HTTPStatus
from typing import Any

import pytest
import yaml
from django.conf import LazySettings

from config.monitoring import endpoints, health_checks
from config.monitoring.app import MonitoredApp
from config.monitoring.health_checks import BROKER, DATABASE, DATABASE_PARTS, REQUIRED, Problems
from config.monitoring.server_metrics import ServerMetrics
from config.monitoring.shared_poll import PollTimeout, SharedPoll
from config.monitoring.site_collector import PART_OK, SITE_METRICS
from scoring.live.streams.asgi import Receive, Scope, Send
from scoring.live.streams.counter_poller import CounterPoller
from scoring.live.streams.event_stream import Streams
from tests.config.monitoring.asgi_requests import ELSEWHERE, Answer, ask
from tests.processes import ROOT

TOKEN = "borne-by-who-watches"
SERVER_METRICS = {
    "istaka_requests_total",
    "istaka_request_seconds",
    "istaka_requests_in_progress",
    "istaka_streams",
}
METRICS = SERVER_METRICS | {PART_OK, *SITE_METRICS}


async def unreachable_pages(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError(f"{scope['path']} went on to the pages")


class MonitoredSite:
    """A site with these problems by part and these metrics."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.troubles: Problems = dict.fromkeys((*DATABASE_PARTS, BROKER))
        self.figures = {"istaka_hands_last_minute": 7.0, "istaka_tasks_waiting": 2.0}
        monkeypatch.setattr(endpoints, "CHECKS", ((DATABASE_PARTS, lambda: self.troubles),))
        monkeypatch.setattr("config.monitoring.site_metrics.database_metrics", lambda: self.figures)
        monkeypatch.setattr("config.monitoring.site_metrics.queue_metrics", dict)

    def get_path(self, path: str, **how: Any) -> Answer:
        return asyncio.run(ask(MonitoredApp(unreachable_pages, ServerMetrics()), path, **how))


@pytest.fixture
def monitored_site(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> MonitoredSite:
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.METRICS_TOKEN = ""
    return MonitoredSite(monkeypatch)


def test_healthz_answers_whatever_the_problems(monitored_site: MonitoredSite) -> None:
    monitored_site.troubles = dict.fromkeys(DATABASE_PARTS, "It is away.")
    answer = monitored_site.get_path("/healthz", sender=ELSEWHERE, host="anything.example")
    assert (answer.status, answer.text, answer.headers["cache-control"]) == (200, "ok\n", "no-store")


@pytest.mark.parametrize("part", [*DATABASE_PARTS, BROKER])
def test_only_required_parts_decide_readiness(monitored_site: MonitoredSite, part: str) -> None:
    monitored_site.troubles[part] = "It is away."
    answer = monitored_site.get_path("/readyz")
    ready = part not in REQUIRED
    assert answer.status == (HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE)
    payload = json.loads(answer.text)
    assert payload["ready"] is ready
    assert payload["parts"][part] == {"ok": False, "needed": not ready, "why": "It is away."}
    assert answer.headers["cache-control"] == "no-store"


def test_timeouts_and_failures_of_checks_are_reported(
    monitored_site: MonitoredSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hanging(SharedPoll[Problems]):
        async def __call__(self) -> Problems:
            raise PollTimeout

    monkeypatch.setattr(endpoints, "SharedPoll", Hanging)
    payload = json.loads(monitored_site.get_path("/readyz").text)
    assert {part["why"] for part in payload["parts"].values()} == {endpoints.NO_ANSWER}
    assert "istaka_hands_last_minute" not in monitored_site.get_path("/metrics").text


def test_strangers_learn_readiness_only(monitored_site: MonitoredSite, settings: LazySettings) -> None:
    monitored_site.troubles[DATABASE] = "A secret of the house."
    for options in (
        {"sender": ELSEWHERE},
        {"x_forwarded_for": "127.0.0.1"},  # who comes by a proxy on this machine
        {"host": "evil.example"},  # a page elsewhere whose own name points here
        {"authorization": "Bearer "},
    ):
        answer = monitored_site.get_path(
            "/readyz", **({"sender": ELSEWHERE} if "authorization" in options else {}), **options
        )
        assert (answer.status, json.loads(answer.text)) == (503, {"ready": False})
        if "authorization" not in options:
            assert monitored_site.get_path("/metrics", **options).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("borne", "status"),
    [
        (f"Bearer {TOKEN}", 200),
        ("Bearer other", 404),
        (TOKEN, 404),
        (f"Basic {TOKEN}", 404),
        ("Bearer ", 404),
    ],
)
def test_token_grants_details_from_anywhere(
    monitored_site: MonitoredSite, settings: LazySettings, borne: str, status: int
) -> None:
    settings.METRICS_TOKEN = TOKEN
    options = {"sender": ELSEWHERE, "host": "okey.example.org", "authorization": borne}
    assert monitored_site.get_path("/metrics", **options).status == status
    assert ("parts" in json.loads(monitored_site.get_path("/readyz", **options).text)) is (status == 200)


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_endpoints_are_read_only(monitored_site: MonitoredSite, path: str) -> None:
    posted, head = monitored_site.get_path(path, method="POST"), monitored_site.get_path(path, method="HEAD")
    assert (posted.status, posted.headers["allow"]) == (405, "GET, HEAD")
    assert (head.status, head.text) == (200, "")


def test_metrics_of_server_and_site_are_returned(monitored_site: MonitoredSite) -> None:
    answer = monitored_site.get_path("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert set(re.findall(r"^# HELP (\w+)", answer.text, re.MULTILINE)) == {
        *SERVER_METRICS,
        PART_OK,
        *monitored_site.figures,
    }
    assert "istaka_hands_last_minute 7.0\n" in answer.text
    assert 'istaka_part_ok{needed="no",part="broker"} 1.0\n' in answer.text


def test_every_metric_and_part_is_documented() -> None:
    documentation = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    assert [name for name in METRICS if f"`{name}`" not in documentation] == []
    for part in (
        *DATABASE_PARTS,
        health_checks.DISK,
        health_checks.BROKER,
        health_checks.HINTS,
        health_checks.LIVE,
    ):
        assert f"`{part}`" in documentation


def test_documented_alerts_use_existing_metrics() -> None:
    documentation = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    scrape, alerts = yaml.safe_load_all(documentation.partition("```yaml\n")[2].partition("```")[0])
    assert scrape["scrape_configs"][0]["job_name"] == "istaka"
    for rule in alerts["groups"][0]["rules"]:
        names = {name.removesuffix("_bucket") for name in re.findall(r"\bistaka_\w+", rule["expr"])}
        assert names, rule
        assert names <= METRICS


def test_blind_or_full_streams_are_reported() -> None:
    poller = CounterPoller(lambda _topics: {}, lambda: None)
    streams = Streams(poller, limit=1)
    assert endpoints.check_live(streams) == {health_checks.LIVE: None}
    poller.blind = True
    assert endpoints.check_live(streams) == {health_checks.LIVE: "It can't see changes."}
    poller.blind = False
    full = Streams(poller, limit=0)
    assert "further pages poll instead" in str(endpoints.check_live(full)[health_checks.LIVE])
