from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from rules.games import GAMES
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from scoring.history import PLAY_LOG
from scoring.ledger.rulebooks import rules_of
from tests.factories import MembershipFactory, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.flat_html import flat
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import change, rules, stored_state
from tests.scoring.play.test_open_length import LARGE, OPEN, stages, won_hand
from tests.scoring.rulebook.rule_forms import address, has_message, rules_form_data, unticked
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.history.log_sentences import describe_rows
from tournaments.models import Club, LogRow, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

HTMX = {"HX-Request": "true"}
PRESETS_OF = [(game, preset) for game in GAMES for preset in game.presets]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def countdown(club) -> Tournament:
    return open_tournament(club=club, rule_set_id="okey-countdown", stages=stages(OPEN))


@module_fixture
def standard(club) -> Tournament:
    return open_tournament(club=club, rule_set_id="okey-standard", stages=stages(OPEN))


@module_fixture
def task(club) -> Tournament:
    return open_tournament(club=club, rule_set_id="okey-task")


@module_fixture
def played(club) -> Tournament:
    """A match that the last indicator ended; A has won by it."""
    drawn = drawn_tournament(club=club, rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))
    for hand_report in (LARGE, won_hand("B1", indicator_shown_by="A2"), won_hand(indicator_shown_by="A2")):
        play_hand(encounters_of(drawn)[0], hand_report)
    return drawn


def post(client: Client, name: str, tournament: Tournament, typed: dict[str, Any], **how: Any) -> Any:
    return client.post(address(name, tournament), typed, **how)


def rules_now(tournament: Tournament) -> Any:
    return rules_of(Tournament.objects.get(pk=tournament.pk).rule_book)


@pytest.mark.release
@pytest.mark.parametrize(("game", "preset"), PRESETS_OF, ids=lambda value: getattr(value, "id", value))
def test_every_game_shows_its_switches_with_their_choices(organizer_client, club, game, preset):
    plan: dict[str, Any] = {"stages": stages(OPEN)} if game.ends_at else {}
    tournament = open_tournament(club=club, rule_set_id=preset, **plan)
    page_text = flat(organizer_client.get(address("organizer_rules", tournament)).content.decode())
    for field, switch in game.book.switches.items():
        assert (f'id="rule-{field}"' in page_text) is not switch.set_per_stage
        for choice in () if switch.set_per_stage else switch.listed_choices:
            assert choice.rule.en in page_text
        for amount in switch.amounts:
            assert f'name="amount-{amount.code}"' in page_text
            assert amount.description.en in page_text
    links = [f"?preset={preset_id}" in page_text for other in GAMES for preset_id in other.presets]
    assert links == [other is game for other in GAMES for _one in other.presets]


def test_changes_before_play_are_listed_in_the_history(organizer_client, standard):
    typed = rules_form_data(
        standard, one_colour_doubles="red_and_black", indicator_shown="no", nobody_finished="number"
    )
    typed |= {"nobody_finished-amount": "3", "amount-pairs": "6"}
    answer = post(organizer_client, "organizer_rules", standard, typed, follow=True)
    saved = rules_now(standard)
    assert (saved.one_colour_doubles, saved.indicator_shown) == (OneColourDoubles.RED_AND_BLACK, False)
    assert (saved.nobody_finished, saved.finishes["pairs"]) == (3, 6)
    (change,) = answer.context["history"]
    assert [(rule.name.en, rule.before.en, rule.after.en) for rule in change.rules] == [
        ("Finish with seven pairs", "4", "6"),
        ("If nobody finishes", "Nothing is paid", "3 points"),
        ("Does one colour double?", "No", "Only red and black"),
        ("Indicator shown", "Yes", "No"),
    ]
    assert message_levels(answer) == ["success"]


def test_invalid_amount_is_refused_with_input_kept(organizer_client, standard):
    before = stored_state(standard)
    answer = post(
        organizer_client, "organizer_rules", standard, rules_form_data(standard) | {"amount-pairs": "dört"}
    )
    assert answer.status_code == 422
    assert answer.context["form"].has_error("amount-pairs", "invalid")
    html = answer.content.decode()
    assert has_message(html, "amount-pairs")
    assert 'id="id_amount-pairs" value="dört"' in html
    assert set(
        post(organizer_client, "organizer_rules", standard, rules_form_data(standard, "amount-pairs"))
        .context["form"]
        .errors
    ) == {"amount-pairs"}
    assert stored_state(standard) == before


def test_contradictory_choices_are_reported_on_one_of_them(organizer_client, countdown):
    before = stored_state(countdown)
    typed = rules_form_data(countdown, one_colour_doubles="yes")
    for name in ("organizer_rules", "preview_amendment", "amend_rules"):
        answer = post(organizer_client, name, countdown, typed)
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["one_colour_doubles"])
        assert has_message(answer.content.decode(), "one_colour_doubles")
    assert stored_state(countdown) == before
    contradictory = typed | {"amount-one_colour_run": "2", "amount-one_colour_run_okey": "4"}
    assert post(organizer_client, "organizer_rules", countdown, contradictory).status_code == 303
    assert rules_now(countdown).one_colour_doubles is OneColourDoubles.YES


def test_only_presets_of_the_game_can_be_loaded(organizer_client, countdown):
    editor_address = address("organizer_rules", countdown)
    assert (
        organizer_client.get(editor_address, {"preset": "okey-standard"}).context["chosen_preset"]
        == PRESETS["okey-standard"]
    )
    for other in ("101-pairs", "okey-task"):
        assert organizer_client.get(editor_address, {"preset": other}).context["chosen_preset"] is None
        answer = post(
            organizer_client, "organizer_rules", countdown, rules_form_data(countdown) | {"rule_set": other}
        )
        assert not answer.context["form"].complete
    typed = rules_form_data(countdown, preset="okey-standard")
    assert post(organizer_client, "organizer_rules", countdown, typed).status_code == 303
    assert rules_now(countdown) == PRESETS["okey-standard"]


