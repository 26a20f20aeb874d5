from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.faults.random_requests import create_random_requests
from tests.server_requests import ServerRequest

REQUESTS = int(os.environ.get("RANDOM_REQUESTS", "125"))
"""Requests per database, different on each. `make fuzz` sends many more."""
SEED = int(os.environ.get("SEED", "101"))

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _read_requests_as_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("django.test.client.WSGIRequest", ServerRequest)
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_nonsense_is_refused_and_breaks_nothing():
    house = create_random_requests(SEED)
    first = REQUESTS if connection.vendor == "postgresql" else 0
    requests = (house.request(number) for number in range(first, first + REQUESTS))
    wrong = [f"{fault}: {request}" for request in requests if (fault := house.send(request))]
    assert wrong == [], f"by the seed {SEED}"
    assert {200, 303, 400, 404, 422} <= set(house.statuses), "they came no further than the door"
