import socket

import pytest
from celery import Celery
from django.conf import settings
from kombu.exceptions import OperationalError

from config.celery import app as celery_app
from config.platform import broker

SECONDS_A_PAGE_MAY_WAIT = 1.0
"""What the broker's options may add up to; a test on a busy machine measures no time."""


def test_default_broker_is_in_memory() -> None:
    assert broker.is_in_memory(settings.CELERY_BROKER_URL)


@pytest.mark.parametrize("listens", [True, False], ids=["silent", "refusing"])
def test_publish_times_out_quickly(listens: bool) -> None:
    with socket.socket() as redis:
        redis.bind(("127.0.0.1", 0))
        if listens:
            redis.listen()
        port = redis.getsockname()[1]
        with pytest.raises(OperationalError):
            publisher(f"redis://127.0.0.1:{port}/0").send_task("any", retry=False)
    assert broker.PUBLISH_TIMEOUT_SECONDS < SECONDS_A_PAGE_MAY_WAIT


def publisher(url: str) -> Celery:
    app = Celery("publisher", broker=url, set_as_current=False)
    app.conf.broker_transport_options = broker.transport_options(url)
    app.conf.broker_connection_timeout = broker.PUBLISH_TIMEOUT_SECONDS
    return app


def test_an_unknown_broker_gets_no_options() -> None:
    assert broker.transport_options("amqp://localhost") == {}


def test_reconnect_interval_is_constant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the worker is back within seconds after any outage."""
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda _seconds: None)
    rests: list[float] = []
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"redis://127.0.0.1:{nobody.getsockname()[1]}/0"
        connection = celery_app.connection_for_read(url)
        with pytest.raises(OperationalError):
            connection.ensure_connection(lambda _error, rest: rests.append(rest), max_retries=30)
    assert len(rests) == 30
    assert set(rests) == {broker.RETRY_SECONDS}
