from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.reports import parse_report
from rules.games.okey101.switches import MultiplierRule, PartnerCancels
from scoring.ledger.rulebooks import rules_of
from scoring.models import Entry
from tests.factories import (
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.flat_html import flat
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import amend, play_groups, play_turning_hands, stored_state
from tests.scoring.rulebook.rule_forms import address, rules_form_data, unticked
from tests.shown_messages import message_levels
from tournaments.enums import Role, StageKind
from tournaments.models import Club, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

OKEY = {"last_tile": "okey", "direct": False}


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club) -> Tournament:
    """A tournament after two hands of one encounter; the first was finished with the okey."""
    drawn_groups = drawn_tournament(club=club)
    encounter = encounters_of(drawn_groups)[0]
    play_hand(encounter, report(finish=OKEY))
    play_hand(encounter, report(finisher="B1"))
    return drawn_groups


def preview(client: Client, tournament: Tournament, typed: dict[str, Any]) -> Any:
    return client.post(address("preview_amendment", tournament), typed)


def decided_form_data(answer: Any, **decision: str) -> dict[str, str]:
    return (
        dict(answer.context["form"].hidden_values)
        | {"seen": answer.context["amendment"].state_digest}
        | decision
    )


@pytest.mark.release
def test_an_organizer_amends_after_two_hands(organizer_client, tournament):
    typed = rules_form_data(tournament, multiplier="none")
    html = organizer_client.get(address("organizer_rules", tournament)).content.decode()
    assert f'action="{address("preview_amendment", tournament)}"' in html

    before = stored_state(tournament)
    answer = preview(organizer_client, tournament, typed)
    assert answer.status_code == 200
    assert stored_state(tournament) == before
    (rule,) = answer.context["rules_changed"]
    assert rule.name == SWITCHES["multiplier"].name
    for words in (rule.before.en, rule.after.en):
        assert words in answer.content.decode()
    assert len(answer.context["amendment"].hands) == 1
    assert f'action="{address("amend_rules", tournament)}"' in answer.content.decode()
    (played,) = answer.context["rescored_encounters"]
    ((hand, (side_a, side_b)),) = played.hands
    assert (hand.match, hand.number) == (1, 1)
    assert ((side_a.before, side_a.after), (side_b.before, side_b.after)) == ((-202, -101), (140, 70))

    done = organizer_client.post(
        address("amend_rules", tournament),
        decided_form_data(answer, reason="Liste böyle diyordu"),
        follow=True,
    )
    assert done.redirect_chain == [(address("organizer_rules", tournament), 303)]
    assert message_levels(done) == ["success"]
    tournament.refresh_from_db()
    assert rules_of(tournament.rule_book).multiplier is MultiplierRule.NONE
    (page,) = done.context["history"]
    row = page.row
    assert (row.is_amendment, row.reason, row.hands) == (True, "Liste böyle diyordu", 1)
    assert row.user == tournament.club.memberships.get().user
    assert [rule.name.en for rule in page.rules] == ["Multipliers"]


def test_public_page_keeps_the_old_points(organizer_client, tournament):
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    organizer_client.post(
        address("amend_rules", tournament), decided_form_data(answer, reason="Liste böyle diyordu")
    )
    encounter = encounters_of(tournament)[0]
    public = LanguageClient("en").get(reverse("scoring:encounter", args=[encounter.public_id]))
    page_text = flat(public.content.decode())
    assert "Liste böyle diyordu" in page_text
    assert "A −202, B +140" in page_text
    assert "A −101, B +70" in page_text


@pytest.mark.release
def test_rules_that_change_no_result_say_so_and_can_be_amended(organizer_client, tournament):
    answer = preview(organizer_client, tournament, rules_form_data(tournament, level_match="fewest_unopened"))
    assert 'data-test="no-result-changes"' in answer.content.decode()

    done = organizer_client.post(
        address("amend_rules", tournament), decided_form_data(answer, reason="Böyle anlaşmıştık")
    )
    assert done.status_code == 303
    assert Entry.objects.count() == 2


@pytest.mark.release
def test_hands_with_only_a_changed_explanation_are_counted(organizer_client, club):
    """The okey left on a rack was cancelled with the partner's rack; now it costs nothing anyway."""
    tournament = drawn_tournament(club=club)
    seats = {"A1": {"opening": "series"}, "A2": {"opening": "series", "rack": {"points": 9, "okeys": 1}}}
    others = {seat: {"opening": "series", "rack": {"points": 20}} for seat in ("B1", "B2")}
    hand_report = parse_report({"outcome": "finished", "finisher": "A1", "seats": seats | others})
    play_hand(encounters_of(tournament)[0], hand_report)
    answer = preview(organizer_client, tournament, rules_form_data(tournament, okey_left="none"))
    assert (answer.context["changed_hand_count"], answer.context["explained_count"]) == (0, 1)
    assert answer.context["no_result_changes"]
    assert len(answer.context["amendment"].hands) == 1
    assert 'data-test="explained"' in answer.content.decode()


