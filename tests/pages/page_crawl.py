"""Opens every address of the resolver with permission: pages, fragments, refused forms, errors."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError, connection, transaction
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.html import conditional_escape

from config.errors.error_pages import server_error
from config.errors.unavailable_response import unavailable_response
from scoring.setup.domain import cancellation
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    open_tournament,
    play_encounter,
    play_hand,
    report,
    rule,
)
from tests.pages.pseudo_locale import pseudo_name
from tests.scoring.play.timed_rounds import encounters_of_round, play, ring_bell, timed_knockout
from tests.scoring.table.table_phones import phone
from tests.simulation.random_evening import SimulatedEvening
from tests.test_rights import EVERYBODY, HOUSE, PARAMETERS, RIGHTS, SIDES, SIGNED_IN, STAFF, World
from tests.tournaments.signup.domain.applicants import set_terms
from tournaments.access import sides_cookie_name, table_cookie_name
from tournaments.enums import Role, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

HTMX = {"HTTP_HX_REQUEST": "true"}
EVENINGS = {"groups_knockout": 26, "swiss_knockout": 32, "double": 7, "fours_tables": 21}
"""A small finished tournament of each kind, by seed; some with corrections and walkovers."""

ONLY_PUBLIC = {"swiss_knockout", "double"}
"""Only their public pages are opened: the organizer's pages hardly depend on the stage kind."""

DOCUMENTS = ("_pdf", "_card", "_logo", "_calendar", "_poster", "_file", "_schema", "_verifier")
"""Suffixes of names that are documents and have no fragments."""


SAVED = {
    "scoring:add_person": {"name": pseudo_name("Ece Demir")},
    "scoring:make_anonymous": {"sure": "on"},
    "scoring:record_departure": {"save": "1"},
}
"""Forms whose message on the next page names somebody."""


@dataclass(frozen=True)
class CrawledResponse:
    name: str
    variant: str
    status: int
    kind: str
    body: bytes
    caching: str = ""
    address: str = ""
    varies: str = ""
    cookies_set: tuple[str, ...] = ()
    """The cookies it sets."""
    messages: tuple[str, ...] = ()
    """In HTML, for the next page."""

    def __str__(self) -> str:
        return f"{self.name} ({self.variant})"

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def is_html(self) -> bool:
        return self.kind == "text/html"

    @property
    def is_page(self) -> bool:
        return self.is_html and self.text.lstrip().lower().startswith("<!doctype html>")


