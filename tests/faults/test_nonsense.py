from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.faults.nonsense import asking
from tests.requests import AsServed

REQUESTS = int(os.environ.get("NONSENSE", "125"))
"""Requests per database, different on each. `make fuzz` sends many more."""
SEED = int(os.environ.get("SEED", "101"))

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.merging]


@pytest.fixture(autouse=True)
def _as_a_server_reads_it(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("django.test.client.WSGIRequest", AsServed)
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_nonsense_is_refused_and_breaks_nothing():
    house = asking(SEED)
    first = REQUESTS if connection.vendor == "postgresql" else 0
    requests = (house.request(number) for number in range(first, first + REQUESTS))
    wrong = [f"{fault}: {request}" for request in requests if (fault := house.send(request))]
    assert wrong == [], f"by the seed {SEED}"
    assert {200, 303, 400, 404, 422} <= set(house.statuses), "they came no further than the door"
