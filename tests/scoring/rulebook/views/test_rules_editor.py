from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import MultiplierRule, PartnerCancels
from scoring.ledger.rulebooks import rules_of
from scoring.rulebook.forms import RulesForm
from tests.factories import (
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_hand,
)
from tests.flat_html import flat
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import change, rules
from tests.scoring.rulebook.rule_forms import address, has_message, rules_form_data, unticked
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.models import Club, LogRow, RuleBook, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

HTMX = {"HX-Request": "true"}


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club) -> Tournament:
    return open_tournament(club=club)


def stored_state(tournament: Tournament) -> tuple[str, int, int]:
    tournament.refresh_from_db()
    return tournament.rule_book.digest, LogRow.objects.count(), RuleBook.objects.count()


def page(client: Client, tournament: Tournament, query: str = "") -> str:
    answer = client.get(address("organizer_rules", tournament) + query)
    assert answer.status_code == 200
    return flat(answer.content.decode())


def test_every_switch_has_its_choices_and_examples(organizer_client, tournament):
    page_html = page(organizer_client, tournament)
    for field, switch in SWITCHES.items():
        assert (f'id="rule-{field}"' in page_html) is not switch.set_per_stage
        if switch.set_per_stage:
            continue
        assert f'id="example-{field}"' in page_html
        assert switch.explanation.en in page_html
        for choice in switch.listed_choices:
            assert choice.rule.en in page_html
    for code, kind in INFRACTIONS.items():
        assert f'name="amount-{code}" id="id_amount-{code}" value="101"' in page_html
        assert kind.description.en in page_html


def test_the_choices_of_the_preset_and_of_the_tournament_are_marked(organizer_client, tournament):
    change(tournament, rules(tournament, partner_cancels=PartnerCancels.NOTHING))
    answer = organizer_client.get(address("organizer_rules", tournament))
    part = answer.context["headings"][0].parts[0]
    assert [option.in_preset for option in part.options] == [True, False, False, False]
    assert [option.checked for option in part.options] == [False, False, False, True]
    assert "1 change from “101 in pairs”" in answer.content.decode()


def test_ids_are_unique(organizer_client, tournament):
    ids = re.findall(r'\sid="([^"]+)"', page(organizer_client, tournament))
    assert sorted(ids) == sorted(set(ids))


def test_each_stage_shows_its_length_with_a_link_to_its_settings(organizer_client, tournament):
    tournament.stages.filter(position=1).update(name="Saturday")
    page_html = page(organizer_client, tournament)
    assert "<b>Saturday</b>: A single match, 3 hands" in page_html
    assert f'href="{reverse("scoring:stages", args=[tournament.public_id])}">On the Stages page' in page_html


def test_saved_change_is_listed_in_the_history(organizer_client, tournament):
    typed = rules_form_data(
        tournament, *unticked("invalid_meld"), partner_cancels="nothing", multiplier="none"
    )
    answer = organizer_client.post(address("organizer_rules", tournament), typed, follow=True)
    assert answer.redirect_chain == [(address("organizer_rules", tournament), 303)]
    tournament.refresh_from_db()
    saved = rules_of(tournament.rule_book)
    assert (saved.partner_cancels, saved.multiplier) == (PartnerCancels.NOTHING, MultiplierRule.NONE)
    assert "invalid_meld" not in saved.infractions
    assert message_levels(answer) == ["success"]
    assert "3 changes from “101 in pairs”" in answer.content.decode()
    (change,) = answer.context["history"]
    assert [rule.name.en for rule in change.rules] == [
        "The finisher’s partner",
        "Multipliers",
        "Invalid meld",
    ]


def test_a_cap_is_saved_and_shown_again(organizer_client, tournament):
    typed = rules_form_data(tournament, unopened_cap="number", **{"unopened_cap-amount": "303"})
    organizer_client.post(address("organizer_rules", tournament), typed)
    tournament.refresh_from_db()
    assert rules_of(tournament.rule_book).unopened_cap == 303
    assert 'name="unopened_cap-amount" id="id_unopened_cap-amount" value="303"' in page(
        organizer_client, tournament
    )


def test_the_same_rules_are_not_saved_again(organizer_client, tournament):
    before = stored_state(tournament)
    answer = organizer_client.post(
        address("organizer_rules", tournament), rules_form_data(tournament), follow=True
    )
    assert message_levels(answer) == ["info"]
    assert stored_state(tournament) == before


def test_invalid_field_is_reported_with_input_kept(organizer_client, tournament):
    before = stored_state(tournament)
    typed = rules_form_data(tournament, partner_cancels="nothing", **{"amount-okey_discard": "-1"})
    answer = organizer_client.post(address("organizer_rules", tournament), typed)
    assert answer.status_code == 422
    assert answer.context["form"].has_error("amount-okey_discard", "min_value")
    html = answer.content.decode()
    assert has_message(html, "amount-okey_discard")
    assert 'id="id_amount-okey_discard" value="-1"' in html
    assert 'value="nothing" id="id_partner_cancels-nothing" checked' in html
    assert stored_state(tournament) == before


