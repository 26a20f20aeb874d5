"""What pages show of a tournament of another game than 101: all that need not know how a hand is entered."""

from __future__ import annotations

from typing import Any

import pytest

from tests import test_rights
from tests.factories import drawn_tournament, play_hand
from tests.scoring.play.test_open_length import OPEN, stages, won
from tests.test_rights import RIGHTS, SIDES, STAFF, World
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

GAME: dict[str, Any] = {"rule_set_id": "okey-countdown", "stages": stages(OPEN)}
NOT_THERE = (
    *("amend_rules", "compare_typed", "correct_as_referee", "correct_hand", "enter_hand"),
    *("follow_table", "go_on", "hand_history", "keep_table", "name_dealer", "next_encounter"),
    *("no_hand_in_play", "open_table", "organizer_rules", "preview_amendment", "preview_as_referee"),
    *("preview_correction", "preview_entry", "preview_typed_row", "resume_pdf", "rule_examples"),
    *("rule_hand", "sheet", "sheet_pdf", "sheets_pdf", "swap_seats", "table", "table_hands"),
    *("table_seats", "take_back", "take_encounter", "tournament_practice"),
    *("tournament_preview_practice", "tournament_tile_referee", "type_sheet", "type_twice"),
    "withdraw_call",
)
"""Pages that are made for the 101 family: entry, paper and rulings."""


def answers(world: World) -> dict[str, int]:
    clients = {SIDES: world.side(), STAFF: world.phone()}
    return {
        name: (clients.get(right.who) or world.member(Role.OWNER))
        .get(world.address(name), follow=True)
        .status_code
        for name, right in RIGHTS.items()
        if "GET" in right.methods
    }


def test_every_page_opens_as_it_does_for_101_or_is_not_there(monkeypatch):
    usual = answers(World())
    monkeypatch.setattr(test_rights, "drawn_tournament", lambda **asked: drawn_tournament(**asked, **GAME))
    shown = won(indicator_shown_by="B1")
    monkeypatch.setattr(test_rights, "play_hand", lambda encounter: play_hand(encounter, shown))
    found = answers(World())
    otherwise = {name: status for name, status in found.items() if status != usual[name]}
    assert otherwise == dict.fromkeys((f"scoring:{name}" for name in NOT_THERE), 404)
