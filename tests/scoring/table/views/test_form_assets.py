from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from django.test import Client

from rules.games.okey101.rulesets import rule_set
from scoring.table.views.form_assets import assets_version
from scoring.table.views.seat_labels import Seat
from tests.factories import NOW, drawn_tournament, encounters_of, play_hand, singles_tournament
from tests.flat_html import flat
from tests.module_fixtures import module_fixture
from tests.played_games import in_every_game
from tests.scoring.table.table_phones import address, encounter_at, hand, phone, table_of, whole_form
from tournaments.models import Table, Tournament
from tournaments.setup.domain.tournament_settings import store_rule_book

pytestmark = pytest.mark.django_db

HEAVIEST = 20_000
"""Uncompressed size in bytes of the page that a phone loads for each hand."""
HASH = ".0123456789ab"
"""The hash in the name of a collected static file."""
PLACE = re.compile(r'<(p|div|span)[^>]* data-asset="([\w-]+)">.*?</\1>', re.DOTALL)
MARK = re.compile(r"\{(\w\d)\.(\w+)\}")


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=4, groups=1)


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table)


def form(client: Client, table: Table) -> str:
    return client.get(address("enter_hand", table)).content.decode()


def weight(page: bytes) -> int:
    return len(page) + page.count(b'"/static/') * len(HASH)


def assets_url_in(page: str) -> str:
    attribute = re.search(r'data-assets="([^"]+)"', page)
    return attribute[1] if attribute else ""


def assets_at(client: Client, where: str) -> dict[str, str]:
    script = client.get(where).content.decode()
    script_match = re.fullmatch(
        r'import \{ storeAssets \} from "/static/js/form-assets[.\w]*\.js";\nstoreAssets\((.*)\);\n', script
    )
    assert script_match is not None
    stored_url, assets = json.loads(f"[{script_match[1]}]")
    assert stored_url == where
    return dict(assets)


def fill_in_names(asset: str, seats: dict[str, Seat]) -> str:
    return MARK.sub(lambda mark: str(getattr(seats[mark[1]], mark[2])), asset)


@pytest.mark.release
@pytest.mark.parametrize("language", ["tr", "en"])
@in_every_game
def test_form_of_the_next_hand_is_small(game, language):
    tournament = game.draw_tournament(pairs=4, groups=1)
    encounter = encounters_of(tournament)[0]
    game.play(encounter)
    assert encounter.table
    page = phone(encounter.table, language).get(address("enter_hand", encounter.table))
    assert weight(page.content) <= HEAVIEST


def test_form_of_four_singles_is_small():
    table = table_of(singles_tournament(players=4))
    assert weight(form(phone(table), table).encode()) <= HEAVIEST


@in_every_game
def test_assets_complete_the_form(game):
    table = table_of(game.draw_tournament(pairs=4, groups=1))
    keeper = phone(table)
    light = keeper.get(address("enter_hand", table))
    seats = {seat.code: seat for seat in light.context["screen"].seats}
    whole = flat(keeper.get(whole_form(table)).content.decode())
    names = [name for _tag, name in PLACE.findall(light.content.decode())]
    assets = assets_at(keeper, assets_url_in(light.content.decode()))
    assert sorted(names) == sorted(assets)
    for name in names:
        asset = flat(fill_in_names(assets[name], seats)).strip()
        assert asset in whole


def test_whole_form_is_loaded_without_scripts(keeper, table):
    page = form(keeper, table)
    assert f'<noscript><meta http-equiv="refresh" content="0; url={whole_form(table)}"></noscript>' in page
    assert f'<a href="{whole_form(table)}">' in page
    whole = keeper.get(whole_form(table)).content.decode()
    assert "http-equiv" not in whole
    assert 'name="B2-points"' in whole


def test_form_with_values_has_no_assets(keeper, table):
    encounter = encounter_at(table)
    refused = keeper.post(address("enter_hand", table), hand(encounter, B1__points="-3"))
    play_hand(encounter)
    corrected = keeper.get(address("correct_hand", table, encounter.public_id, 1, 1))
    for page in (refused.content.decode(), corrected.content.decode()):
        assert assets_url_in(page) == ""
        assert 'name="B2-points"' in page


def test_assets_are_immutable_and_change_with_the_rule_book(keeper, table, tournament):
    before = assets_url_in(form(keeper, table))
    assert "immutable" in keeper.get(before).headers["Cache-Control"]
    tournament.rule_book = store_rule_book(replace(rule_set("101-pairs"), double_okey=False), at=NOW)
    tournament.save(update_fields=["rule_book"])
    after = assets_url_in(form(keeper, table))
    assert after != before
    assert 'value="double_okey"' not in assets_at(keeper, after)["questions"]
    old = keeper.get(before)
    assert old.status_code == 200
    assert old.headers["Cache-Control"] == "private, no-cache"


def test_assets_need_the_tables_link(table, tournament):
    url = address("form_assets", table, assets_version(tournament))
    assert Client().get(url).status_code == 404
    assert phone(table).post(url).status_code == 405
