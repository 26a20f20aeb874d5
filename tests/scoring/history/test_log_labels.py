from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import MultiplierRule
from scoring.history import LABELS
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
from tournaments.history import log_sentences
from tournaments.history.log_sentences import describe_rows
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import LogRow
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of
from tournaments.tables.domain import keepers, tables

pytestmark = pytest.mark.django_db


def test_every_action_in_the_code_has_a_label():
    assert written_log_actions("scoring") == set(LABELS.actions)


def test_no_action_has_labels_in_both_apps():
    assert set(LABELS.actions).isdisjoint(log_sentences.ACTIONS)


def test_details_belong_to_labelled_actions():
    assert set(LABELS.detail_descriptions) <= set(LABELS.actions)


def test_hand_row_links_its_history():
    encounter = encounters_of(drawn_tournament())[0]
    play_hand(encounter)
    rows = LogRow.objects.filter(action__in=("hand_recorded", "stage_drawn")).order_by("pk")
    drawn_row, recorded = describe_rows(list(rows), play=LABELS)
    assert drawn_row.history == ""
    assert recorded.history == reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])


def test_predefined_reason_is_in_the_readers_language():
    encounter = encounters_of(drawn_tournament())[0]
    play_hand(encounter)
    correct(encounter, report(points=(31, 40)), reason="⟦okey_forgotten⟧")
    rows = list(LogRow.objects.filter(action="hand_corrected"))
    for language, label in (("tr", "gerekçe: Okey unutuldu"), ("en", "reason: An okey was forgotten")):
        with override(language):
            (description,) = describe_rows(rows, play=LABELS)
        assert label in description.detail


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
    corrected, recorded, renewed, swapped = describe_rows(list(rows), play=LABELS)
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
        recorded, taken_back = describe_rows(list(rows.order_by("pk")), play=LABELS)
        assert recorded.who == taken_back.who == f"Table {table.number}, Nermin"
        assert taken_back.what == "Hand undone"
        assert taken_back.detail.endswith(": A −101 / B +70")
        assert "match 1, deal 1" in taken_back.detail
        table_row, over = describe_rows(
            list(LogRow.objects.filter(action="keeper_named").order_by("pk")), play=LABELS
        )
        assert (table_row.what, table_row.who) == ("Scorekeeper named", f"Table {table.number}")
        assert table_row.detail == f"Table {table.number}, Nermin"
        assert over.detail == f"Table {table.number}, Nermin → Hasan"


def test_action_on_a_players_phone_names_its_table(club):
    tournament = drawn_tournament(club=club)
    link = tournament.tables.get(number=3).sides_links.get()
    audit_log.write("hands_confirmed", by=Actor(sides_link=link), at=NOW, tournament=tournament)
    [row] = LogRow.objects.filter(tournament=tournament, action="hands_confirmed")
    row.after = '{"match": 1, "deal": 3, "side": "A"}'
    with override("en"):
        [description] = describe_rows([row], play=LABELS)
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
        rows = describe_rows(list(LogRow.objects.filter(action__in=actions).order_by("pk")), play=LABELS)
    assert [row.what for row in rows] == ["Hands confirmed", "Hand protested", "Settings changed"]
    confirmed, protested, changed = (row.detail for row in rows)
    assert confirmed.endswith("match 1 up to deal 1, side A")
    assert protested.endswith("match 1, deal 1, side B: “40 değil 30”")
    assert (
        changed
        == "Both sides confirm: each hand → nothing: hands count as saved, Minutes to protest: 15 → 20"
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
        amended, changed = describe_rows(list(rows), play=LABELS)
        assert (changed.what, amended.what) == ("Rules changed", "Rules amended")
        assert "101 in pairs → 101 with a rising threshold" in changed.detail
        assert SWITCHES["unopened_cap"].name.en in changed.detail
        assert "404" in changed.detail
        for name in ("multiplier", "infractions"):
            assert SWITCHES[name].name.en in amended.detail
        assert "hands rescored: 1, reason: Katlar yok" in amended.detail
        assert "left as they are" not in amended.detail
    with override("tr"):
        assert "yeniden puanlanan el: 1" in describe_rows(list(rows), play=LABELS)[0].detail


def test_bell_shows_the_outcome_of_its_encounters():
    tournament = timed_knockout()
    encounter, _other = encounters_of_round(tournament)
    play(encounter, "AAA")
    ring_bell(encounter, between=[encounter])
    take_bell_back(encounter)
    rows = LogRow.objects.filter(action__in=("bell_rung", "bell_undone")).order_by("pk")
    with override("en"):
        rung, back = describe_rows(list(rows), play=LABELS)
        assert rung.detail == (
            "stage 1, round 1: 1 decided, 0 continue, 1 for the referee, rung by the round clock"
        )
        assert (back.what, back.detail) == ("Bell undone", "stage 1, round 1")
