from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import MultiplierRule
from scoring.history import PLAY_LOG
from scoring.history.log_actions import ACTIONS
from scoring.history.log_values import word_values
from scoring.models.reasons import word_reason
from scoring.officials.domain import amendments
from scoring.play import undo_hand
from scoring.play.later_play import LaterPlayChoice
from tests.factories import NOW, correct, drawn_tournament, encounters_of, phone_of, play_hand, report
from tests.log_actions import written_log_actions
from tests.scoring.confirmation.confirm_matches import begun_match, confirm, protest, set_agreement
from tests.scoring.play.timed_rounds import (
    encounters_of_round,
    play,
    ring_bell,
    take_bell_back,
    timed_knockout,
)
from tournaments.enums import Agreement, SideLetter
from tournaments.history.log_actions import PlayLog
from tournaments.history.log_labels import LABELS as KEY_LABELS
from tournaments.history.log_sentences import describe_rows
from tournaments.history.log_values import list_changes
from tournaments.log.actor import CONSOLE, Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import LogRow
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of
from tournaments.tables.domain import keepers, tables

pytestmark = pytest.mark.django_db


def test_every_action_in_the_code_is_listed_once():
    own = [action for labels in ACTIONS.values() for action in labels]
    assert sorted(written_log_actions("scoring")) == sorted(own)
    assert len(PLAY_LOG.labels) == len(own) + len(PlayLog().labels)


def test_actions_and_keys_are_translated():
    for label in (*PLAY_LOG.labels.values(), *KEY_LABELS.values()):
        with override("en"):
            english = str(label)
        with override("tr"):
            assert str(label) != english


def test_hand_row_links_its_history():
    encounter = encounters_of(drawn_tournament())[0]
    play_hand(encounter)
    rows = LogRow.objects.filter(action__in=("hand_recorded", "stage_drawn")).order_by("pk")
    drawn_row, recorded = describe_rows(list(rows), play=PLAY_LOG)
    assert drawn_row.history == ""
    assert recorded.history == reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])


def test_predefined_reason_is_in_the_readers_language():
    encounter = encounters_of(drawn_tournament())[0]
    play_hand(encounter)
    correct(encounter, report(points=(31, 40)), reason="", reason_codes=["okey_forgotten"])
    rows = list(LogRow.objects.filter(action="hand_corrected"))
    for language, label in (("tr", "Gerekçe: Okey unutuldu"), ("en", "Reason: An okey was forgotten")):
        with override(language):
            (description,) = describe_rows(rows, play=PLAY_LOG)
            reason = word_reason(["okey_forgotten"], "")
        assert label in description.detail
        assert reason in [change.after for change in description.changes]


@pytest.mark.parametrize(
    ("stored", "worded"),
    [
        ({"reason_codes": 5, "reason": "Saydım"}, {"reason": "Saydım"}),
        ({"reason_codes": [[], "nonsense"], "reason": None}, {"reason": ""}),
        ({"answer_codes": None}, {}),
        ({"answer": "Evet"}, {"answer": "Evet"}),
    ],
)
def test_restored_row_may_have_anything_for_its_codes(stored, worded):
    assert word_values(stored, {})[0] == worded


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        (
            {"kinds": ["tables", "next"], "seconds": 9},
            "Seconds per slide: 9; Slides: Tables in play, Now and next",
        ),
        ({"kind": "tables", "holds": True}, "Slide: Tables in play; Held on the screen: yes"),
        ({"minutes": 5, "left": 425}, "Minutes: +5; 7:05 left"),
        ({"left": -65}, "1:05 after the end"),
        ({"order": "BADC", "reason": "Saat"}, "Order: B · A · D · C; Reason: Saat"),
        ({"decided_by": "lot", "seed": "101"}, "Decided by: by lot; Seed of the draw: 101"),
        ({"rule_set": "101-pairs"}, "Rule set: 101 in pairs"),
        ({"answer_codes": ["corrected"]}, "“The referee corrected the hand”"),
        ({"encounters": 1, "later_play_stands": False}, "1 encounter"),
        (
            {"name": "A", "state": "withdrawn", "places": [{"to": "C"}], "passed_to": ["D"], "annulled": 0},
            "A; State: withdrawn; Their place goes to: C, D",
        ),
        ({"name": "A", "places": {"id": [1, 2]}}, "A"),
    ],
)
def test_values_of_play_are_described(stored, sentence):
    with override("en"):
        changes = list_changes(*word_values({}, stored), {})
    assert "; ".join(change.sentence for change in changes if change.sentence) == sentence


