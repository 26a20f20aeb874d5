from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.seats import SEATS_PAIRS
from scoring.enums import CallState
from scoring.models import Call, Entry
from scoring.play import calls, walkovers
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import begun_match, protest, sides_phone
from tests.scoring.table.table_phones import correction, home_of, text, text_at
from tests.shown_messages import message_levels
from tournaments.enums import EncounterState, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    first = encounters_of(tournament)[0]
    begun_match(first)
    first.refresh_from_db()
    return first


@pytest.fixture
def call(encounter: Encounter) -> Call:
    return protest(encounter.matches.get(), "B", question="30, 40 değil")


@pytest.fixture
def referee(tournament: Tournament) -> Client:
    return member(tournament, Role.REFEREE)


def member(tournament: Tournament, role: Role, language: str = "en") -> Client:
    client = LanguageClient(language)
    client.force_login(MembershipFactory.create(club=tournament.club, role=role).user)
    return client


def correction_url(
    encounter: Encounter, call: Call | None = None, *, deal: int = 1, preview: bool = False
) -> str:
    name = "preview_as_referee" if preview else "correct_as_referee"
    address = reverse(f"scoring:{name}", args=[encounter.public_id, 1, deal])
    return f"{address}?call={call.public_id}" if call else address


def form_data(encounter: Encounter, **changes: Any) -> dict[str, Any]:
    return correction(encounter, **{"reason": "", "B1__points": "20"} | changes)


def calls_page(tournament: Tournament) -> str:
    return reverse("scoring:referee", args=[tournament.public_id])


def test_protest_links_to_the_filled_in_hand(referee, tournament, encounter, call):
    answer = reverse("scoring:answer_call", args=[tournament.public_id, call.public_id])
    for page in (calls_page(tournament), answer):
        assert correction_url(encounter, call) in referee.get(page).content.decode()
    response = referee.get(correction_url(encounter, call))
    form = response.context["form"]
    assert (form["end"].value(), form.seats["B2"]["points"].value()) == ("A1", 40)
    assert response.context["correction"].call == call
    assert "“30, 40 değil”" in text_at(response, "answers")
    assert "css/table/hand-entry" in response.content.decode()
    assert "tray.js" not in response.content.decode()


def test_preview_shows_score_and_consequences_and_stores_nothing(referee, encounter, call):
    response = referee.post(correction_url(encounter, call, preview=True), form_data(encounter))
    assert "+60" in text(response)
    assert 'id="what-changes"' in response.content.decode()
    assert correction_url(encounter, call, preview=True).encode() in response.content
    assert Entry.objects.count() == 1
    back = referee.get(correction_url(encounter, call, preview=True))
    assert (back.status_code, back.url) == (303, correction_url(encounter, call))


def test_saving_answers_the_protest_and_redirects_back(referee, tournament, encounter, call):
    sent_fields = form_data(encounter, because="mistyped")
    for _time in range(2):
        response = referee.post(correction_url(encounter, call), sent_fields)
        assert (response.status_code, response.url) == (303, calls_page(tournament))
    assert set(message_levels(response)) == {"success"}
    entry = Entry.objects.get(version=2)
    assert (entry.reason_codes, entry.reason) == (["protest_B", "mistyped"], "")
    call.refresh_from_db()
    assert (call.state, call.ruling) == (CallState.CLOSED, entry)
    assert "The referee corrected the hand: Typing error" in text(referee.get(calls_page(tournament)))


def test_phones_public_pages_and_log_show_the_correction(referee, tournament, encounter, call):
    referee.post(correction_url(encounter, call), form_data(encounter))
    phone = sides_phone(home_of(encounter))
    page = text(phone.get(reverse("scoring:side_page", args=[home_of(encounter).public_id])))
    assert "Yanıtlandı: Hakem eli düzeltti" in page
    assert "“B tarafının itirazı üzerine hakem düzeltti”" in page
    visitor = LanguageClient("en")
    public = text(visitor.get(reverse("scoring:encounter", args=[encounter.public_id])))
    assert "Protest of side B, answered: “The referee corrected the hand”" in public
    assert "“Corrected by the referee after the protest of side B”" in public
    history = visitor.get(reverse("scoring:hand_history", args=[encounter.public_id, 1, 1]))
    assert 'href="#version-2"' in history.content.decode()
    organizer = member(tournament, Role.ORGANIZER)
    log = text(organizer.get(reverse("scoring:log", args=[tournament.public_id])))
    assert "Reason: Corrected by the referee after the protest of side B" in log
    assert "“The referee corrected the hand”" in log