@pytest.mark.release
@pytest.mark.parametrize("nonsense", ["", "-1", "99999999", "none\x00", "<script>", "ı" * 3000])
def test_nonsense_in_every_field_is_refused(organizer_client, tournament, nonsense):
    before = stored_state(tournament)
    typed = dict.fromkeys(rules_form_data(tournament), nonsense)
    for name in ("organizer_rules", "rule_examples", "preview_amendment", "amend_rules"):
        for changes in ({}, {"rule_set": "101-pairs", "based_on": tournament.rule_book.digest}):
            answer = organizer_client.post(address(name, tournament), typed | changes)
            assert answer.status_code == 422, name
            assert "<script>" not in answer.content.decode().split('id="rules"')[1]
    assert stored_state(tournament) == before


def test_form_without_hidden_fields_is_refused(organizer_client, tournament):
    answer = organizer_client.post(address("organizer_rules", tournament), {})
    assert (answer.status_code, answer.context["form"].complete) == (422, False)
    assert 'role="alert"' in answer.content.decode()


# Presets


def test_a_preset_fills_the_form_and_saves_nothing(organizer_client, tournament):
    before = stored_state(tournament)
    answer = organizer_client.get(address("organizer_rules", tournament), {"preset": "101-rising"})
    assert dict(answer.context["form"].hidden_values)["rule_set"] == "101-rising"
    assert dict(answer.context["form"].hidden_values)["rising_threshold"] == "yes"
    assert answer.context["chosen_preset"] == rule_set("101-rising")
    assert stored_state(tournament) == before


def test_another_preset_can_be_saved_before_the_first_hand(organizer_client, tournament):
    typed = rules_form_data(tournament, preset="101-rounds")
    assert organizer_client.post(address("organizer_rules", tournament), typed).status_code == 303
    tournament.refresh_from_db()
    assert rules_of(tournament.rule_book) == rule_set("101-rounds")
    assert tournament.rule_book.rule_set_id == "101-rounds"


@pytest.mark.release
@pytest.mark.parametrize("preset", ["", "okey-task", "\x00", "../101-pairs"])
def test_unknown_preset_is_ignored(organizer_client, tournament, preset):
    answer = organizer_client.get(address("organizer_rules", tournament), {"preset": preset})
    assert answer.context["chosen_preset"] is None


def test_only_the_current_preset_can_be_loaded_after_the_first_hand(organizer_client, club):
    tournament = drawn_tournament(club=club)
    change(tournament, rules(tournament, multiplier=MultiplierRule.NONE))
    play_hand(encounters_of(tournament)[0])
    editor_address = address("organizer_rules", tournament)
    assert organizer_client.get(editor_address, {"preset": "101-rising"}).context["chosen_preset"] is None
    assert organizer_client.get(editor_address, {"preset": "101-pairs"}).context["chosen_preset"] == rule_set(
        "101-pairs"
    )
    page_html = page(organizer_client, tournament)
    assert "?preset=101-rising" not in page_html
    assert "?preset=101-pairs" in page_html


# Examples


def test_examples_follow_the_typed_rules_without_storing(organizer_client, tournament):
    before = stored_state(tournament)
    typed = rules_form_data(
        tournament, partner_cancels="nothing", unopened_cap="number", **{"unopened_cap-amount": "303"}
    )
    answer = organizer_client.post(address("rule_examples", tournament), typed, headers=HTMX)
    assert answer.status_code == 200
    parts = {part.switch.field: part for part in answer.context["parts"]}
    heads = parts["partner_cancels"].examples[0].heads
    assert [chosen for _choice, chosen in heads] == [False, False, False, True]
    capped = [cell.points for cell in parts["multiplier"].examples[0].rows[1].cells]
    assert capped == [303, 303, 202]
    assert stored_state(tournament) == before


def test_fragments_have_the_ids_of_the_page(organizer_client, tournament):
    answer = organizer_client.post(
        address("rule_examples", tournament), rules_form_data(tournament), headers=HTMX
    )
    fragments = re.findall(r'id="([^"]+)" hx-swap-oob="true"', answer.content.decode())
    assert {f"example-{field}" for field, switch in SWITCHES.items() if not switch.set_per_stage} <= set(
        fragments
    )
    assert {"rules-summary", "rules-unsaved", "error-amount-okey_discard"} <= set(fragments)
    assert "<html" not in answer.content.decode()
    page_html = page(organizer_client, tournament)
    assert all(f'id="{fragment}"' in page_html for fragment in fragments)


