from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.enums import CallState
from scoring.models import Call
from scoring.play import calls
from tests.factories import NOW, MembershipFactory, drawn_tournament, play_hand, void_report
from tests.flat_html import flat
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import address, encounter_at, hand, phone, table_of, text, text_at
from tests.shown_messages import english_message, message_levels
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Table, Tournament, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

HTMX = {"HX-Request": "true"}


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


def member(tournament: Tournament, role: Role) -> User:
    user = MembershipFactory.create(club=tournament.club, role=role).user
    assert isinstance(user, User)
    return user


def client_of(user: User) -> Client:
    client = LanguageClient("en")
    client.force_login(user)
    return client


@pytest.fixture
def referee(tournament: Tournament) -> Client:
    return client_of(member(tournament, Role.REFEREE))


def page(tournament: Tournament) -> str:
    return reverse("scoring:referee", args=[tournament.public_id])


def call_url(name: str, call: Call) -> str:
    return reverse(f"scoring:{name}", args=[call.table.tournament.public_id, call.public_id])


def ask_referee(table: Table, question: str = "Sayılır mı?", **by: Any) -> Call:
    return calls.call_referee(
        table=table, encounter=encounter_at(table), question=question, by=Actor(**by), at=NOW
    )


# --- The table calls ---


def test_table_calls_with_a_question(tournament, table):
    keeper = phone(table, "en")
    assert 'name="question"' in keeper.get(address("call_referee", table)).content.decode()
    response = keeper.post(address("call_referee", table), {"question": "Is it a pair?"})
    assert (response.status_code, response.headers["Location"]) == (303, address("table", table))
    call = Call.objects.get()
    assert (call.question, call.encounter) == ("Is it a pair?", encounter_at(table))
    assert call.device_id == keeper.cookies["istaka_device"].value


def test_second_tap_and_get_redirect_to_the_table(table):
    keeper = phone(table)
    for _time in range(2):
        assert keeper.post(address("call_referee", table), {}).status_code == 303
    assert Call.objects.count() == 1
    assert keeper.get(address("call_referee", table)).status_code == 303


def test_too_long_question_is_refused_with_input_kept(table):
    response = phone(table).post(address("call_referee", table), {"question": "ş" * 301})
    assert response.status_code == 422
    assert not Call.objects.exists()


def test_table_withdraws_its_call(table):
    keeper = phone(table, "en")
    keeper.post(address("call_referee", table), {})
    call = Call.objects.get()
    withdraw = address("withdraw_call", table, call.public_id)
    assert keeper.get(withdraw).status_code == 303
    assert Call.objects.get().state == CallState.OPEN
    assert keeper.post(withdraw).status_code == 303
    assert Call.objects.get().state == CallState.CLOSED
    second_response = keeper.post(withdraw)
    assert (second_response.status_code, second_response.context["message"]) == (
        409,
        english_message(calls.CallIsClosed()),
    )


def test_table_page_shows_its_call_and_the_referee_on_the_way(tournament, table):
    keeper = phone(table, "en")
    keeper.post(address("call_referee", table), {"question": "Why?"})
    request = keeper.get(address("table", table)).wsgi_request

    def shown() -> str:
        context = {"table": table, "tournament": tournament}
        with override("en"):
            return render_to_string("scoring/table/_referee_calls.html", context, request=request)

    call = Call.objects.get()
    withdraw = address("withdraw_call", table, call.public_id)
    assert 'class="note warn called"' in shown()
    assert "“Why?”" in shown()
    assert withdraw in shown()
    Call.objects.update(device_id="z" * 32, keeper=None)
    assert withdraw not in shown()
    referee = member(tournament, Role.REFEREE)
    calls.take_call(call=call, by=Actor(user=referee), at=NOW)
    assert 'class="note ok called"' in shown()
    assert referee.name in shown()
    calls.close_call(call=call, answer="Evet.", by=CONSOLE, at=timezone.now())
    assert 'class="note ok"' in shown()
    assert "Evet." in shown()
    for minutes in (6, -6):  # also with a clock that was ahead
        Call.objects.update(closed_at=timezone.now() - timedelta(minutes=minutes))
        assert 'class="note' not in shown()


