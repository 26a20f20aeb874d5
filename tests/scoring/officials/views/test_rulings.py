from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.enums import CallState, EntryKind
from scoring.models import Call, Entry
from scoring.officials.domain.rulings import FixedPoints
from scoring.play import calls, walkovers
from scoring.play.ruling_authority import HandIsRuled
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    play_encounter,
    play_hand,
    play_of,
    report,
    rule,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import address, correction, encounter_at, phone, table_of, text
from tests.shown_messages import english_message
from tournaments.enums import EncounterState, Role, SideLetter
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, Table, Tournament
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]
STRANGE = "00000000-0000-4000-8000-000000000000"

POINTS = {"fixed-A1": "-101", "fixed-B1": "60", "fixed-A2": "0", "fixed-B2": "250"}


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@module_fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def encounter(table: Table) -> Encounter:
    first = encounter_at(table)
    play_hand(first)
    first.refresh_from_db()
    return first


def member(tournament: Tournament, role: Role) -> Client:
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=tournament.club, role=role).user)
    return client


@pytest.fixture
def referee(tournament: Tournament) -> Client:
    return member(tournament, Role.REFEREE)


def ruling_url(encounter: Encounter, match: int = 1, deal: int = 1) -> str:
    return reverse("scoring:rule_on_hand", args=[encounter.public_id, match, deal])


def choosing(encounter: Encounter) -> str:
    return reverse("scoring:choose_hand_to_rule", args=[encounter.public_id])


def ruling(encounter: Encounter, **changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = {
        "encounter": str(encounter.public_id),
        "version": 1,
        "entry_key": str(uuid.uuid4()),
        "kind": "fixed",
        "reason": "Two okeys at once",
        **POINTS,
    }
    data |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in data.items() if value is not None}


def test_every_hand_and_the_next_one_can_be_chosen(referee, encounter):
    html = referee.get(choosing(encounter)).content.decode()
    assert ruling_url(encounter) in html
    assert ruling_url(encounter, 1, 2) in html


def test_form_shows_the_current_hand(referee, encounter):
    response = referee.get(ruling_url(encounter))
    assert 'class="ref-now"' in response.content.decode()
    assert "Left on the rack: 30" in text(response)
    assert response.context["hand"].kinds == ["fixed", "replay", "infraction"]
    assert 'value="infraction"' in response.content.decode()


def test_a_preview_shows_what_the_ruling_does_and_stores_nothing(referee, encounter):
    response = referee.post(ruling_url(encounter), ruling(encounter, preview="1"))
    assert response.status_code == 200
    assert 'name="save"' in response.content.decode()
    assert "+250" in text(response)
    assert response.context["consequences"]
    assert 'id="what-changes"' in response.content.decode()
    assert Entry.objects.count() == 1


def test_preview_button_saves_the_ruling(referee, encounter):
    seen = referee.post(ruling_url(encounter), ruling(encounter, preview="1"))
    typed = dict(seen.context["typed"])
    response = referee.post(ruling_url(encounter), {**typed, "save": "1"})
    assert (response.status_code, response.url) == (303, choosing(encounter))
    entry = Entry.objects.get(version=2)
    assert (entry.kind, entry.reason) == (EntryKind.RULING, "Two okeys at once")
    second_response = referee.post(ruling_url(encounter), {**typed, "save": "1"})
    assert (second_response.status_code, Entry.objects.count()) == (303, 2)


