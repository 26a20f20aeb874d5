"""A table's phone without a browser: opens the link, fills the form, retries without an answer."""

from __future__ import annotations

import http.client
import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

SECONDS = 60
NO_ANSWER = (OSError, http.client.HTTPException)
PLAIN_FINISH = {
    "end": "A1",
    "finish": "plain",
    "A1-opening": "series",
    "B1-opening": "series",
    "B1-points": "30",
    "B2-opening": "none",
}


@dataclass
class Answer:
    status: int
    path: str
    html: str


class HiddenFields(HTMLParser):
    def __init__(self, html: str, action: str) -> None:
        super().__init__()
        self.action, self.inside = action, False
        self.values: dict[str, str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attribute_values = dict(attrs)
        if tag == "form" and attribute_values.get("action") == self.action:
            self.inside, self.values = True, {}
        elif (
            self.inside
            and self.values is not None
            and tag == "input"
            and attribute_values.get("type") == "hidden"
        ):
            self.values[str(attribute_values["name"])] = attribute_values.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


@dataclass
class Keeper:
    """A phone; raises one of NO_ANSWER if the server doesn't respond."""

    url: str
    table_id: str
    token: str
    host: str = ""
    cookies: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def __post_init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    @property
    def table(self) -> str:
        return f"/table/{self.table_id}/"

    def open_link(self, name: str = "Nermin") -> Answer:
        self.get(f"/m/{self.token}/")
        return self.post(self.table + "keep/", {"name": name})

    @classmethod
    def of_link(cls, url: str, link: str, name: str = "Hasan") -> Keeper:
        token = link.rstrip("/").rsplit("/", 1)[1]
        table_id = cls(url, "", token).get(f"/m/{token}/").path.split("/")[2]
        keeper = cls(url, table_id, token)
        keeper.open_link(name)
        return keeper

    def get(self, path: str) -> Answer:
        return self._send(urllib.request.Request(self.url + path))

    def post(self, path: str, fields: dict[str, str]) -> Answer:
        token = next((cookie.value for cookie in self.cookies if cookie.name == "csrftoken"), "") or ""
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token} | fields).encode()
        return self._send(urllib.request.Request(self.url + path, data=data))

    def next_hand(self, answers: Mapping[str, str] = PLAIN_FINISH) -> dict[str, str] | None:
        """Return the filled-in fields of the next hand; None if the encounter takes no more."""
        action = self.table + "hand/"
        hidden = HiddenFields(self.get(action).html, action).values
        return None if hidden is None else {**hidden, **answers}

    def save(self, hand: dict[str, str]) -> Answer:
        return self.post(self.table + "hand/", hand)

    def call_next(self) -> Answer:
        action = self.table + "next/"
        return self.post(action, HiddenFields(self.get(self.table).html, action).values or {})

    def _send(self, request: urllib.request.Request) -> Answer:
        if self.host:
            request.add_header("Host", self.host)
        try:
            with self.opener.open(request, timeout=SECONDS) as reply:
                path = urllib.parse.urlsplit(reply.url).path
                return Answer(reply.status, path, reply.read().decode())
        except urllib.error.HTTPError as error:
            return Answer(error.code, "", error.read().decode())