def test_unchanged_rules_need_no_amendment(organizer_client, tournament):
    before = stored_state(tournament)
    for name in ("preview_amendment", "amend_rules"):
        answer = organizer_client.post(
            address(name, tournament), rules_form_data(tournament) | {"reason": "x", "seen": ""}, follow=True
        )
        assert message_levels(answer) == ["info"]
    assert stored_state(tournament) == before


@pytest.mark.release
def test_second_tap_stores_no_second_amendment(organizer_client, tournament):
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    typed = decided_form_data(answer, reason="Liste böyle diyordu")
    assert organizer_client.post(address("amend_rules", tournament), typed).status_code == 303
    before = stored_state(tournament)
    assert organizer_client.post(address("amend_rules", tournament), typed).status_code == 303
    assert stored_state(tournament) == before


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_missing_reason_shows_the_preview_with_input_kept(organizer_client, tournament, reason):
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    before = stored_state(tournament)
    again = organizer_client.post(
        address("amend_rules", tournament), decided_form_data(answer, reason=reason)
    )
    assert again.status_code == 422
    assert set(again.context["decision"].errors) == {"reason"}
    assert dict(again.context["form"].hidden_values)["multiplier"] == "none"
    assert again.context["rescored_encounters"]
    assert stored_state(tournament) == before


def test_hand_recorded_after_the_preview_requires_a_new_preview(organizer_client, tournament):
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    play_hand(encounters_of(tournament)[1], report(finish=OKEY))
    before = stored_state(tournament)
    again = organizer_client.post(
        address("amend_rules", tournament), decided_form_data(answer, reason="Liste böyle diyordu")
    )
    assert again.status_code == 422
    assert again.context["refusal"].code == "amendment_out_of_date"
    assert len(again.context["amendment"].hands) == 2
    assert 'value="Liste böyle diyordu"' in again.content.decode()
    assert stored_state(tournament) == before
    assert (
        organizer_client.post(
            address("amend_rules", tournament), decided_form_data(again, reason="Yine")
        ).status_code
        == 303
    )


def test_concurrent_amendment_is_shown_beside_the_input(organizer_client, tournament):
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    amend(tournament, okey_left="none")
    before = stored_state(tournament)
    for name, typed in (
        ("amend_rules", decided_form_data(answer, reason="Liste böyle diyordu")),
        ("preview_amendment", decided_form_data(answer)),
    ):
        again = organizer_client.post(address(name, tournament), typed)
        assert again.status_code == 422
        assert [row.now.en for row in again.context["other_changes"]] == ["No penalty"]
        input_kept = dict(again.context["form"].hidden_values)
        assert (input_kept["okey_left"], input_kept["multiplier"]) == ("none", "none")
    assert stored_state(tournament) == before


def test_another_rule_set_is_refused_after_the_first_hand(organizer_client, tournament):
    before = stored_state(tournament)
    answer = preview(organizer_client, tournament, rules_form_data(tournament, rule_set="101-rising"))
    assert answer.status_code == 422
    assert answer.context["refusal"].code == "other_rule_set"
    assert stored_state(tournament) == before


def test_refused_hands_are_listed_with_correction_links(organizer_client, tournament):
    encounter = encounters_of(tournament)[1]
    play_hand(encounter, report(fouls=1))
    before = stored_state(tournament)
    typed = rules_form_data(tournament, *unticked("okey_discard"))
    for name in ("preview_amendment", "amend_rules"):
        answer = organizer_client.post(address(name, tournament), typed | {"reason": "Liste", "seen": "x"})
        assert answer.status_code == 422
        assert answer.context["takes_infractions_away"]
        html = answer.content.decode()
        assert encounter.table is not None
        url = reverse("scoring:correct_hand", args=[encounter.table.public_id, encounter.public_id, 1, 1])
        assert url in html
        assert organizer_client.get(url).status_code == 200
        assert "charged-invalid_meld" in dict(answer.context["form"].hidden_values)
        assert "charged-okey_discard" not in dict(answer.context["form"].hidden_values)
    assert stored_state(tournament) == before


def test_many_refused_hands_are_collapsed(organizer_client, club):
    tournament = drawn_tournament(club=club)
    for encounter in encounters_of(tournament):
        for _time in range(2):
            play_hand(encounter, report(fouls=1))
    refused = preview(organizer_client, tournament, rules_form_data(tournament, *unticked("okey_discard")))
    assert len(refused.context["refused_hands"]) == 24
    folded = refused.content.decode().partition('<details class="r-why">')[2].partition("</details>")[0]
    assert folded.count("<li") == 18