@pytest.mark.release
def test_correction_without_a_protest_needs_a_reason_and_returns_to_the_encounter(referee, encounter):
    rulings = reverse("scoring:choose_hand_to_rule", args=[encounter.public_id])
    hand = reverse("scoring:rule_on_hand", args=[encounter.public_id, 1, 1])
    history = reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])
    for page in (rulings, hand, history):
        assert correction_url(encounter) in referee.get(page, {"as": "staff"}).content.decode()
    refused = referee.post(correction_url(encounter), form_data(encounter))
    assert (refused.status_code, Entry.objects.count()) == (422, 1)
    assert text_at(refused, "reason-problems")
    response = referee.post(correction_url(encounter), form_data(encounter, because="okey_forgotten"))
    assert (response.status_code, response.url) == (303, rulings)
    assert Entry.objects.get(version=2).reason_codes == ["okey_forgotten"]


def test_correction_from_the_list_of_hands_answers_the_call(referee, encounter):
    call = calls.call_referee(table=home_of(encounter), encounter=encounter, question="", by=CONSOLE, at=NOW)
    listed = referee.get(
        reverse("scoring:choose_hand_to_rule", args=[encounter.public_id]), {"call": call.public_id}
    )
    assert correction_url(encounter, call) in listed.content.decode()
    assert referee.get(correction_url(encounter, call)).context["correction"].call == call
    referee.post(correction_url(encounter, call), form_data(encounter, because="other", reason="Saydım"))
    call.refresh_from_db()
    assert (call.answer_codes, call.answer) == (["corrected"], "Saydım")


def test_unrelated_call_is_not_answered(referee, tournament, encounter):
    other = encounters_of(tournament)[1]
    begun_match(other)
    elsewhere = protest(other.matches.get(), "B")
    assert referee.get(correction_url(encounter, elsewhere)).context["correction"].call is None
    assert referee.get(f"{correction_url(encounter)}?call=x").context["correction"].call is None
    calls.close_call(call=elsewhere, answer="Hayır", by=CONSOLE, at=NOW)
    assert referee.get(correction_url(other, elsewhere)).context["correction"].call is None


def test_hand_corrected_concurrently_is_compared_on_the_referees_pages(referee, tournament, encounter, call):
    correct(encounter, report(points=(31, 40)))
    response = referee.post(correction_url(encounter, call), form_data(encounter))
    assert response.status_code == 409
    page = response.content.decode()
    assert correction_url(encounter, call, preview=True) in page
    assert f'href="{calls_page(tournament)}"' in page
    assert reverse("scoring:table", args=[home_of(encounter).public_id]) not in page


def test_walkover_warning_is_shown_on_the_previous_page(referee, encounter):
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    response = referee.post(correction_url(encounter), form_data(encounter, because="mistyped"), follow=True)
    assert message_levels(response) == ["warning"]
    assert Entry.objects.count() == 1


@pytest.mark.slow
def test_unknown_hands_and_encounters_without_sides_are_404(referee, tournament, encounter):
    assert referee.get(correction_url(encounter, deal=2)).status_code == 404
    for open_encounter in encounters_of(tournament):
        play_encounter(open_encounter)
    final = Encounter.objects.filter(stage__position=2, state=EncounterState.PENDING).first()
    assert final is not None
    assert referee.get(correction_url(final)).status_code == 404


def test_encounter_without_a_table_can_be_corrected(referee, encounter):
    Encounter.objects.filter(pk=encounter.pk).update(table=None)
    assert referee.get(correction_url(encounter)).status_code == 200
    assert (
        referee.post(correction_url(encounter), form_data(encounter, because="mistyped")).status_code == 303
    )


@pytest.mark.slow
def test_only_an_organizer_decides_on_later_play(tournament):
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semi = Encounter.objects.filter(stage__position=2, state=EncounterState.READY).order_by("pk").first()
    assert semi is not None
    play_hand(semi)
    begun = next(
        group_encounter
        for group_encounter in encounters_of(tournament)
        if group_encounter.group == semi.sides.get(letter="A").from_group
    )
    none: dict[str, Any] = {f"{seat}__{part}": None for seat in ("B1", "B2") for part in ("points", "okeys")}
    pairs = {f"{seat}-opening": "pairs" for seat in SEATS_PAIRS}
    form_data = correction(begun, end="all_opened_pairs", **none) | pairs
    for role in (Role.REFEREE, Role.ORGANIZER):
        client = member(tournament, role)
        refused = client.post(correction_url(begun), form_data)
        assert (refused.status_code, correction_url(begun).encode() in refused.content) == (
            409,
            role is Role.ORGANIZER,
        )
    assert client.post(correction_url(begun), form_data | {"later": "stand"}).status_code == 303
