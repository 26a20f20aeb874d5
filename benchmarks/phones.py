"""Lean phones that send hands as the outbox does, each over a new connection, as most proxies do."""

from __future__ import annotations

import http.client
import random
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from urllib.parse import urlencode

from benchmarks.figures import MILLISECONDS
from benchmarks.sample_tournaments import HANDS_OF_A_MATCH, create_groups_of_four, encounters_at_tables
from tests.keeper_phone import Keeper
from tournaments.models import TableLink

HOST = "127.0.0.1"
SECONDS = 120


@dataclass
class Phone:
    port: int
    path: str
    cookies: str
    fields: dict[str, str]

    def send(self) -> float:
        """Send the next hand; return the milliseconds until the answer."""
        milliseconds = post_form(self.port, self.path, self.cookies, self.fields)
        deal = int(self.fields["deal"]) % HANDS_OF_A_MATCH + 1
        match = int(self.fields["match"]) + (deal == 1)
        self.fields |= {"match": str(match), "deal": str(deal), "entry_key": str(uuid.uuid4())}
        return milliseconds


def phones_at_tables(port: int, entrants: int, limit: int | None = None) -> list[Phone]:
    """Return phones for all or `limit` tables of a new tournament."""
    encounters = encounters_at_tables(create_groups_of_four(entrants))[:limit]
    links = TableLink.objects.filter(table__in=[encounter.table_id for encounter in encounters])
    return [open_phone(port, link) for link in links.select_related("table").order_by("pk")]


def open_phone(port: int, link: TableLink) -> Phone:
    keeper = Keeper(f"http://{HOST}:{port}", str(link.table.public_id), link.token)
    keeper.open_link()
    fields = keeper.next_hand()
    assert fields is not None
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in keeper.cookies)
    return Phone(port, f"{keeper.table}hand/outbox/", cookies, fields)


def post_form(port: int, path: str, cookies: str, fields: dict[str, str]) -> float:
    """Return the milliseconds until the answer."""
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies, "Connection": "close"}
    began = time.perf_counter()
    content = request(port, "POST", path, body=urlencode(fields), headers=headers)
    milliseconds = (time.perf_counter() - began) * MILLISECONDS
    assert b'"stored"' in content, content
    return milliseconds


def request(port: int, method: str, path: str, *, body: str | None = None, headers: dict[str, str]) -> bytes:
    connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
    connection.request(method, path, body=body, headers=headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == HTTPStatus.OK, content
    return content


def run_at_once(works: Sequence[Callable[[], float]]) -> list[float]:
    """Return the results of all threads, or raise the exception of one."""
    with ThreadPoolExecutor(len(works)) as pool:
        return [ended.result() for ended in [pool.submit(work) for work in works]]


def run_at_random_moments(works: Sequence[Callable[[], float]], seconds: float) -> list[float]:
    """Do each work at a random moment within `seconds`."""
    chance = random.Random(len(works))

    def after(pause: float, work: Callable[[], float]) -> float:
        time.sleep(pause)
        return work()

    return run_at_once([partial(after, chance.uniform(0, seconds), work) for work in works])