class SiteCrawl:
    def __init__(self) -> None:
        self.world = World()
        self.world.tournament.refresh_from_db()
        self.owner = self.world.member(Role.OWNER)
        self._play_on()
        draft = open_tournament(club=self.world.club, visibility=Visibility.DRAFT)
        self.others = {"nobody yet, draft": draft}
        self.others["entries"] = open_tournament(club=self.world.club, pairs=6)
        self.others["sign-up open"] = open_tournament(club=self.world.club)
        set_terms(self.others["sign-up open"], questions=("Which team?",))
        self.others["drawn, cancelled"] = drawn_tournament(club=self.world.club)
        self.cancelled = self.others["drawn, cancelled"]
        cancellation.cancel(tournament=self.cancelled, reason="Su bastı", by=CONSOLE, at=NOW)
        self.stopped = self.others["the bell has rung"] = timed_knockout(club=self.world.club)
        play(encounters_of_round(self.stopped)[0], "AAA")
        ring_bell(encounters_of_round(self.stopped)[0])
        self.keepers = {table: phone(table) for table in self.stopped.tables.order_by("number")[:2]}
        for name, seed in EVENINGS.items():
            evening = SimulatedEvening(name, seed)
            Tournament.objects.filter(pk=evening.tournament.pk).update(club=self.world.club)
            self.others[name] = evening.play()
        Tournament.objects.filter(pk=self.others["fours_tables"].pk).update(archived_at=NOW)
        self.keeper = self.world.keeper()

    def _play_on(self) -> None:
        first, *_others, last = encounters_of(self.world.tournament)
        play_hand(first, report(finisher="B2", finish={"last_tile": "okey", "direct": False}, fouls=1))
        correct(first, report(points=(31, 40), fouls=1))
        rule(first, fixed(0, 100, 0, 100), deal=2)
        play_encounter(last)

    def all(self) -> Iterator[CrawledResponse]:
        """Yield one response after the other and roll back each change."""
        yield from self._pages()
        yield from self._fragments()
        yield from self._refused_forms()
        yield from self._saved_forms()
        yield from self._other_tournaments()
        yield from self._phones()
        yield from self._errors()

    def _visitors(self, who: str) -> dict[str, Client]:
        if who == SIDES:
            return {"side": self.world.side()}
        if who == STAFF:
            return {"phone": self.world.phone()}
        if who == HOUSE:
            return {"keeper": self.keeper} if connection.vendor == "sqlite" else {}
        if who in (EVERYBODY, SIGNED_IN):
            return {"public": Client(), "owner": self.owner}
        return {"owner": self.owner}

    def _ask(self, client: Client, name: str, how: str, address: str, **extra: Any) -> CrawledResponse:
        method, cookies = extra.pop("method", "get"), deepcopy(client.cookies)
        with transaction.atomic():
            response = getattr(client, method)(address, **extra)
            body = b"".join(response) if response.streaming else response.content
            transaction.set_rollback(True)
        client.cookies = cookies  # the request may have signed them out
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        caching, varies = response.headers.get("Cache-Control", ""), response.headers.get("Vary", "")
        queued = getattr(response.wsgi_request, "_messages", None)
        return CrawledResponse(
            name,
            how,
            response.status_code,
            kind,
            body,
            caching,
            address,
            varies,
            tuple(response.cookies),
            tuple(conditional_escape(message.message) for message in queued._queued_messages)
            if queued
            else (),
        )

    def _pages(self) -> Iterator[CrawledResponse]:
        for name, right in RIGHTS.items():
            if "GET" in right.methods:
                for visitor, client in self._visitors(right.who).items():
                    yield self._ask(client, name, visitor, self.world.address(name))

    def _fragments(self) -> Iterator[CrawledResponse]:
        for name, right in RIGHTS.items():
            if "GET" in right.methods and not name.endswith(DOCUMENTS):
                for visitor, client in [*self._visitors(right.who).items()][-1:]:
                    yield self._ask(client, name, f"{visitor}, fragment", self.world.address(name), **HTMX)

    def _refused_forms(self) -> Iterator[CrawledResponse]:
        for name, right in RIGHTS.items():
            if "POST" in right.methods:
                for visitor, client in [*self._visitors(right.who).items()][-1:]:
                    yield self._ask(
                        client, name, f"{visitor}, sends nothing", self.world.address(name), method="post"
                    )

    def _saved_forms(self) -> Iterator[CrawledResponse]:
        for name, data in SAVED.items():
            yield self._ask(
                self.owner, name, "owner, saves", self.world.address(name), method="post", data=data
            )

    def _other_tournaments(self) -> Iterator[CrawledResponse]:
        for kind, tournament in self.others.items():
            changes = values_of(tournament)
            for name, right in RIGHTS.items():
                needs = PARAMETERS[name]
                if kind in ONLY_PUBLIC and right.who not in (EVERYBODY, SIDES):
                    continue
                if "GET" in right.methods and needs and needs <= set(changes):
                    address = reverse(name, kwargs={key: changes[key] for key in needs})
                    yield self._ask(self.owner, name, f"owner, {kind}", address)

    def _phones(self) -> Iterator[CrawledResponse]:
        table = self.cancelled.tables.order_by("number")[0]
        client = Client()
        client.cookies[table_cookie_name(table.public_id)] = table.links.get().token
        client.cookies[sides_cookie_name(table.public_id)] = table.sides_links.get().token
        for name in ("scoring:table", "scoring:side_page"):
            yield self._ask(client, name, "phone, cancelled", reverse(name, args=[table.public_id]))
        for table, client in self.keepers.items():
            for name in ("scoring:table", "scoring:no_hand_in_play"):
                yield self._ask(client, name, "phone, stopped", reverse(name, args=[table.public_id]))

    def _errors(self) -> Iterator[CrawledResponse]:
        strict = Client(enforce_csrf_checks=True)
        sign_in = reverse("tournaments:sign_in")
        yield self._ask(strict, "403", "public, no token", sign_in, method="post")
        yield self._ask(Client(), "404", "public", "/nowhere/")
        yield self._ask(Client(), "405", "public", reverse("tournaments:sign_out"))
        broken = server_error(RequestFactory().get("/"))
        yield CrawledResponse("500", "public", broken.status_code, "text/html", broken.content)
        busy = unavailable_response(RequestFactory().get("/"), OperationalError())
        assert busy is not None
        yield CrawledResponse("503", "public", busy.status_code, "text/html", busy.content)


def values_of(tournament: Tournament) -> dict[str, Any]:
    values: dict[str, Any] = {"tournament_id": tournament.public_id, "stage_number": 1}
    if entrant := tournament.entrants.order_by("number").first():
        values["entrant_id"] = entrant.public_id
        values["player_id"] = entrant.players.order_by("pk")[0].public_id
    if encounters := encounters_of(tournament):
        values["encounter_id"] = encounters[-1].public_id
    if tournament.stages.filter(drawn_at__isnull=False).exists():
        values |= {"draw_number": 1, "part": "main", "number": 1}
    return values