def test_answer_is_shown_at_the_table_until_the_next_hand(table):
    keeper, encounter = phone(table, "en"), encounter_at(table)
    call = ask_referee(table)
    calls.close_call(call=call, answer="Say it again.", by=CONSOLE, at=timezone.now())
    assert "Say it again." in text(keeper.get(address("enter_hand", table)))
    keeper.post(address("enter_hand", table), hand(encounter))
    assert "Say it again." not in text(keeper.get(address("enter_hand", table)))


def test_strangers_cannot_call(tournament, table):
    call = ask_referee(table)
    other = phone(table_of(tournament, 2))
    for client in (Client(), other):
        for url in (address("call_referee", table), address("withdraw_call", table, call.public_id)):
            assert client.get(url).status_code == 404
            assert client.post(url).status_code == 404
    assert phone(table).put(address("call_referee", table)).status_code == 405
    elsewhere = ask_referee(table_of(tournament, 2))
    assert phone(table).post(address("withdraw_call", table, elsewhere.public_id)).status_code == 404


# --- The referee's page ---


def test_referee_sees_calls_with_their_encounters(referee, tournament, table):
    play_hand(encounter_at(table))
    call = ask_referee(table, "Çift sayılır mı?")
    response = referee.get(page(tournament))
    [listed] = response.context["calls"].waiting
    assert (listed.call, listed.listing.encounter) == (call, encounter_at(table))
    assert "“Çift sayılır mı?”" in text(response)
    assert call_url("take_call", call) in response.content.decode()
    assert "hand 2" in text(response)


def test_title_counts_the_calls(referee, tournament, table):
    assert '<title translate="no">Referee' in referee.get(page(tournament)).content.decode()
    ask_referee(table)
    assert '<title translate="no">(1) Referee' in referee.get(page(tournament)).content.decode()


def test_protest_links_to_its_hand(referee, tournament, table):
    play_hand(encounter_at(table), void_report())
    hand = play_hand(encounter_at(table)).entry.hand
    Call.objects.create(
        table=table, encounter=encounter_at(table), hand=hand, side="B", question="Okey attı", asked_at=NOW
    )
    response = referee.get(page(tournament))
    [listed] = response.context["calls"].waiting
    assert (listed.call.protest, listed.call.side, listed.hand_number) == (True, "B", 1)
    for name in ("hand_history", "rule_on_hand"):
        hand_url = reverse(f"scoring:{name}", args=[encounter_at(table).public_id, 1, 2])
        assert f'href="{hand_url}' in response.content.decode()


def test_poll_with_the_current_counter_gets_204(referee, tournament, table):
    ask_referee(table)
    tournament.refresh_from_db()
    response = referee.get(page(tournament), {"seen": tournament.counter}, headers=HTMX)
    assert response.status_code == 204
    response = referee.get(page(tournament), {"seen": tournament.counter - 1}, headers=HTMX)
    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith('<div id="live"')


def test_poll_updates_the_count_beside_the_tab(referee, tournament, table):
    whole = referee.get(page(tournament)).content.decode()
    assert whole.count('id="calls-count"') == 1
    assert "hx-swap-oob" not in whole
    call = ask_referee(table)
    part = flat(referee.get(page(tournament), {"seen": 0}, headers=HTMX).content.decode())
    assert '<span id="calls-count" hx-swap-oob="true"><span class="badge bad">1<' in part
    calls.close_call(call=call, answer="Evet.", by=CONSOLE, at=NOW)
    part = flat(referee.get(page(tournament), {"seen": 0}, headers=HTMX).content.decode())
    assert '<span id="calls-count" hx-swap-oob="true"></span>' in part


def test_referee_sees_only_permitted_tabs(referee, tournament):
    html = referee.get(page(tournament)).content.decode()
    for name in ("tournaments:entries", "scoring:log", "scoring:room_overview", "scoring:organizer_rules"):
        assert f'href="{reverse(name, args=[tournament.public_id])}"' not in html
    organizer = client_of(member(tournament, Role.ORGANIZER)).get(page(tournament)).content.decode()
    assert reverse("tournaments:entries", args=[tournament.public_id]) in organizer


def test_organizers_see_calls_on_every_page(tournament, table):
    organizer = client_of(member(tournament, Role.ORGANIZER))
    call = ask_referee(table, "Neden?")
    entries = organizer.get(reverse("tournaments:entries", args=[tournament.public_id]))
    assert text_at(entries, "calls-count").startswith("1 ")
    running_page = organizer.get(reverse("scoring:room_overview", args=[tournament.public_id]))
    assert f'href="{page(tournament)}#call-{call.public_id}"' in running_page.content.decode()
    assert "“Neden?”" in text(running_page)