def test_input_can_be_changed_after_the_preview(referee, encounter):
    response = referee.post(ruling_url(encounter), ruling(encounter, change="1", fixed__B2="251"))
    assert response.status_code == 200
    assert 'value="251"' in response.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"reason": " "}, {"reason": None}),
        ({"reason": "ş" * 201}, {"reason": "max_length"}),
        ({"kind": None}, {"kind": "required"}),
        ({"fixed__B1": ""}, {"fixed-B1": None}),
        ({"fixed__B1": "10000"}, {"fixed-B1": "max_value"}),
        ({"fixed__B1": "many"}, {"fixed-B1": "invalid"}),
        ({"kind": "infraction"}, {"seat": None, "code": None}),
        ({"kind": "infraction", "seat": "B1"}, {"code": None}),
        (
            {"kind": "infraction", "seat": "B1", "code": "okey_discard", "count": "21"},
            {"count": "max_value"},
        ),
    ],
)
def test_missing_fields_are_reported(referee, encounter, changes, errors):
    response = referee.post(ruling_url(encounter), ruling(encounter, preview="1", **changes))
    assert response.status_code == 422
    found = response.context["form"].errors.as_data()
    assert {name: error.code for name, [error] in found.items()} == errors
    assert "error-text" in response.content.decode()
    assert Entry.objects.count() == 1


def test_fields_of_other_kinds_are_ignored(referee, encounter):
    form_data = ruling(encounter, kind="replay", fixed__B1="many", save="1")
    assert referee.post(ruling_url(encounter), form_data).status_code == 303
    assert Entry.objects.get(version=2).void


def test_an_infraction_is_added(referee, encounter):
    form_data = ruling(encounter, kind="infraction", seat="B1", code="okey_discard", count="")
    assert "+131" in text(referee.post(ruling_url(encounter), form_data | {"preview": "1"}))
    referee.post(ruling_url(encounter), form_data | {"save": "1"})
    assert Entry.objects.get(version=2).seats.get(seat="B1").points == 131


def test_chosen_reason_is_shown_in_the_preview(referee, encounter):
    form_data = ruling(encounter, reason="", because="infraction_missing", preview="1")
    seen = referee.post(ruling_url(encounter), form_data)
    assert "“An infraction is missing”" in text(seen)
    referee.post(ruling_url(encounter), {**dict(seen.context["typed"]), "save": "1"})
    assert Entry.objects.get(version=2).reason_codes == ["infraction_missing"]


def test_invalid_hand_is_stored_by_a_ruling(referee, encounter):
    hand_data = {"end": "B1", "finish": "plain", "A1-opening": "series", "A1-points": "40", "A1-okeys": "3"}
    form_data = ruling(
        encounter, version=0, **{name.replace("-", "__"): value for name, value in hand_data.items()}
    )
    assert 'name="A1-points"' in referee.get(ruling_url(encounter, 1, 2)).content.decode()
    recorded = referee.get(ruling_url(encounter))
    assert 'name="A1-points"' not in recorded.content.decode()
    assert "Rule 8.5" in text(recorded)
    assert "·" in text(referee.post(ruling_url(encounter, 1, 2), form_data | {"preview": "1"}))
    assert referee.post(ruling_url(encounter, 1, 2), form_data | {"save": "1"}).status_code == 303
    entry = Entry.objects.get(hand__deal=2)
    assert (entry.version, entry.kind) == (1, EntryKind.RULING)
    assert entry.report_data["seats"]["A1"]["rack"] == {"okeys": 3, "points": 40}


def test_unreadable_report_is_refused(referee, encounter):
    form_data = ruling(encounter, version=0, A1__points="lots", save="1")
    response = referee.post(ruling_url(encounter, 1, 2), form_data)
    assert response.status_code == 422
    assert Entry.objects.count() == 1


def test_hand_changed_concurrently_is_shown_in_its_current_version(referee, encounter):
    correct(encounter, report(points=(31, 40)))
    response = referee.post(ruling_url(encounter), ruling(encounter, save="1"))
    assert (response.status_code, response.context["refusal"].code) == (422, "hand_changed_meanwhile")
    assert "Left on the rack: 31" in text(response)
    assert response.context["form"].data["version"] == "2"


