"""What pages show of a tournament of another game than 101."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.games.okey_task.game import OKEY_TASK
from scoring.ledger.rulebooks import OfAnotherGame
from scoring.table.views.games import entering_of
from tests import test_rights
from tests.factories import MembershipFactory, correct, drawn_tournament, encounters_of, play_hand
from tests.pages.reading import read
from tests.pages.test_html import faults_of
from tests.scoring.play.test_open_length import OPEN, stages, won
from tests.test_rights import RIGHTS, SIDES, STAFF, World
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

GAME: dict[str, Any] = {"rule_set_id": "okey-countdown", "stages": stages(OPEN)}
NOT_THERE = ("tournament_tile_referee",)
"""Pages that are made for the 101 family."""


def answers(world: World) -> dict[str, int]:
    clients = {SIDES: world.side(), STAFF: world.phone()}
    return {
        name: (clients.get(right.who) or world.member(Role.OWNER))
        .get(world.address(name), follow=True)
        .status_code
        for name, right in RIGHTS.items()
        if "GET" in right.methods
    }


def test_every_page_opens_or_is_not_there(monkeypatch):
    monkeypatch.setattr(test_rights, "drawn_tournament", lambda **asked: drawn_tournament(**asked, **GAME))
    shown = won(indicator_shown_by="B1")
    monkeypatch.setattr(test_rights, "play_hand", lambda encounter: play_hand(encounter, shown))
    found = answers(World())
    otherwise = {name: status for name, status in found.items() if status != HTTPStatus.OK}
    assert otherwise == dict.fromkeys((f"scoring:{name}" for name in NOT_THERE), 404)


def test_a_game_whose_hands_no_phone_can_enter_is_not_there():
    with pytest.raises(OfAnotherGame):
        entering_of(next(iter(OKEY_TASK.presets.values())))


def test_pages_of_rulings_history_and_practice_are_strict():
    tournament = drawn_tournament(**GAME, groups=2)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, won(indicator_shown_by="B1"))
    correct(encounter, won("B1"))
    owner = Client()
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    asked: dict[str, list[tuple[Any, ...]]] = {
        "rule_hand": [(encounter.public_id, 1, 1), (encounter.public_id, 1, 2)],
        "hand_history": [(encounter.public_id, 1, 1)],
        "tournament_practice": [(tournament.public_id,)],
    }
    for name, places in asked.items():
        for place in places:
            page = owner.get(reverse(f"scoring:{name}", args=place)).content.decode()
            assert list(faults_of(read(page, whole=True), page=True)) == [], name
