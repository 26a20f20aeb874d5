from __future__ import annotations

import uuid

import pytest
from django.utils import timezone

from scoring.confirmation.domain.protests import AlreadyProtested
from scoring.enums import CallState
from scoring.models import Call, Entry, Match
from scoring.play.calls import call_referee
from tests.factories import (
    NOW,
    play_hand,
)
from tests.scoring.confirmation.confirm_matches import agree, player_of, sides_phone
from tests.scoring.confirmation.views.side_requests import get_sides_page, offers, play_match
from tests.scoring.table.table_phones import address, has_element, in_page_language, text, text_at
from tournaments.log.actor import CONSOLE
from tournaments.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]
QUESTION = b'name="question"'
STRANGE = "00000000-0000-4000-8000-000000000000"


def protest_address(table: Table, match: Match, deal: int = 1) -> str:
    return address("protest_hand", table, match.public_id, deal)


def test_protest_is_sent_and_shown_on_all_phones_of_the_table(client, table, encounter):
    match = play_match(encounter)
    form = client.get(protest_address(table, match, 2))
    assert (form.status_code, form.context["hand"].row.number) == (200, 2)
    assert QUESTION in form.content
    player = player_of(encounter, "B").public_id
    response = client.post(protest_address(table, match, 2), {"player": player, "question": "40 değil 30"})
    assert (response.status_code, response.url) == (
        303,
        f"{address('side_page', table)}?match={match.public_id}",
    )
    call = Call.objects.get()
    assert call.hand is not None
    assert (call.side, call.hand.deal, call.question) == ("B", 2, "40 değil 30")
    page = client.get(response.url)
    assert has_element(page, "call-open")
    for shown in (page, sides_phone(table, "en").get(response.url)):
        assert [hand.protests for hand in shown.context["page"].hands] == [[], [call], []]
        assert has_element(shown, "protested")
        assert ("40 değil 30" in text(shown), "22:01" in text(shown)) == (True, True)


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"question": ""}, 422),
        ({"question": "x" * 301}, 422),
        ({"player": ""}, 422),
        ({"player": STRANGE}, 422),
    ],
)
def test_protest_needs_a_question_and_a_player(client, table, encounter, typed, status):
    match = play_match(encounter)
    fields = {"player": player_of(encounter, "A").public_id, "question": "Yanlış", **typed}
    response = client.post(protest_address(table, match), fields)
    assert response.status_code == status
    assert not Call.objects.exists()


def test_invalid_protest_keeps_the_typed_text(client, table, encounter):
    match = play_match(encounter)
    page = client.post(protest_address(table, match), {"question": "Elden bitmişti"})
    assert "Elden bitmişti" in text(page)
    assert b'<fieldset class="wrong">' in page.content


def test_second_protest_of_a_side_is_refused(client, table, encounter):
    match = play_match(encounter)
    fields = {"player": player_of(encounter, "A").public_id, "question": "Yanlış"}
    client.post(protest_address(table, match), fields)
    second_response = client.post(protest_address(table, match), {**fields, "question": "Hâlâ yanlış"})
    assert second_response.status_code == 409
    assert second_response.context["refusal"] == in_page_language(second_response, AlreadyProtested())


def test_final_result_offers_a_call_instead_of_a_protest(client, table, encounter):
    match = play_match(encounter)
    side_page = f"?match={match.public_id}"
    assert protest_address(table, match) in get_sides_page(client, table, side_page).content.decode()
    agree(match)
    page = client.get(protest_address(table, match))
    assert not page.context["hand"].may_protest
    assert QUESTION not in page.content
    assert address("call_from_side", table) in page.content.decode()
    fields = {"player": player_of(encounter, "A").public_id, "question": "Yanlış"}
    assert client.post(protest_address(table, match), fields).status_code == 409
    assert protest_address(table, match) not in get_sides_page(client, table, side_page).content.decode()


def test_ruling_on_a_protest_is_shown_as_a_change(client, table, encounter):
    match = play_match(encounter)
    client.post(
        protest_address(table, match),
        {"player": player_of(encounter, "A").public_id, "question": "Yanlış"},
    )
    entry = Entry.objects.filter(hand__match=match).order_by("pk")[0]
    Call.objects.update(state=CallState.CLOSED, answer="Kâğıda göre", ruling=entry)
    assert has_element(get_sides_page(client, table), "ruled")


def test_every_hand_can_be_disputed_from_the_top_of_the_page(client, table, encounter):
    match = play_match(encounter)
    page = get_sides_page(client, table)
    top = page.content.decode().partition('<section class="card s-hands')[0]
    assert all(f'href="{protest_address(table, match, deal)}"' in top for deal in (1, 2, 3))
    agree(match)
    final = get_sides_page(client, table, f"?match={match.public_id}")
    assert "s-disagree" not in final.content.decode()


def test_answer_is_shown_with_its_protest(client, table, encounter):
    match = play_match(encounter)
    client.post(
        protest_address(table, match),
        {"player": player_of(encounter, "A").public_id, "question": "Yanlış"},
    )
    page = get_sides_page(client, table)
    assert page.context["page"].own_side_protested
    assert not offers(page, "confirm_hands", table)
    Call.objects.update(state=CallState.TAKEN)
    assert has_element(get_sides_page(client, table), "call-taken")
    Call.objects.update(state=CallState.CLOSED, answer="Kâğıda baktık, doğru yazılmış")
    page = get_sides_page(client, table)
    assert has_element(page, "call-closed")
    assert not has_element(page, "ruled")
    assert "Kâğıda baktık, doğru yazılmış" in text(page)
    assert not page.context["page"].own_side_protested
    assert offers(page, "confirm_hands", table)


@pytest.mark.parametrize("deal", [0, 4])
def test_protest_against_a_missing_hand_is_not_found(client, table, encounter, deal):
    match = play_match(encounter)
    assert client.get(protest_address(table, match, deal)).status_code == 404
    strange = Match(public_id=uuid.uuid4())
    assert client.get(protest_address(table, strange)).status_code == 404


def test_referee_is_called_with_or_without_a_question(client, table, encounter):
    play_hand(encounter)
    assert client.get(address("call_from_side", table)).status_code == 200
    response = client.post(address("call_from_side", table), {"question": "Gösterge kaç sayılır?"})
    assert (response.status_code, response.url) == (303, address("side_page", table))
    call = Call.objects.get()
    assert (call.table, call.encounter, call.question) == (table, encounter, "Gösterge kaç sayılır?")
    assert (call.protest, call.device_id) == (False, client.cookies["istaka_device"].value)
    page = get_sides_page(client, table)
    assert page.context["page"].questions == [call]
    shown = text_at(page, f"call-{call.public_id}")
    assert ("22:01" in shown, "“Gösterge kaç sayılır?”" in shown) == (True, True)
    assert sides_phone(table).post(address("call_from_side", table), {}).status_code == 303


def test_long_question_is_refused(client, table, encounter):
    response = client.post(address("call_from_side", table), {"question": "x" * 301})
    assert response.status_code == 422
    assert not Call.objects.exists()


def test_answer_to_a_call_is_shown(client, table, encounter):
    call = call_referee(table=table, encounter=encounter, question="Olur mu?", by=CONSOLE, at=NOW)
    Call.objects.filter(pk=call.pk).update(state=CallState.CLOSED, answer="Olmaz", closed_at=timezone.now())
    assert "Olmaz" in text_at(get_sides_page(client, table), f"call-{call.public_id}")