def test_examples_stay_while_the_input_is_invalid(organizer_client, tournament):
    typed = rules_form_data(tournament, **{"amount-okey_discard": "abc"})
    answer = organizer_client.post(address("rule_examples", tournament), typed, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="example-' not in html
    assert 'id="rules-summary"' not in html
    assert has_message(html, "amount-okey_discard")
    assert not has_message(html, "amount-invalid_meld")


def test_differences_from_the_current_rules_are_counted(organizer_client, tournament):
    typed = rules_form_data(tournament, multiplier="none", okey_left="none")
    answer = organizer_client.post(address("rule_examples", tournament), typed, headers=HTMX)
    assert len(answer.context["unsaved"]) == 2


def test_examples_without_a_script_are_a_whole_page(organizer_client, tournament):
    before = stored_state(tournament)
    answer = organizer_client.post(
        address("rule_examples", tournament), rules_form_data(tournament, partner_cancels="nothing")
    )
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'value="nothing" id="id_partner_cancels-nothing" checked' in html
    assert answer.context["headings"][0].parts[0].examples[0].heads[3][1]
    assert "hx-swap-oob" not in html
    assert stored_state(tournament) == before


@pytest.mark.parametrize("name", ["rule_examples", "preview_amendment", "amend_rules"])
def test_get_of_a_post_address_redirects_to_the_page(organizer_client, tournament, name):
    answer = organizer_client.get(address(name, tournament))
    assert (answer.status_code, answer.headers["Location"]) == (303, address("organizer_rules", tournament))


# Concurrent edits


def test_second_window_sees_what_the_first_saved(organizer_client, tournament):
    second = rules_form_data(tournament, multiplier="none", **{"amount-okey_discard": "50"})
    first = rules_form_data(tournament, partner_cancels="nothing", **{"amount-okey_discard": "202"})
    assert organizer_client.post(address("organizer_rules", tournament), first).status_code == 303
    before = stored_state(tournament)
    answer = organizer_client.post(address("organizer_rules", tournament), second)
    assert answer.status_code == 422
    assert stored_state(tournament) == before
    rows = [(row.was.en, row.now.en, row.merged.en) for row in answer.context["other_changes"]]
    assert rows == [
        ("The hand is wiped out, infractions stay", "Nothing is wiped out", "Nothing is wiped out"),
        ("101", "202", "50"),
    ]
    assert 'class="r-comparison r-meanwhile' in answer.content.decode()

    again = dict(answer.context["form"].hidden_values)
    assert organizer_client.post(address("organizer_rules", tournament), again).status_code == 303
    tournament.refresh_from_db()
    saved = rules_of(tournament.rule_book)
    assert saved.partner_cancels is PartnerCancels.NOTHING
    assert saved.multiplier is MultiplierRule.NONE
    assert saved.infractions["okey_discard"] == 50


def test_equal_concurrent_changes_do_not_conflict(organizer_client, tournament):
    form_data = rules_form_data(tournament, multiplier="none")
    assert organizer_client.post(address("organizer_rules", tournament), form_data).status_code == 303
    before = stored_state(tournament)
    assert organizer_client.post(address("organizer_rules", tournament), form_data).status_code == 303
    assert stored_state(tournament) == before


def test_unknown_base_rule_book_reverts_nothing(organizer_client, tournament):
    typed = rules_form_data(tournament, multiplier="none", based_on="f" * 64)
    before = stored_state(tournament)
    assert organizer_client.post(address("organizer_rules", tournament), typed).status_code == 422
    assert stored_state(tournament) == before


# After the first hand


def test_form_opened_before_the_first_hand_leads_to_an_amendment(organizer_client, club):
    tournament = drawn_tournament(club=club)
    typed = rules_form_data(tournament, multiplier="none")
    assert f'action="{address("organizer_rules", tournament)}"' in page(organizer_client, tournament)
    play_hand(encounters_of(tournament)[0])
    before = stored_state(tournament)
    answer = organizer_client.post(address("organizer_rules", tournament), typed)
    assert answer.status_code == 422
    assert answer.context["refusal"].code == "rules_frozen"
    assert dict(answer.context["form"].hidden_values) == typed
    assert f'action="{address("preview_amendment", tournament)}"' in answer.content.decode()
    assert stored_state(tournament) == before


@pytest.mark.release
def test_queries_do_not_grow_with_the_history(organizer_client, tournament, django_assert_max_num_queries):
    for times in (1, 30):
        for number in range(times):
            change(tournament, rules(tournament, unopened_cap=number + times))
        with django_assert_max_num_queries(10):
            organizer_client.get(address("organizer_rules", tournament))


def test_form_keeps_the_page_it_was_opened_from(tournament):
    book = tournament.rule_book
    form = RulesForm(current=rules_of(book), based_on=book.digest)
    assert dict(form.hidden_values)["based_on"] == book.digest
