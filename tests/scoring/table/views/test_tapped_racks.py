from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Entry
from scoring.table.views.practice_screen import PRACTICE_ENCOUNTER_ID
from tests.factories import drawn_tournament
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import address, correction, encounter_at, hand, phone, table_of, text
from tournaments.models import Encounter, Table

pytestmark = pytest.mark.django_db
TAPPED: dict[str, Any] = {"indicator": "b5", "B1__tiles": "k7 * b6", "B1__points": None, "B1__okeys": None}
NAMES = ["siyah 7", "sahte okey", "mavi 6"]
DRAWN = re.compile(r'class="tile [^"]*" role="img" aria-label="([^"]+)"')
RACK = re.compile(r'<p class="rack-left" role="group".*?</p>', re.DOTALL)
RINGED = re.compile(r'class="tile [^"]* okey" role="img" aria-label="([^"]+)"')
INDICATOR = re.compile(r'Gösterge\s+<span class="tile [^"]*" role="img" aria-label="([^"]+)"')


@module_fixture
def table() -> Table:
    return table_of(drawn_tournament())


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "tr")


def racks(response: Any) -> list[list[str]]:
    return [DRAWN.findall(rack) for rack in RACK.findall(response.content.decode())]


def ringed_tiles(response: Any) -> tuple[list[str], list[str]]:
    page = response.content.decode()
    return RINGED.findall(page), INDICATOR.findall(page)


def test_tiles_are_previewed_and_stored(keeper, table, encounter):
    data = hand(encounter, **TAPPED)
    preview = keeper.post(address("preview_entry", table), data, headers={"HX-Request": "true"})
    assert racks(preview) == [NAMES]
    assert ringed_tiles(preview) == (["mavi 6"], ["mavi 5"])
    assert "+114" in text(preview)
    keeper.post(address("enter_hand", table), data)
    entry = Entry.objects.get()
    assert entry.report_data["seats"]["B1"]["rack"] == {"tiles": ["k7", "*", "b6"]}
    assert entry.report_data["indicator"] == "b5"
    assert entry.seats.get(seat="B1").points == 114


def test_outbox_stores_the_tiles(keeper, table, encounter):
    sent = keeper.post(address("receive_hand", table), hand(encounter, **TAPPED))
    assert sent.json()["state"] == "stored"
    assert Entry.objects.get().report_data["seats"]["B1"]["rack"] == {"tiles": ["k7", "*", "b6"]}


def test_correction_shows_the_tiles(keeper, table, encounter):
    keeper.post(address("enter_hand", table), hand(encounter, **TAPPED))
    place = address("correct_hand", table, encounter.public_id, 1, 1)
    page = keeper.get(place).content.decode()
    assert re.search(r'name="B1-tiles"\s+value="k7 \* b6"', page)
    assert re.search(r'<option\s+value="b5"\s+data-false-okey="6"\s+selected', page)
    keeper.post(place, correction(encounter, **TAPPED | {"B1__tiles": "k7 *"}))
    entry = Entry.objects.get(version=2)
    assert entry.report_data["seats"]["B1"]["rack"] == {"tiles": ["k7", "*"]}


def test_public_pages_and_history_show_the_tiles(keeper, table, encounter):
    keeper.post(address("enter_hand", table), hand(encounter, **TAPPED))
    public = Client()
    page = public.get(reverse("scoring:encounter", args=[encounter.public_id]))
    assert racks(page) == [NAMES]
    assert ringed_tiles(page) == (["mavi 6"], ["mavi 5"])
    changed = TAPPED | {"B1__tiles": "k7 k6 b6"}
    place = address("correct_hand", table, encounter.public_id, 1, 1)
    keeper.post(place, correction(encounter, **changed))
    history = public.get(reverse("scoring:hand_history", args=[encounter.public_id, 1, 1]))
    assert racks(history) == [NAMES, ["siyah 7", "siyah 6", "mavi 6"]]
    assert ringed_tiles(history) == (["mavi 6"] * 2, ["mavi 5"] * 2)
    assert "kalan taşlar başka, tutarı aynı" in text(history)


def test_practice_counts_the_tiles():
    data = hand(Encounter(public_id=PRACTICE_ENCOUNTER_ID), **TAPPED)
    preview = Client().post(reverse("scoring:preview_practice"), data)
    assert racks(preview) == [NAMES]
    assert "+114" in text(preview)
