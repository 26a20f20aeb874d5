"""Correctly framed requests with nonsense content."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final
from urllib.parse import quote

from benchmarks.sockets import Address

METHODS: Final = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "X")
WORDS: Final = (
    *(
        "",
        "0",
        "-1",
        "9" * 20,
        "9" * 4301,
        "1e9",
        "NaN",
        "²",
        "\0",
        "\r\n",
        "\x1b[2J",
        "\udcff",
        "\u202e",
        "İı",
    ),
    *(
        "..",
        "//evil.example",
        "'",
        '"',
        "%",
        "%ff",
        "%(x)s",
        "{{ x }}",
        "<b>",
        "[" * 3000,
        "é" * 2000,
        "a=b;c",
    ),
    *("null", "{}", "[1]", "2026-02-30", "00000000-0000-0000-0000-000000000000", "javascript:1"),
)
NAMES: Final = (
    *("next", "heard", "seen", "name", "email", "password", "n", "year", "page", "language", "at", "follows"),
    *("csrfmiddlewaretoken", "end", "A1-opening", "entry_key", "", "\0", "x" * 500),
)
CONTENT_TYPES: Final = (
    *("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", ""),
    *(
        "application/x-www-form-urlencoded; charset=utf-16",
        "multipart/form-data; boundary=\udcff",
        "a/b; c*=x''%ff",
    ),
    *("application/json", "text/plain; charset=rot13"),
)
HEADERS: Final = (
    *("Cookie", "Accept-Language", "Accept-Encoding", "HX-Request", "HX-Current-URL", "Referer", "Origin"),
    *(
        "If-None-Match",
        "If-Modified-Since",
        "Range",
        "X-Forwarded-For",
        "X-CSRFToken",
        "User-Agent",
        "Expect",
    ),
)
HOSTS: Final = ("", "", "", "", "[", "evil.example", "localhost:x", "a b", "\udcff")
TOKEN: Final = "a" * 32


def nonsense_request(address: Address, paths: Sequence[str], draw: Random) -> bytes:
    path = draw.choice(paths)
    if draw.random() < 0.4:  # noqa: PLR2004
        steps = path.split("/")
        steps[draw.randrange(1, len(steps))] = draw.choice(WORDS)
        path = "/".join(steps)
    query = "&".join(
        f"{_quote_word(draw.choice(NAMES))}={_quote_word(draw.choice(WORDS))}"
        for _one in range(draw.randrange(3))
    )
    headers = {draw.choice(HEADERS): _header_value(draw.choice(WORDS)) for _one in range(draw.randrange(3))}
    headers |= {"Connection": "close", "Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
    method, body = draw.choice(METHODS), b""
    if method not in ("GET", "HEAD"):
        body = _body(draw)
        headers |= {"Content-Type": draw.choice(CONTENT_TYPES), "Content-Length": str(len(body))}
    to = quote(path, safe="/%", errors="surrogateescape") + (query and f"?{query}")
    return address.head(to or "/", method, headers, host=draw.choice(HOSTS)) + body


def _body(draw: Random) -> bytes:
    fields = {draw.choice(NAMES): draw.choice(WORDS) for _one in range(draw.randrange(4))}
    sent = "&".join(f"{_quote_word(name)}={_quote_word(word)}" for name, word in fields.items())
    parts = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{_header_value(field_name)}"\r\n\r\n'
        for field_name in fields
    )
    return draw.choice((sent, f"{parts}--x--\r\n", parts, draw.choice(WORDS))).encode(
        errors="surrogateescape"
    )


def _quote_word(word: str) -> str:
    return quote(word, errors="surrogateescape")


def _header_value(word: str) -> str:
    """Headers take no line ends or zeros."""
    return "".join(letter for letter in word if letter.isprintable() or letter == "\udcff")