def test_task_okey_joker_has_an_amount_or_is_free(organizer_client, task):
    typed = rules_form_data(task) | {"amount-joker_exchanged": "75"}
    answer = post(organizer_client, "organizer_rules", task, typed, follow=True)
    assert rules_now(task).infractions == {"joker_exchanged": 75}
    (change,) = answer.context["history"]
    assert [(rule.name.en, rule.before.en, rule.after.en) for rule in change.rules] == [
        ("Joker exchanged", "50", "75")
    ]
    assert (
        post(
            organizer_client, "organizer_rules", task, rules_form_data(task, *unticked("joker_exchanged"))
        ).status_code
        == 303
    )
    assert rules_now(task).infractions == {}
    assert 'name="amount-joker_exchanged" id="id_amount-joker_exchanged" value="50"' in flat(
        organizer_client.get(address("organizer_rules", task)).content.decode()
    )


def test_examples_follow_the_typed_rules(organizer_client, standard):
    typed = rules_form_data(standard, one_colour_doubles="yes", indicator_shown="no")
    answer = post(organizer_client, "rule_examples", standard, typed, headers=HTMX)
    parts = {part.switch.field: part for part in answer.context["parts"]}
    colour, run = parts["one_colour_doubles"].examples
    assert [chosen for _choice, chosen in colour.heads] == [False, True, False]
    assert [cell.points for cell in colour.rows[1].cells] == [2, 4, 4]
    assert [cell.points for cell in run.rows[1].cells] == [2, 4, 2]
    (example,) = parts["indicator_shown"].examples
    assert (
        example.rows[0].cells[0].verdict.en
        == "In this rule set, showing the indicator costs nobody anything."
    )
    assert [row.cells[-1].points for row in example.rows] == [0, 1]


@pytest.mark.release
def test_indicator_is_amended_away_during_play(organizer_client, played):
    encounter = encounters_of(played)[0]
    before = stored_state(played)
    answer = post(
        organizer_client, "preview_amendment", played, rules_form_data(played, indicator_shown="no")
    )
    assert answer.status_code == 200
    assert stored_state(played) == before
    assert [rule.name.en for rule in answer.context["rules_changed"]] == ["Indicator shown"]
    (rescored,) = answer.context["rescored_encounters"]
    assert [[(side.before, side.after) for side in sides] for _hand, sides in rescored.hands] == [
        [(2, 2), (1, 0)],
        [(0, 0), (3, 2)],
    ]
    (turned,) = answer.context["effects"].encounters
    assert turned.winner_before is not None
    assert turned.winner_after is None
    decision = {"reason": "Kulüp göstergeyi saymıyor", "seen": answer.context["amendment"].state_digest}
    typed = dict(answer.context["form"].hidden_values) | decision
    done = post(organizer_client, "amend_rules", played, typed, follow=True)
    assert message_levels(done) == ["success"]
    encounter.refresh_from_db()
    assert (encounter.winner, rules_now(played).indicator_shown) == (None, False)
    public = LanguageClient("en").get(reverse("scoring:encounter", args=[encounter.public_id]))
    assert "Kulüp göstergeyi saymıyor" in flat(public.content.decode())


def test_concurrent_edits_are_merged_amount_by_amount(organizer_client, standard):
    typed = rules_form_data(standard) | {"amount-pairs": "6"}
    finishes = {**rules(standard).finishes, "groups_okey": 5}
    change(standard, rules(standard, finishes=finishes, indicator_shown=False))
    answer = post(organizer_client, "organizer_rules", standard, typed)
    assert answer.status_code == 422
    merged = dict(answer.context["form"].hidden_values)
    assert (merged["amount-pairs"], merged["amount-groups_okey"]) == ("6", "5")
    assert [(row.name.en, row.now.en, row.merged.en) for row in answer.context["other_changes"]] == [
        ("Finish with the okey", "5", "5"),
        ("Indicator shown", "No", "No"),
    ]


def test_contradictory_merge_keeps_the_input(organizer_client, standard):
    typed = rules_form_data(standard, one_colour_doubles="yes")
    change(standard, rules(standard, finishes={**rules(standard).finishes, "one_colour_run": 16}))
    answer = post(organizer_client, "organizer_rules", standard, typed)
    assert answer.status_code == 422
    merged = dict(answer.context["form"].hidden_values)
    assert (merged["one_colour_doubles"], merged["amount-one_colour_run"]) == ("yes", "2")
    assert [(row.now.en, row.merged.en) for row in answer.context["other_changes"]] == [("16", "2")]


def test_log_uses_the_labels_of_the_game(standard, task):
    change(standard, rules(standard, one_colour_doubles=OneColourDoubles.YES, nobody_finished=1))
    change(standard, PRESETS["okey-countdown"])
    change(task, rules(task, infractions={"joker_exchanged": 75}))
    rows = list(LogRow.objects.filter(action="rules_changed").order_by("pk"))
    with override("en"):
        first, second, third = (entry.detail for entry in describe_rows(rows, play=PLAY_LOG))
    assert first == "If nobody finishes: Nothing is paid → 1 point; Does one colour double?: No → Yes"
    assert second.startswith(
        "Rule set: Standard Okey → Countdown Okey; What finishes cost: plain 2, okey 4, pairs 4, "
    )
    assert third == "A joker exchanged: Joker 50 → Joker 75"
