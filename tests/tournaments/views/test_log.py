"""The log in words."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules.rulebook.switches import SWITCHES
from rules.rulesets import rule_set
from rules.switches import MultiplierRule
from scoring.officials.domain import amendments
from scoring.play import withdrawals
from scoring.play.later_play import LaterPlay
from tests.factories import NOW, correct, drawn_tournament, encounters_of, open_tournament, play_hand, report
from tests.scoring.sides.agreeing import begun_match, confirm, confirm_by, protest
from tournaments.domain import keepers, log, tables
from tournaments.domain.actor import CONSOLE, Actor
from tournaments.domain.setup import change_tournament, settings_of
from tournaments.enums import Agreement, SideLetter
from tournaments.models import Encounter, LogRow
from tournaments.views.log import ROWS_A_PAGE
from tournaments.views.log_words import ACTIONS, described

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]

OF_BEFORE = {"groups_drawn", "knockout_drawn"}
"""What earlier releases wrote: their rows are there for ever."""


def address(tournament) -> str:
    return reverse("tournaments:log", args=[tournament.public_id])


def test_every_action_that_the_code_writes_has_words():
    """Names are written as literals, in a call of `log.write` or of a helper that passes them on."""
    written = set()
    for folder in ("tournaments/domain", "scoring"):
        for source in (ROOT / folder).rglob("*.py"):
            code = source.read_text()
            written |= set(
                re.findall(r'(?:log\.write|row_of|_close|_tell|_written|follow_up)\(\s*"([a-z_]+)"', code)
            )
            written |= set(re.findall(r'\b(?:first|over)="([a-z_]+)"', code))
    assert written | OF_BEFORE == set(ACTIONS)


def test_a_row_says_who_did_what_to_whom(desk, owner, club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    table = encounter.table
    assert table is not None
    link = table.links.get()
    tables.swap_partners(encounter=encounter, letter=SideLetter.A, by=Actor(table_link=link), at=NOW)
    tables.renew_link(table=table, by=Actor(user=owner.user), at=NOW)
    play_hand(encounter)
    correct(encounter, report(points=(1, 2)))
    rows = list(LogRow.objects.filter(tournament=tournament).order_by("-pk")[:4])
    corrected, recorded, renewed, swapped = described(list(rows))
    pairs = " · ".join(encounter.sides.order_by("letter").values_list("entrant__name", flat=True))
    assert corrected.detail.startswith(pairs)
    assert recorded.detail.startswith(pairs)
    assert renewed.who == owner.user.name
    assert str(table.number) in renewed.detail
    assert str(table.number) in swapped.who
    assert swapped.detail.startswith(pairs)


def test_a_hand_names_its_keeper_and_what_was_taken_back(club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    table = encounter.table
    assert table is not None
    phone = Actor(table_link=table.links.get(), device_id="a" * 32)
    first = keepers.keep_table(table=table, name="Nermin", by=phone, at=NOW)
    play_hand(encounter, by=replace(phone, keeper=first))
    withdrawals.take_hand_back(
        encounter=encounter, match=1, deal=1, entry_key="undo", by=replace(phone, keeper=first), at=NOW
    )
    other = replace(phone, device_id="b" * 32)
    keepers.keep_table(table=table, name="Hasan", by=other, at=NOW)
    rows = LogRow.objects.filter(tournament=tournament, action__in=("hand_recorded", "hand_taken_back"))
    with override("en"):
        recorded, taken_back = described(list(rows.order_by("pk")))
        assert recorded.who == taken_back.who == f"Table {table.number}, Nermin"
        assert taken_back.what == "Hand taken back"
        assert taken_back.detail.endswith(": A −101 / B +70")
        assert "match 1, deal 1" in taken_back.detail
        kept, over = described(list(LogRow.objects.filter(action="table_kept").order_by("pk")))
        assert (kept.what, kept.who) == ("Table kept by", f"Table {table.number}")
        assert kept.detail == f"Table {table.number}, Nermin"
        assert over.detail == f"Table {table.number}, Nermin → Hasan"


def test_what_a_players_phone_did_names_its_table(club):
    tournament = drawn_tournament(club=club)
    link = tournament.tables.get(number=3).sides_links.get()
    log.write("hands_confirmed", by=Actor(sides_link=link), at=NOW, tournament=tournament)
    [row] = LogRow.objects.filter(tournament=tournament, action="hands_confirmed")
    row.after = '{"match": 1, "deal": 3, "side": "A"}'
    with override("en"):
        [told] = described([row])
    assert "3" in told.who
    assert told.who != "Table 3"


def test_agreement_and_protests_are_told(club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    match = begun_match(encounter)
    confirm_by(tournament, Agreement.HAND)
    confirm(match, "A")
    protest(match, "B", question="40 değil 30")
    wanted = replace(settings_of(tournament), agreement=Agreement.NOTHING, protest_minutes=20)
    change_tournament(tournament=tournament, settings=wanted, by=CONSOLE, at=NOW)
    actions = ("hands_confirmed", "protest_opened", "tournament_changed")
    with override("en"):
        rows = described(list(LogRow.objects.filter(action__in=actions).order_by("pk")))
    assert [row.what for row in rows] == ["Hands confirmed", "Hand protested", "Settings changed"]
    confirmed, protested, changed = (row.detail for row in rows)
    assert confirmed.endswith("match 1 up to deal 1, side A")
    assert protested.endswith("match 1, deal 1, side B: “40 değil 30”")
    assert changed == "both sides confirm: each hand → nothing, minutes to protest: 15 → 20"


def test_every_setting_that_changed_is_told(club):
    tournament = open_tournament(club=club)
    settings = settings_of(tournament)
    groups, final = settings.stages
    stages = (groups, replace(final, best_of=5, name="Final"))
    wanted = replace(settings, venue="Lokal", tables=7, stages=stages)
    change_tournament(tournament=tournament, settings=wanted, by=CONSOLE, at=NOW)
    with override("en"):
        row = described(list(LogRow.objects.filter(action="tournament_changed")))[0]
    assert row.detail == (
        "venue: Kulüp salonu → Lokal, tables: 4 → 7, stages: "
        "Group stage (single match · 3 hands) + Elimination (single match · 3 hands) → "
        "Group stage (single match · 3 hands) + Final (best of 5 · 3 hands)"
    )


def test_rows_come_newest_first_and_by_pages(desk, club):
    tournament = drawn_tournament(club=club, pairs=32, groups=8)
    for encounter in encounters_of(tournament)[:20]:
        play_hand(encounter)
    first = desk.get(address(tournament))
    assert len(first.context["entries"]) == ROWS_A_PAGE
    assert first.context["entries"][0].row.action == "hand_recorded"
    last = desk.get(address(tournament), {"page": "2"})
    assert last.context["entries"][-1].row.action == "tournament_created"


@pytest.mark.parametrize("page", ["", "x", "-1", "999"])
def test_nonsense_shows_a_page_that_exists(desk, club, page):
    assert desk.get(address(drawn_tournament(club=club)), {"page": page}).status_code == 200


def test_the_number_of_queries_does_not_grow(desk, club, django_assert_num_queries):
    small, large = drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)
    play_hand(encounters_of(small)[0])
    for encounter in encounters_of(large)[:10]:
        play_hand(encounter, by=kept(encounter))
    kept(encounters_of(small)[0])
    for tournament in (small, large):
        with django_assert_num_queries(13):
            desk.get(address(tournament))


def kept(encounter: Encounter) -> Actor:
    """The phone that has just begun to keep an encounter's table."""
    table = encounter.table
    assert table is not None
    phone = Actor(table_link=table.links.get(), device_id=uuid.uuid4().hex)
    return replace(phone, keeper=keepers.keep_table(table=table, name="Nermin", by=phone, at=NOW))