def test_over_fixed_points_no_infraction_is_offered(referee, encounter):
    rule(encounter, fixed(1, 2, 3, 4))
    response = referee.get(ruling_url(encounter))
    assert response.context["hand"].kinds == ["fixed", "replay"]
    assert 'value="replay"' in response.content.decode()
    assert 'value="infraction"' not in response.content.decode()


def test_unknown_hands_are_404(referee, encounter):
    for match, deal in ((1, 3), (2, 1), (0, 0)):
        assert referee.get(ruling_url(encounter, match, deal)).status_code == 404
        assert referee.post(ruling_url(encounter, match, deal), ruling(encounter)).status_code == 404


@pytest.mark.release
def test_an_encounter_without_sides_has_nothing_to_rule_on(referee, tournament):
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    final = Encounter.objects.filter(stage__position=2, state=EncounterState.PENDING).first()
    assert final is not None
    assert referee.get(choosing(final)).status_code == 200
    assert referee.get(ruling_url(final)).status_code == 404


def test_no_ruling_is_offered_under_a_walkover(referee, encounter):
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    assert ruling_url(encounter) not in referee.get(choosing(encounter)).content.decode()
    response = referee.post(ruling_url(encounter), ruling(encounter, preview="1"))
    assert (response.status_code, response.context["refusal"].code) == (422, "decided_by_walkover")


def test_wrong_methods_get_405(referee, encounter):
    assert referee.put(ruling_url(encounter)).status_code == 405
    assert referee.post(choosing(encounter)).status_code == 405


# --- From a call ---


def test_a_ruling_from_a_call_answers_it(referee, tournament, table, encounter):
    call = Call.objects.create(table=table, encounter=encounter, asked_at=NOW, question="Neden?")
    query = {"call": str(call.public_id)}
    assert "“Neden?”" in text(referee.get(choosing(encounter), query))
    assert "“Neden?”" in text(referee.get(ruling_url(encounter), query))
    response = referee.post(ruling_url(encounter), ruling(encounter, save="1", call=str(call.public_id)))
    assert response.url == reverse("scoring:referee", args=[tournament.public_id])
    call.refresh_from_db()
    assert (call.state, call.answer) == (CallState.CLOSED, "Two okeys at once")


@pytest.mark.parametrize("wished", ["x", STRANGE])
def test_unknown_call_is_ignored(referee, encounter, wished):
    assert referee.get(ruling_url(encounter), {"call": wished}).context["call"] is None


# --- Later play ---


@pytest.fixture
def encounter_with_begun_semi(tournament: Tournament) -> Encounter:
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semi = Encounter.objects.filter(stage__position=2, state=EncounterState.READY).order_by("pk").first()
    assert semi is not None
    play_hand(semi)
    group = semi.sides.get(letter="A").from_group
    return next(
        group_encounter for group_encounter in encounters_of(tournament) if group_encounter.group == group
    )


@pytest.mark.slow
def test_only_an_organizer_can_keep_later_play(tournament, encounter_with_begun_semi):
    form_data = ruling(encounter_with_begun_semi, kind="replay")
    stored = Entry.objects.count()
    for role in (Role.REFEREE, Role.ORGANIZER):
        client = member(tournament, role)
        preview = client.post(ruling_url(encounter_with_begun_semi), form_data | {"preview": "1"})
        assert preview.context["consequences"].later_play
        refused = client.post(ruling_url(encounter_with_begun_semi), form_data | {"save": "1"})
        assert (refused.status_code, refused.context["decision_missing"]) == (422, True)
        assert ('name="later"' in refused.content.decode()) is (role is Role.ORGANIZER)
        if role is Role.REFEREE:
            assert (
                client.post(
                    ruling_url(encounter_with_begun_semi), form_data | {"save": "1", "later": "stand"}
                ).status_code
                == 422
            )
    assert Entry.objects.count() == stored
    assert (
        client.post(
            ruling_url(encounter_with_begun_semi), form_data | {"save": "1", "later": "stand"}
        ).status_code
        == 303
    )
    assert play_of(encounter_with_begun_semi).current.next_number == 3