def test_row_names_actor_action_and_subject(organizer_client, owner, club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    table = encounter.table
    assert table is not None
    tables.swap_partners(encounter=encounter, letter=SideLetter.A, by=phone_of(table), at=NOW)
    tables.renew_link(table=table, by=Actor(user=owner.user), at=NOW)
    play_hand(encounter)
    correct(encounter, report(points=(1, 2)))
    rows = list(LogRow.objects.filter(tournament=tournament).order_by("-pk")[:4])
    corrected, recorded, renewed, swapped = describe_rows(list(rows), play=PLAY_LOG)
    pairs = " · ".join(encounter.sides.order_by("letter").values_list("entrant__name", flat=True))
    assert corrected.detail.startswith(pairs)
    assert recorded.detail.startswith(pairs)
    assert renewed.who == owner.user.name
    assert str(table.number) in renewed.detail
    assert str(table.number) in swapped.who
    assert swapped.detail.startswith(pairs)


def test_hand_names_its_keeper_and_what_was_taken_back(club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    table = encounter.table
    assert table is not None
    phone = Actor(table_link=table.links.get(), device_id="a" * 32)
    first = keepers.become_keeper(table=table, name="Nermin", by=phone, at=NOW)
    play_hand(encounter, by=replace(phone, keeper_id=first.pk))
    undo_hand.take_hand_back(
        encounter=encounter, match=1, deal=1, entry_key="undo", by=replace(phone, keeper_id=first.pk), at=NOW
    )
    other = replace(phone, device_id="b" * 32)
    keepers.become_keeper(table=table, name="Hasan", by=other, at=NOW)
    rows = LogRow.objects.filter(tournament=tournament, action__in=("hand_recorded", "hand_undone"))
    with override("en"):
        recorded, taken_back = describe_rows(list(rows.order_by("pk")), play=PLAY_LOG)
        assert recorded.who == taken_back.who == f"Table {table.number}, Nermin"
        assert taken_back.what == "Hand undone"
        assert taken_back.detail.endswith("; A −101 / B +70")
        assert "match 1, deal 1" in taken_back.detail
        table_row, over = describe_rows(
            list(LogRow.objects.filter(action="keeper_named").order_by("pk")), play=PLAY_LOG
        )
        assert (table_row.what, table_row.who) == ("Scorekeeper named", f"Table {table.number}")
        assert table_row.detail == f"Table {table.number}, Nermin"
        assert over.detail == f"Table {table.number}, Nermin → Hasan"


def test_action_on_a_players_phone_names_its_table(club):
    tournament = drawn_tournament(club=club)
    link = tournament.tables.get(number=3).sides_links.get()
    log_and_publish("hands_confirmed", by=Actor(sides_link=link), at=NOW, tournament=tournament)
    [row] = LogRow.objects.filter(tournament=tournament, action="hands_confirmed")
    row.after = '{"match": 1, "deal": 3, "side": "A"}'
    with override("en"):
        [description] = describe_rows([row], play=PLAY_LOG)
    assert "3" in description.who
    assert description.who != "Table 3"


def test_confirmations_and_protests_are_labelled(club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    match = begun_match(encounter)
    set_agreement(tournament, Agreement.HAND)
    confirm(match, "A")
    protest(match, "B", question="40 değil 30")
    desired = settings_of(tournament).with_common(agreement=Agreement.NOTHING, protest_minutes=20)
    change_tournament(tournament=tournament, settings=desired, by=CONSOLE, at=NOW)
    actions = ("hands_confirmed", "protest_opened", "tournament_changed")
    with override("en"):
        rows = describe_rows(list(LogRow.objects.filter(action__in=actions).order_by("pk")), play=PLAY_LOG)
    assert [row.what for row in rows] == [
        "Hands confirmed up to this one",
        "Hand protested",
        "Settings changed",
    ]
    confirmed, protested, changed = (row.detail for row in rows)
    assert "match 1, deal 1; Side: A; " in confirmed
    assert protested.endswith("match 1, deal 1; Side: B; “40 değil 30”")
    assert (
        changed
        == "Both sides confirm: each hand → nothing: hands count as saved; Minutes to protest: 15 → 20"
    )


def test_rule_changes_are_labelled_by_name(club):
    tournament = drawn_tournament(club=club)
    rising = replace(rule_set("101-rising"), unopened_cap=404)
    amendments.change_rules(tournament=tournament, rules=rising, by=CONSOLE, at=NOW)
    play_hand(encounters_of(tournament)[0], report(finish={"last_tile": "okey", "direct": False}))
    flat = replace(rising, multiplier=MultiplierRule.NONE, infractions={"okey_discard": 50})
    preview_seen = amendments.preview_amendment(tournament=tournament, rules=flat).state_digest
    amendments.amend_rules(
        tournament=tournament,
        rules=flat,
        reason="Katlar yok",
        state_digest=preview_seen,
        later=LaterPlayChoice.ASKS,
        by=CONSOLE,
        at=NOW,
    )
    rows = LogRow.objects.filter(tournament=tournament, action__startswith="rules_").order_by("-pk")
    with override("en"):
        amended, changed = describe_rows(list(rows), play=PLAY_LOG)
        assert (changed.what, amended.what) == ("Rules changed", "Rules amended")
        assert "101 in pairs → 101 with a rising threshold" in changed.detail
        assert SWITCHES["unopened_cap"].name.en in changed.detail
        assert "404" in changed.detail
        for name in ("multiplier", "infractions"):
            assert SWITCHES[name].name.en in amended.detail
        assert "Hands rescored: 1; Reason: Katlar yok" in amended.detail
        assert "Later encounters" not in amended.detail
    with override("tr"):
        assert "Yeniden puanlanan el: 1" in describe_rows(list(rows), play=PLAY_LOG)[0].detail


def test_bell_shows_the_outcome_of_its_encounters():
    tournament = timed_knockout()
    encounter, _other = encounters_of_round(tournament)
    play(encounter, "AAA")
    ring_bell(encounter, between=[encounter])
    take_bell_back(encounter)
    rows = LogRow.objects.filter(action__in=("bell_rung", "bell_undone")).order_by("pk")
    with override("en"):
        rung, back = describe_rows(list(rows), play=PLAY_LOG)
        assert rung.detail == (
            "stage 1, round 1; 1 decided, 0 continue, 1 for the referee; Rung by: the round clock"
        )
        assert (back.what, back.detail) == ("Bell undone", "stage 1, round 1; 2 encounters")
