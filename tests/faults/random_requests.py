"""Nonsense requests: every address by every role, with nonsense in every input.

Each request depends only on a seed and its number, so that a failed one can be repeated.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from html import unescape
from http import HTTPStatus
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import quote

from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.setup.domain import cancellation
from tests.factories import NOW, drawn_tournament, open_tournament, singles_tournament
from tests.languages import path_in_language
from tests.test_rights import (
    ALL_METHODS,
    COMPUTER,
    EVERYBODY,
    HOUSE,
    MANAGERS,
    MEMBERS,
    OWNERS,
    PARAMETERS,
    REFEREES,
    RIGHTS,
    SIDES,
    SIGNED_IN,
    STAFF,
    World,
    create_backup_file,
)
from tournaments.enums import Role
from tournaments.languages import LANGUAGES
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

ROOT: Final = Path(__file__).resolve().parents[2]
ASKED: Final = re.compile(
    r'(?:GET|POST|data|asked|typed|posted|given|sent)\.(?:get|getlist|pop)\(\s*"([\w-]+)"'
)
FIELD: Final = re.compile(r"<(?:input|button|select|textarea)\b[^>]*?\bname=\"([^\"]+)\"[^>]*>")
VALUE: Final = re.compile(r'\bvalue="([^"]*)"')
BOUNDARY: Final = "x"

TEXTS: Final = (
    *("", " ", "\t", "\0", "a\0b", "\r\n", "\x1b[2J", "\x7f", "\u202e", "\ufeff", "\u2028", "#1"),
    *("\ud800", "a\udfffb", "İıŞş", "😀" * 300, "é" * 5000, "x" * 20_000, "ﷺ" * 200, "e\u0301" * 500),
    *(
        "'",
        '"',
        "%",
        "%s",
        "%(x)s",
        "{",
        "{}",
        "{{ x }}",
        "{% x %}",
        "\\",
        "<b>",
        "--",
        ";",
        "$",
        "*",
        "(",
        "[a",
    ),
    *("null", "None", "true", "[]", "[1]", "{}", '{"a": 1}', "[" * 3000, "NaN", "Infinity", "undefined"),
    *("2026-02-30", "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "24:61", "2026-11-21T25:00"),
    *(
        "/",
        "//evil.example",
        "https://evil.example/",
        "javascript:1",
        "..",
        "../..",
        "a@b",
        "@",
        "x@" + "y" * 300,
    ),
    *(
        "tr",
        "en",
        "xx",
        "on",
        "A1",
        "B",
        "group-1",
        "group-99",
        "s1",
        "1-a-1",
        "1-g-1",
        "a-b",
        "-",
        "--1-",
        "b64",
    ),
    *("x:y", "swap:1:2", "1,2", ",", ",,,", "1 2", "\n".join("a" * 9 for _ in range(300)), "a - b - c\nd"),
)
FIGURES: Final = (
    *(
        "0",
        "1",
        "2",
        "-1",
        "+1",
        " 1",
        "1 ",
        "01",
        "1.0",
        "1,5",
        "1e9",
        "1_0",
        "0x1",
        "٣",
        "²",
        "½",
        "一",
        "１",
    ),
    *("32767", "32768", "65536", "2147483647", "2147483648", "4294967296", "9223372036854775807"),
    *(
        "9223372036854775808",
        "9" * 20,
        "9" * 400,
        "9" * 4300,
        "9" * 4301,
        "-" + "9" * 20,
        "-9223372036854775809",
    ),
)
NUMBERS: Final = {"position", "stage_number", "draw_number", "match", "deal"}
HELD: Final = "9753"
"""A placeholder in addresses, replaced by another number."""
WHOLE: Final = tuple(figure for figure in FIGURES if figure.isascii() and figure.isdecimal())
HOSTS: Final = (
    "evil.example",
    "",
    "a b",
    "[::1",
    "[::1]:99999",
    "localhost:x",
    "testserver:80",
    "\xff",
    "x" * 300,
)
CHARSETS: Final = ("utf-16", "utf-8", "utf-7", "latin-1", "idna", "hex", "rot13", "zip", "\xff", "x" * 99, "")
KINDS: Final = (
    *("", ";", ";;;=", "text/plain", "application/json", "application/octet-stream", "multipart/form-data"),
    *("multipart/form-data; boundary=", "multipart/form-data; boundary=\xff", "multipart/mixed; boundary=x"),
    *(
        "multipart/form-data; boundary=" + "x" * 300,
        "application/x-www-form-urlencoded; charset",
        "a/b; c*=x''%ff",
    ),
)
HEADERS: Final = (
    *("Accept", "Accept-Language", "Accept-Encoding", "Cookie", "Origin", "Referer", "User-Agent", "Range"),
    *(
        "If-None-Match",
        "If-Modified-Since",
        "If-Match",
        "If-Unmodified-Since",
        "HX-Request",
        "HX-Current-URL",
    ),
    *("HX-Current-URL-URI-AutoEncoded", "HX-Target", "HX-Boosted", "HX-Prompt", "HX-Trigger", "X-CSRFToken"),
    *("X-Forwarded-For", "X-Forwarded-Proto", "X-Requested-With", "Content-Length", "Forwarded"),
)
ENTITLED: Final = {
    **dict.fromkeys((SIGNED_IN, STAFF, MEMBERS, MANAGERS, OWNERS, HOUSE), "owner"),
    **dict.fromkeys((EVERYBODY, COMPUTER), "nobody"),
    SIDES: "side",
    REFEREES: "referee",
}
COOKIES: Final = ("istaka_session", "csrftoken", "istaka_follow", "django_language", "messages", "x")


@dataclass(frozen=True)
class RandomRequest:
    number: int
    who: str
    method: str
    address: str
    body: bytes
    kind: str
    headers: dict[str, str]

    def __str__(self) -> str:
        summary = f"{self.number}: {self.who} {self.method} {self.address[:200]} {self.kind[:60]!r}"
        return f"{summary} {self.headers} {self.body[:300]!r}"[:900]


@dataclass
class RandomRequests:
    seed: int
    clients: dict[str, Client]
    ids: dict[str, list[str]]
    names: list[str]
    statuses: Counter[int] = field(default_factory=Counter)
    fields_by_url: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def request(self, number: int) -> RandomRequest:
        draw = Random(f"{self.seed}/{number}")
        name = draw.choice(list(RIGHTS))
        role = ENTITLED[RIGHTS[name].who] if draw.random() < 0.7 else draw.choice(list(self.clients))
        address = self._address(draw, name)
        method = (
            draw.choice(ALL_METHODS) if draw.random() < 0.1 else draw.choice(sorted(RIGHTS[name].methods))
        )
        fields = self._fields(name)
        body, kind = b"", ""
        if method != "GET" or draw.random() < 0.05:
            body, kind = self._body(draw, fields)
        if draw.random() < 0.5:
            address += "?" + self._query(draw, fields)
        return RandomRequest(number, role, method, address, body, kind, _headers(draw))

    def send(self, request: RandomRequest) -> str:
        """Return the fault of the answer or of the page it redirects to, if any; roll everything back."""
        client = self.clients[request.who]
        cookies: SimpleCookie = deepcopy(client.cookies)
        try:
            with transaction.atomic():
                response = client.generic(
                    request.method, request.address, request.body, request.kind, headers=request.headers
                )
                self.statuses[response.status_code] += 1
                if response.status_code == HTTPStatus.SEE_OTHER:
                    response = client.get(response.headers["Location"])
                transaction.set_rollback(True)
        except Exception as error:  # a server would drop the connection
            return f"{type(error).__name__}: {error}"[:300]
        finally:
            client.cookies = cookies
        broken = response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
        return f"status {response.status_code}" if broken else ""

    def _address(self, draw: Random, name: str) -> str:
        parameters = {key: draw.choice(self.ids[key]) for key in PARAMETERS[name]}
        for key in NUMBERS & PARAMETERS[name]:
            if draw.random() < 0.2:
                parameters[key] = HELD
        address = path_in_language(reverse(name, kwargs=parameters), draw.choice(LANGUAGES))
        while HELD in address:
            address = address.replace(HELD, draw.choice(WHOLE), 1)
        if draw.random() < 0.05:
            at = draw.randrange(1, len(address) + 1)
            address = address[:at] + _quoted(_text(draw)) + address[at:]
        return address

    def _fields(self, name: str) -> list[tuple[str, str]]:
        if name not in self.fields_by_url and "GET" in RIGHTS[name].methods:
            address = reverse(name, kwargs={key: self.ids[key][0] for key in PARAMETERS[name]})
            pages = (self.clients[role].get(address) for role in ("owner", "side"))
            readable = (
                response
                for response in pages
                if response.status_code == HTTPStatus.OK and not response.streaming
            )
            page = next(readable, None)
            self.fields_by_url[name] = (
                list(_form_fields(page.content.decode("utf-8", "replace"))) if page else []
            )
        return self.fields_by_url.get(name, [])

    def _sent(self, draw: Random, fields: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        fields_sent = [pair for pair in fields if draw.random() > 0.05]
        for _ in range(draw.choice((0, 1, 1, 2, 5))):
            if fields_sent:
                at = draw.randrange(len(fields_sent))
                fields_sent[at] = (fields_sent[at][0], _text(draw))
        for _ in range(draw.choice((0, 0, 1, 3))):
            name = _text(draw) if draw.random() < 0.1 else draw.choice(self.names)
            fields_sent.append(
                (
                    name,
                    draw.choice(draw.choice(list(self.ids.values()))) if draw.random() < 0.2 else _text(draw),
                )
            )
        return fields_sent

    def _query(self, draw: Random, fields: Sequence[tuple[str, str]]) -> str:
        if draw.random() < 0.1:
            return _quoted(_text(draw))
        chosen = draw.sample(list(fields), min(len(fields), 2))
        return _encoded(self._sent(draw, chosen))

    def _body(self, draw: Random, fields: Sequence[tuple[str, str]]) -> tuple[bytes, str]:
        sent_fields = self._sent(draw, fields)
        match draw.choice(("form", "form", "form", "form", "parts", "parts", "charset", "kind")):
            case "form":
                return _encoded(sent_fields).encode("ascii"), "application/x-www-form-urlencoded"
            case "parts":
                return _parts(draw, sent_fields), f"multipart/form-data; boundary={BOUNDARY}"
            case "charset":
                kind = draw.choice(
                    ("application/x-www-form-urlencoded", f"multipart/form-data; boundary={BOUNDARY}")
                )
                body = (
                    _parts(draw, sent_fields)
                    if "multipart" in kind
                    else _encoded(sent_fields).encode("ascii")
                )
                return body, f"{kind}; charset={draw.choice(CHARSETS)}"
        return draw.choice(
            (b"", b"\xff\xfe", b"{", _encoded(sent_fields).encode("ascii"), _parts(draw, sent_fields))
        ), draw.choice(KINDS)


def create_random_requests(seed: int) -> RandomRequests:
    world = World()
    owner = world.member(Role.OWNER)
    tournaments = [world.tournament, *_others(world)]
    ids = {key: [str(value)] for key, value in world.values.items()}
    ids["tournament_id"] = [str(row.public_id) for row in tournaments]
    ids["token"] = [world.link.token, world.table.sides_links.get().token, world.invitation, "x"]
    ids["backup"] = [create_backup_file(), "x", ".."]
    ids["account_code"] = [
        *map(world.account_code, ("tournaments:new_password", "tournaments:confirm_email"))
    ]
    for key in ("stage_number", "draw_number", "match", "deal", "position"):
        ids[key] = ["1", "0", "2", "3"]
    public_ids = [key for key in ids if key.endswith("_id") and key != "rule_set_id"]
    everything = [public_id for key in public_ids for public_id in ids[key]]
    for key in public_ids:
        ids[key] = [*ids[key] * (60 // len(ids[key])), *everything, str(uuid.UUID(int=0))]
    clients = {
        "nobody": Client(),
        "owner": owner,
        "organizer": world.member(Role.ORGANIZER),
        "referee": world.member(Role.REFEREE),
        "keeper": world.member(Role.SCOREKEEPER),
        "phone": world.phone(),
        "side": world.side(),
    }
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = "a" * 32
    strict.defaults["HTTP_X_CSRFTOKEN"] = "a" * 32
    clients["strict"] = strict
    for client in clients.values():
        client.raise_request_exception = False
    return RandomRequests(seed, clients, ids, sorted(_requested_names()))


def _others(world: World) -> Iterator[Tournament]:
    yield open_tournament(club=world.club, pairs=6)
    yield singles_tournament(club=world.club)
    cancelled = drawn_tournament(club=world.club)
    cancellation.cancel(tournament=cancelled, reason="Su bastı", by=CONSOLE, at=NOW)
    yield cancelled


def _requested_names() -> set[str]:
    files = [path for package in ("scoring", "tournaments") for path in (ROOT / package).rglob("*.py")]
    return {name for path in files for name in ASKED.findall(path.read_text())}


def _form_fields(page: str) -> Iterator[tuple[str, str]]:
    for match in FIELD.finditer(page):
        value = VALUE.search(match[0])
        yield unescape(match[1]), unescape(value[1]) if value else ""


def _text(draw: Random) -> str:
    return draw.choice(FIGURES if draw.random() < 0.5 else TEXTS)


def _quoted(text: str) -> str:
    return quote(text, errors="surrogatepass")


def _encoded(sent: Sequence[tuple[str, str]]) -> str:
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in sent)


def _parts(draw: Random, sent: Sequence[tuple[str, str]]) -> bytes:
    body = b""
    for name, value in sent:
        extra = draw.choice(("", "", "", '; filename="x"', '; filename="\0/../x"', "; filename*=x''%ff"))
        header = draw.choice(
            (
                "",
                "",
                "",
                "Content-Transfer-Encoding: base64\r\n",
                "Content-Type: text/plain; charset=utf-16\r\n",
            )
        )
        escaped = name.replace('"', "%22").replace("\r\n", "%0D%0A")
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{escaped}"{extra}\r\n{header}\r\n'
        body += (head + value + "\r\n").encode("utf-8", "surrogatepass")
    body += f"--{BOUNDARY}--\r\n".encode()
    return body[: draw.randrange(len(body))] if draw.random() < 0.2 else body


def _headers(draw: Random) -> dict[str, str]:
    headers: dict[str, str] = {}
    if draw.random() < 0.3:
        headers["HX-Request"] = "true"
    if draw.random() < 0.05:
        headers["Host"] = draw.choice(HOSTS)
    for _ in range(draw.choice((0, 0, 1, 2))):
        name = draw.choice(HEADERS)
        if name == "Content-Length":
            headers[name] = draw.choice(("", "0"))
        elif name == "Cookie":
            headers[name] = "; ".join(f"{cookie}={_header(draw)}" for cookie in draw.sample(COOKIES, 2))
        else:
            headers[name] = _header(draw)
    return headers


def _header(draw: Random) -> str:
    """Return a header as a server passes it on: bytes as characters, on one line."""
    text = draw.choice(
        (_text(draw), "text/html", "application/json", "*/*;q=x", "tr;q=9", "\xff\xfe", "bytes=0-", 'W/"1"')
    )
    return text.encode("utf-8", "surrogatepass").decode("latin-1").replace("\r", "").replace("\n", "")