@pytest.mark.release
def test_organizer_can_have_later_play_replayed(tournament, encounter_with_begun_semi):
    form_data = ruling(encounter_with_begun_semi, kind="replay") | {"save": "1", "later": "reopen"}
    assert (
        member(tournament, Role.ORGANIZER).post(ruling_url(encounter_with_begun_semi), form_data).status_code
        == 303
    )
    assert Encounter.objects.exclude(annulled_at=None).count() == 1


# --- Where rulings are seen ---


def test_public_page_shows_ruling_and_reason_without_a_name(referee, tournament, encounter):
    referee.post(ruling_url(encounter), ruling(encounter, save="1"))
    name = Entry.objects.get(version=2).user
    assert name is not None
    public = reverse("scoring:encounter", args=[encounter.public_id])
    response = LanguageClient("en").get(public)
    page_text = text(response)
    assert 'class="mark rule"' in response.content.decode()
    assert "“Two okeys at once”" in page_text
    assert "decided by the referee" in page_text
    assert name.name not in page_text
    assert name.name in text(referee.get(public, {"as": "staff"}))


def test_public_page_marks_a_ruling_on_an_unrecorded_hand(encounter):
    rule(encounter, FixedPoints(fixed(1, 2, 3, 4).points, report()), deal=2, version=0)
    public = reverse("scoring:encounter", args=[encounter.public_id])
    assert 'class="mark rule"' in LanguageClient("en").get(public).content.decode()


def test_table_page_marks_the_ruling_and_does_not_offer_a_correction(table, encounter):
    rule(encounter, fixed(1, 2, 3, 4))
    keeper = phone(table, "en")
    listed = keeper.get(address("table_hands", table, encounter.public_id))
    assert "Taşlar görülmüş" in text(listed)
    assert address("correct_hand", table, encounter.public_id, 1, 1) not in listed.content.decode()
    refused = keeper.post(
        address("correct_hand", table, encounter.public_id, 1, 1), correction(encounter, version=2)
    )
    assert (refused.status_code, refused.context["message"]) == (409, english_message(HandIsRuled()))


@pytest.mark.parametrize(("role", "leads"), [(Role.REFEREE, True), (Role.SCOREKEEPER, False)])
def test_hands_and_public_page_link_referees_to_the_ruling(tournament, table, encounter, role, leads):
    client = member(tournament, role)
    public = reverse("scoring:encounter", args=[encounter.public_id])
    for page in (address("table_hands", table, encounter.public_id), public):
        assert (choosing(encounter) in client.get(page, {"as": "staff"}).content.decode()) is leads


def test_log_shows_the_ruling_and_links_to_the_history(tournament, encounter):
    rule(encounter, fixed(1, 2, 3, 4))
    log = reverse("scoring:log", args=[tournament.public_id])
    response = member(tournament, Role.ORGANIZER).get(log)
    assert "Referee’s ruling" in text(response)
    assert "Reason: Taşlar görülmüş" in text(response)
    assert reverse("scoring:hand_history", args=[encounter.public_id, 1, 1]) in response.content.decode()


def test_log_shows_an_invalid_hand_and_the_call_with_its_answer(tournament, table, encounter):
    rule(encounter, FixedPoints(fixed(1, 2, 3, 4).points, report()), deal=2, version=0)
    call = calls.call_referee(table=table, question="Neden?", by=Actor(device_id="a" * 32), at=NOW)
    calls.close_call(call=call, answer="Öyle.", by=CONSOLE, at=NOW)
    log = reverse("scoring:log", args=[tournament.public_id])
    page_text = text(member(tournament, Role.ORGANIZER).get(log))
    assert "match 1, deal 2; A +4 / B +6; Reason: Taşlar görülmüş" in page_text
    assert "Referee called Table 1, “Neden?”" in page_text
    assert "Call answered Table 1, “Öyle.”" in page_text