def test_changes_of_the_rules_are_told_by_their_names(club):
    tournament = drawn_tournament(club=club)
    rising = replace(rule_set("101-rising"), unopened_cap=404)
    amendments.change_rules(tournament=tournament, rules=rising, by=CONSOLE, at=NOW)
    play_hand(encounters_of(tournament)[0], report(finish={"last_tile": "okey", "direct": False}))
    flat = replace(rising, multiplier=MultiplierRule.NONE, infractions={"okey_discard": 50})
    seen = amendments.preview_amendment(tournament=tournament, rules=flat).seen
    amendments.amend_rules(
        tournament=tournament,
        rules=flat,
        reason="Katlar yok",
        seen=seen,
        later=LaterPlay.ASKS,
        by=CONSOLE,
        at=NOW,
    )
    rows = LogRow.objects.filter(tournament=tournament, action__startswith="rules_").order_by("-pk")
    with override("en"):
        amended, changed = described(list(rows))
        assert (changed.what, amended.what) == ("Rules changed", "Rules amended")
        assert "101 in pairs → 101 with a rising threshold" in changed.detail
        assert SWITCHES["unopened_cap"].name.en in changed.detail
        assert "404" in changed.detail
        for name in ("multiplier", "infractions"):
            assert SWITCHES[name].name.en in amended.detail
        assert "hands scored anew: 1, reason: Katlar yok" in amended.detail
        assert "left as they are" not in amended.detail
    with override("tr"):
        assert "yeniden puanlanan el: 1" in described(list(rows))[0].detail