def test_hand_with_missing_input_needs_a_check(organizer_client, tournament):
    """The finisher's partner was not asked for a rack and pays for it now."""
    answer = preview(organizer_client, tournament, rules_form_data(tournament, partner_cancels="nothing"))
    assert [hand.unasked_seats for hand in answer.context["amendment"].hands_to_review] == [["A2"], ["B2"]]
    html = answer.content.decode()
    assert "<b>A2</b>" in html
    encounter = encounters_of(tournament)[0]
    assert encounter.table is not None
    assert (
        reverse("scoring:correct_hand", args=[encounter.table.public_id, encounter.public_id, 1, 2]) in html
    )


def test_hands_to_check_stay_in_the_history(organizer_client, tournament):
    amend(tournament, partner_cancels=PartnerCancels.NOTHING)
    answer = organizer_client.get(address("organizer_rules", tournament))
    page = answer.content.decode()
    assert len(answer.context["history"][0].hands_to_review) == 2
    encounter = encounters_of(tournament)[0]
    assert encounter.table is not None
    for deal in (1, 2):
        place = [encounter.table.public_id, encounter.public_id, 1, deal]
        assert reverse("scoring:correct_hand", args=place) in page


def test_hand_that_becomes_void_is_marked(organizer_client, club):
    tournament = drawn_tournament(club=club)
    nobody = {seat: {"opening": "none"} for seat in ("A1", "B1", "A2", "B2")}
    play_hand(encounters_of(tournament)[0], parse_report({"outcome": "deck_exhausted", "seats": nobody}))
    answer = preview(organizer_client, tournament, rules_form_data(tournament, nobody_opened="replay"))
    ((_hand, (side_a, side_b)),) = answer.context["rescored_encounters"][0].hands
    assert ((side_a.before, side_a.after), (side_b.before, side_b.after)) == ((404, None), (404, None))
    assert "<b>void</b>" in flat(answer.content.decode())


@pytest.mark.release
def test_changed_winners_and_orders_are_listed(organizer_client, club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    play_turning_hands(encounter)
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    (turned,) = answer.context["amendment"].effects.encounters
    assert (turned.before, turned.after) == ("A", "B")
    assert 'data-test="no-result-changes"' not in answer.content.decode()
    assert len(answer.context["amendment"].effects.matches) == 1
    assert answer.context["matches"] == []
    html = answer.content.decode()
    for entrant in (turned.winner_before, turned.winner_after):
        assert entrant is not None
        assert entrant.name in html
    ((group, lines),) = answer.context["groups"]
    assert group == encounter.group
    assert any(line.moved for line in lines)


@pytest.mark.release
def test_changed_match_of_a_longer_encounter_is_listed(organizer_client, club):
    tournament = drawn_tournament(club=club, groups_best_of=3)
    play_turning_hands(encounters_of(tournament)[0])
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    (turned,) = answer.context["matches"]
    assert (turned.number, turned.before, turned.after) == (1, "A", "B")
    assert answer.content.decode().count('data-test="changed-match"') == 1


@pytest.mark.slow
def test_later_play_needs_a_decision(organizer_client, club):
    tournament = drawn_tournament(club=club)
    play_groups(
        tournament, turning=lambda encounter: encounter.group is not None and encounter.group.name == "A"
    )
    knockout = [
        encounter for encounter in encounters_of(tournament) if encounter.stage.kind == StageKind.KNOCKOUT
    ]
    play_encounter(knockout[0])
    answer = preview(organizer_client, tournament, rules_form_data(tournament, multiplier="none"))
    amendment = answer.context["amendment"]
    assert amendment.later_play
    assert amendment.effects.slots
    assert 'name="later"' in answer.content.decode()
    before = stored_state(tournament)
    refused = organizer_client.post(
        address("amend_rules", tournament), decided_form_data(answer, reason="Liste böyle diyordu")
    )
    assert refused.status_code == 422
    assert refused.context["refusal"].code == "later_play_affected"
    assert "o-later wrong" in refused.content.decode()
    assert stored_state(tournament) == before
    let = decided_form_data(refused, reason="Liste böyle diyordu", later="stand")
    done = organizer_client.post(address("amend_rules", tournament), let, follow=True)
    assert done.context["history"][0].row.keeps_later_play


@pytest.mark.release
def test_completing_the_groups_draws_the_knockout(organizer_client, club):
    tournament = drawn_tournament(club=club)
    nobody = {seat: {"opening": "none"} for seat in ("A1", "B1", "A2", "B2")}
    *others, last = encounters_of(tournament)
    for encounter in others:
        play_encounter(encounter)
    change_back = {"nobody_opened": "zero"}
    play_hand(last, report())
    play_hand(last, report())
    amend(tournament, nobody_opened="replay")
    play_hand(last, parse_report({"outcome": "deck_exhausted", "seats": nobody}))
    answer = preview(organizer_client, tournament, rules_form_data(tournament, **change_back))
    assert answer.context["amendment"].effects.drawn
    assert 'id="slots"' in answer.content.decode()