def test_dashboard_links_referees_but_not_scorekeepers_to_the_referee_page(tournament):
    organizer_client = reverse("tournaments:dashboard")
    for role, leads in ((Role.REFEREE, True), (Role.SCOREKEEPER, False)):
        html = client_of(member(tournament, role)).get(organizer_client).content.decode()
        assert (page(tournament) in html) is leads
    single = drawn_tournament(club=tournament.club)
    user = MembershipFactory.create(club=tournament.club, role=Role.REFEREE, tournament=single).user
    html = client_of(user).get(organizer_client).content.decode()
    assert page(single) in html
    assert page(tournament) not in html


@pytest.mark.release
@pytest.mark.postgres
def test_queries_do_not_grow_with_calls(referee, tournament):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert referee.get(page(tournament)).status_code == 200
        return len(captured)

    def call_from(devices: str) -> None:
        for number in range(1, 5):
            for device in devices:
                call = ask_referee(table_of(tournament, number), device_id=device * 32)
                if device in "abc":
                    calls.close_call(call=call, answer="Evet.", by=CONSOLE, at=NOW)

    call_from("ad")
    few = queries()
    call_from("bcef")
    assert queries() == few


# --- Taking and answering ---


def test_referee_takes_and_answers_a_call(referee, tournament, table):
    call = ask_referee(table)
    assert referee.post(call_url("take_call", call)).status_code == 303
    call.refresh_from_db()
    assert call.state == CallState.TAKEN
    assert [listed.taken for listed in referee.get(page(tournament)).context["calls"].waiting] == [True]
    form_page = referee.get(call_url("answer_call", call))
    assert form_page.context["call"] == call
    assert 'name="answer"' in form_page.content.decode()
    response = referee.post(call_url("answer_call", call), {"answer": "Play on."})
    assert (response.status_code, response.url) == (303, page(tournament))
    answered = referee.get(page(tournament))
    assert answered.context["calls"].waiting == []
    assert [listed.call for listed in answered.context["calls"].closed] == [call]
    assert "Play on." in text(answered)


def test_get_does_not_take_a_call(referee, table):
    call = ask_referee(table)
    assert referee.get(call_url("take_call", call)).status_code == 303
    call.refresh_from_db()
    assert call.state == CallState.OPEN
    assert referee.put(call_url("take_call", call)).status_code == 405


def test_call_taken_by_another_is_reported(tournament, table, referee):
    call = ask_referee(table)
    other = member(tournament, Role.ORGANIZER)
    calls.take_call(call=call, by=Actor(user=other), at=NOW)
    assert message_levels(referee.post(call_url("take_call", call))) == ["warning"]
    call.refresh_from_db()
    assert call.taken_by == other


def test_empty_answer_is_refused(referee, table):
    call = ask_referee(table)
    response = referee.post(call_url("answer_call", call), {"answer": " "})
    assert response.status_code == 422
    assert response.context["form"].has_error("answer", "required")


def test_call_answered_concurrently_keeps_its_answer(referee, table):
    call = ask_referee(table)
    calls.close_call(call=call, answer="Evet.", by=CONSOLE, at=NOW)
    shown = referee.get(call_url("answer_call", call))
    assert shown.context["closed"]
    assert "“Evet.”" in text(shown)
    response = referee.post(call_url("answer_call", call), {"answer": "Hayır."})
    assert (response.status_code, response.context["refusal"].code) == (422, "call_is_closed")
    call.refresh_from_db()
    assert call.answer == "Evet."


def test_withdrawn_call_is_shown_as_such(referee, tournament, table):
    call = ask_referee(table, device_id="a" * 32)
    calls.withdraw_call(call=call, by=Actor(device_id="a" * 32), at=NOW)
    assert [listed.withdrawn for listed in referee.get(page(tournament)).context["calls"].closed] == [True]
    shown = referee.get(call_url("answer_call", call))
    assert shown.context["closed"]
    assert 'name="answer"' not in shown.content.decode()


def test_calls_of_other_tournaments_are_404(referee, tournament):
    call = ask_referee(table_of(drawn_tournament()))
    mixed = reverse("scoring:answer_call", args=[tournament.public_id, call.public_id])
    assert referee.get(mixed).status_code == 404
    assert referee.get(call_url("answer_call", call)).status_code == 404
    assert referee.get(page(call.table.tournament)).status_code == 404
