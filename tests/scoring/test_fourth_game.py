"""A game that is only in the list of games can be played from its draw to its champion."""

from __future__ import annotations

from http import HTTPStatus
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver, reverse

from rules.hands import Report
from scoring.integrity.integrity_checks import verify
from scoring.ledger import refusals
from scoring.models import Entry, EntrySeatEvent, Standing
from tests import test_rights
from tests.factories import SINGLES, correct, drawn_tournament, encounters_of, play_hand, singles_tournament
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of
from tests.run_sweeps import sweep
from tests.scoring.test_other_games import answers
from tests.scoring.toy_game import RULE_SET, add, forget_addresses, parse_report
from tests.test_rights import World
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Tournament
from tournaments.setup.forms.rule_presets import game_cards

pytestmark = pytest.mark.django_db

PAIRS = ("A1", "B1", "A2", "B2")
NO_PHONE = (
    *("table", "table_hands", "table_seats", "open_table", "become_keeper", "follow_table", "swap_seats"),
    *(
        "enter_hand",
        "form_assets",
        "preview_entry",
        "withdraw_hand",
        "no_hand_in_play",
        "name_dealer",
        "correct_hand",
    ),
    *("preview_correction", "next_encounter", "take_encounter", "follow_to_new_table", "withdraw_call"),
    *("rule_on_hand", "correct_as_referee", "preview_as_referee"),
    *("tournament_practice", "tournament_preview_practice"),
)
"""Pages on which a hand is entered, and those from which a phone returns to them."""
NO_PAPER = (
    *("compare_double_entry", "paper", "preview_typed_row", "resume_pdf", "sheet", "sheet_pdf", "sheets_pdf"),
    *("type_sheet", "require_double_entry"),
)
NO_TILES = ("tournament_tile_referee",)
"""The tile referee page, since the game has no tiles."""


@pytest.fixture(autouse=True)
def _add_toy_game():
    with pytest.MonkeyPatch.context() as patched:
        add(patched)
        yield
    forget_addresses(get_resolver())


def won_report(finisher: str = "A1", seats: tuple[str, ...] = PAIRS) -> Report:
    entry: dict[str, Any] = {"outcome": "finished", "seats": {seat: {} for seat in seats}}
    return parse_report(entry | {"finisher": finisher})


def play_all(tournament: Tournament, seats: tuple[str, ...] = PAIRS) -> None:
    playable = {EncounterState.READY, EncounterState.PLAYING}
    while ready := [encounter for encounter in encounters_of(tournament) if encounter.state in playable]:
        entered = {side.letter: side.entrant.number for side in ready[0].sides.all() if side.entrant}
        first, second, *_others = sorted(entered, key=lambda letter: entered[letter])
        for winner in (first, second, first) if len(entered) > 2 else (first, first, first):
            play_hand(ready[0], won_report(f"{winner}1", seats))


def drawn_toy_tournament(**options: Any) -> Tournament:
    return drawn_tournament(**options, rule_set_id=RULE_SET)


def page(client: Client, name: str, *of: object) -> str:
    page_text = client.get(reverse(f"scoring:{name}", args=of)).content.decode()
    assert list(faults_of(read(page_text, whole=True), page=True)) == [], name
    return page_text


def test_game_is_offered_with_its_rule_set():
    card = game_cards()[-1]
    assert (card.id, card.name, [preset.id for preset in card.presets]) == ("toy", "Zar", [RULE_SET])


@pytest.mark.slow
def test_game_is_played_from_draw_to_champion(client):
    tournament = drawn_toy_tournament(pairs=6, groups=2)
    play_all(tournament)
    sweep()
    tournament.refresh_from_db()
    assert tournament.champion is not None
    assert (tournament.champion.number, tournament.state) == (1, TournamentState.FINISHED)
    rows = Standing.objects.filter(entrant=tournament.champion).values_list(
        "penalties", "opponents_penalties"
    )
    assert list(rows) == [(0, 2 * 3 * 3)]
    assert set(EntrySeatEvent.objects.values_list("kind", "what")) == {("finished", "plain")}
    assert verify(tournament).discrepancies == []
    for command in ("rebuild_standings", "redraw"):
        call_command(command, check=True, stdout=StringIO())
    assert tournament.champion.name in page(client, "tournament", tournament.public_id)


def test_game_is_played_by_four_singles():
    tournament = singles_tournament(players=4, rule_set_id=RULE_SET)
    play_all(tournament, SINGLES)
    places = encounters_of(tournament)[0].sides.order_by("place").values_list("place", "letter")
    assert [letter for place, letter in places if place in (1, 2)] == ["A", "B"]


def test_hand_is_corrected_and_a_refused_one_is_not_written():
    encounter = encounters_of(drawn_toy_tournament())[0]
    play_hand(encounter, won_report("A1"))
    correct(encounter, won_report("B2"))
    newest = Entry.objects.order_by("-version")[0]
    assert {line.seat: line.points for line in newest.score_lines} == {"A": 3, "B": 0}
    with pytest.raises(refusals.HandRefused):
        play_hand(encounter, won_report("E1"))


@pytest.mark.slow
def test_rule_book_page_explains_the_lines_of_a_hand(client):
    tournament = drawn_toy_tournament()
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, won_report())
    rules = page(client, "rules", tournament.public_id)
    for sentence in ("Zarı düşük olan 3 puan öder.", "Zarı kim kazanır?", "Eşler karşılıklı oturur."):
        assert sentence in rules
    encounter_page = page(client, "encounter", encounter.public_id)
    assert "Zarı düşük: 3" in encounter_page
    assert "#m1-2" in encounter_page


@pytest.mark.release
def test_every_page_opens_except_those_for_phones_and_sheets(monkeypatch):
    monkeypatch.setattr(test_rights, "drawn_tournament", drawn_toy_tournament)
    monkeypatch.setattr(test_rights, "play_hand", lambda encounter: play_hand(encounter, won_report()))
    missing = {name for name, status in answers(World()).items() if status != HTTPStatus.OK}
    assert missing == {f"scoring:{name}" for name in (*NO_TILES, *NO_PAPER, *NO_PHONE)}
