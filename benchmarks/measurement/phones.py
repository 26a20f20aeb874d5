"""Lean phones that send hands like the outbox."""

from __future__ import annotations

import http.client
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlencode

from tests.keeper_phone import PLAIN_FINISH, HiddenFields, Keeper

HOST = "127.0.0.1"
SECONDS = 120
TOKEN = "t" * 32
"""The floor's CSRF token: any value that equals the cookie."""


@dataclass(frozen=True)
class SentForm:
    sent_at: float
    answered_at: float

    @property
    def seconds(self) -> float:
        return self.answered_at - self.sent_at


@dataclass
class Phone:
    port: int
    path: str
    cookies: str
    fields: dict[str, str]
    hands: int
    sent: list[SentForm] = field(default_factory=list)

    def send(self) -> SentForm:
        """Use a new connection, as most proxies do."""
        self.sent.append(post_form(self.port, self.path, self.cookies, urlencode(self.fields)))
        deal = int(self.fields["deal"]) % self.hands + 1
        match = int(self.fields["match"]) + (deal == 1)
        key = str(uuid.uuid4())
        self.fields |= {"match": str(match), "deal": str(deal), "entry_key": key}
        return self.sent[-1]


def create_phone(port: int, table_id: str, token: str, *, hands: int) -> Phone:
    keeper = Keeper(f"http://{HOST}:{port}", table_id, token)
    keeper.open_link()
    form = keeper.get(f"{keeper.table}hand/").html
    fields = HiddenFields(form, f"{keeper.table}hand/").values
    assert fields is not None, form
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in keeper.cookies)
    return Phone(port, f"{keeper.table}hand/outbox/", cookies, fields | PLAIN_FINISH, hands)


@dataclass
class FloorPhone:
    port: int
    encounters: Sequence[int]
    number: int = 0

    def send(self) -> SentForm:
        self.number += 1
        path = f"/encounters/{self.encounters[self.number % len(self.encounters)]}/scores/"
        body = urlencode({"csrfmiddlewaretoken": TOKEN, "home": self.number % 101, "away": 202})
        return post_form(self.port, path, f"csrftoken={TOKEN}", body)


def post_form(port: int, path: str, cookies: str, body: str) -> SentForm:
    connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": cookies,
        "Connection": "close",
    }
    at = time.perf_counter()
    connection.request("POST", path, body=body, headers=headers)
    answer = connection.getresponse()
    content = answer.read()
    answered = time.perf_counter()
    connection.close()
    assert answer.status == HTTPStatus.OK, content
    assert b'"stored"' in content, content
    return SentForm(at, answered)


def run_at_once(senders: Sequence[Callable[[], object]]) -> float:
    """Return the seconds until the last thread ended, or raise its exception."""
    began = time.perf_counter()
    with ThreadPoolExecutor(len(senders)) as pool:
        for ended in [pool.submit(sender) for sender in senders]:
            ended.result()
    return time.perf_counter() - began


def shares_of(items: Sequence[int], number: int) -> Iterator[Sequence[int]]:
    for first in range(number):
        yield items[first::number]
