from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.hands import Finish, HandReport, Opening, Outcome, SeatReport
from rules.seats import SEATS_PAIRS
from scoring.ledger.refusals import MatchIsOver
from scoring.models import Entry
from tests.factories import (
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    play_of,
    report,
    void_report,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import (
    address,
    choices,
    correction,
    encounter_at,
    has_element,
    home_of,
    in_page_language,
    phone,
    side_name,
    table_of,
    text,
    text_at,
)
from tournaments.enums import EncounterState, Role
from tournaments.models import Encounter, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@module_fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def encounter(table: Table) -> Encounter:
    current = encounter_at(table)
    play_hand(current)
    current.refresh_from_db()
    return current


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def member(tournament: Tournament, role: Role) -> Client:
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=tournament.club, role=role).user)
    return client


def plain_report() -> HandReport:
    seats = dict(report().seats) | {"A2": SeatReport(opening_reported=False)}
    return replace(report(), seats=seats)


def direct_report() -> HandReport:
    others_unopened = {seat: SeatReport() for seat in ("B1", "A2", "B2")}
    opened = SeatReport(Opening.SERIES)
    return HandReport(
        Outcome.FINISHED, {"A1": opened} | others_unopened, finisher="A1", finish=Finish(direct=True)
    )


def correction_url(table: Table, encounter: Encounter, match: int = 1, deal: int = 1) -> str:
    return address("correct_hand", table, encounter.public_id, match, deal)


def test_list_shows_every_hand_with_a_link_to_correct_it(keeper, table, encounter):
    correct(encounter, report(points=(31, 40)))
    response = keeper.get(address("table_hands", table, encounter.public_id))
    page_text = text(response)
    assert [(match.number, len(rows)) for match, rows, *_more in response.context["matches"]] == [(1, 1)]
    assert "+71" in page_text
    assert "Rakamlar ters yazılmış" in page_text
    assert correction_url(table, encounter).encode() in response.content


@pytest.mark.parametrize("hands", [1, 3])
def test_list_takes_13_queries_for_any_number_of_hands(
    keeper, table, encounter, hands, django_assert_num_queries
):
    for _hand in range(hands - 1):
        play_hand(encounter)
    with django_assert_num_queries(13):
        keeper.get(address("table_hands", table, encounter.public_id))


def test_form_starts_with_the_stored_hand(keeper, table, encounter):
    response = keeper.get(correction_url(table, encounter))
    form = response.context["form"]
    assert form["end"].value() == "A1"
    assert form.seats["B2"]["points"].value() == 40
    assert form["version"].value() == 1


def test_a_correction_is_a_new_version_with_its_reason(keeper, table, encounter):
    response = keeper.post(correction_url(table, encounter), correction(encounter, B1__points="35"))
    assert response.status_code == 303
    assert response.url.endswith("?corrected=1-1")
    assert Entry.objects.order_by("version").values_list("version", "reason").last() == (2, "Rakamlar ters")
    assert b'<tr id="hand-1-1" class="fresh">' in keeper.get(response.url).content
    assert play_of(encounter).current.result.totals == {"A": -101, "B": 75}


@pytest.mark.release
@pytest.mark.parametrize(
    ("fields", "stored", "read"),
    [
        ({"because": "okey_forgotten", "reason": ""}, (["okey_forgotten"], ""), "An okey was forgotten"),
        (
            {"because": "mistyped", "reason": "40,  not 30"},
            (["mistyped"], "40, not 30"),
            "Typing error: 40, not 30",
        ),
        ({"because": "other", "reason": "mistyped"}, ([], "mistyped"), "mistyped"),
    ],
)
def test_chosen_reason_is_shown_in_the_readers_language(keeper, encounter, fields, stored, read):
    table = home_of(encounter)
    response = keeper.post(correction_url(table, encounter), correction(encounter, B1__points="35") | fields)
    assert response.status_code == 303
    entry = Entry.objects.get(version=2)
    assert (entry.reason_codes, entry.reason) == stored
    assert f"corrected: “{read}”" in text(keeper.get(response.url))
    public = reverse("scoring:encounter", args=[encounter.public_id])
    assert f"“{read}”" in text(LanguageClient("en").get(public))
    if fields["because"] == "okey_forgotten":
        assert "“Okey unutuldu”" in text(LanguageClient("tr").get(public))


@pytest.mark.release
@pytest.mark.parametrize("because", ["other", "nonsense", ""])
def test_missing_reason_is_asked(keeper, table, encounter, because):
    fields = correction(encounter, reason="", B1__points="35") | {"because": because}
    response = keeper.post(correction_url(table, encounter), fields)
    assert (response.status_code, Entry.objects.count()) == (422, 1)
    assert text_at(response, "reason-problems")
    assert not text_at(response, "hand-problems")


def test_too_long_reason_is_refused(keeper, table, encounter):
    fields = correction(encounter, reason="x" * 201, B1__points="35") | {"because": "mistyped"}
    response = keeper.post(correction_url(table, encounter), fields)
    assert response.status_code == 422
    assert text_at(response, "reason-problems")
    assert response.context["form"].has_error("reason")


def test_repeated_correction_is_idempotent(keeper, table, encounter):
    data = correction(encounter, B1__points="35")
    first, again = (
        keeper.post(correction_url(table, encounter), data),
        keeper.post(correction_url(table, encounter), data),
    )
    assert (again.status_code, again.url) == (first.status_code, first.url)
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("reason", ["", "   "])
def test_correction_without_reason_is_refused_and_kept(keeper, table, encounter, reason):
    response = keeper.post(
        correction_url(table, encounter), correction(encounter, reason=reason, B1__points="200")
    )
    assert response.status_code == 422
    assert text_at(response, "reason-problems")
    assert response.context["form"].has_error("reason")
    assert text_at(response, "B1-rack-problems")
    assert b'name="B1-points" value="200"' in response.content
    assert Entry.objects.count() == 1


def test_score_is_shown_if_only_the_reason_is_missing(keeper, table, encounter):
    for reason in ("", "x" * 201):
        response = keeper.post(
            correction_url(table, encounter), correction(encounter, reason=reason, B1__points="35")
        )
        page_text = text(response)
        assert response.status_code == 422
        assert text_at(response, "reason-problems")
        assert not text_at(response, "refused")
        assert not text_at(response, "hand-problems")
        assert "Left on the rack: 35" in page_text
        assert "+75" in page_text


@pytest.mark.release
@pytest.mark.parametrize(
    ("stored", "changes", "expected_seats"),
    [
        (plain_report(), {"end": "B1"}, ["A1", "A2"]),
        (direct_report(), {"finish": "plain"}, ["B1", "B2"]),
        (void_report(), {"end": "A1"}, ["B1", "B2"]),
    ],
    ids=["another finisher", "not direct after all", "somebody finished after all"],
)
def test_changed_end_asks_for_the_missing_openings(keeper, table, stored, changes, expected_seats):
    encounter = encounter_at(table)
    play_hand(encounter, stored)
    fields = keeper.get(correction_url(table, encounter)).context["form"].seats
    openings = {f"{seat}__opening": fields[seat]["opening"].value() for seat in fields}
    response = keeper.post(correction_url(table, encounter), correction(encounter, **openings | changes))
    assert response.status_code == 422
    asked = [seat for seat in SEATS_PAIRS if text_at(response, f"{seat}-opening-problems")]
    assert sorted(asked) == sorted(response.context["form"].unanswered_seats) == expected_seats
    assert Entry.objects.count() == 1


def test_a_correction_to_four_pairs_makes_the_hand_void(keeper, table, encounter):
    response, _data = submit_correction(keeper, encounter)
    assert response.status_code == 303
    assert Entry.objects.get(version=2).void
    page = keeper.get(address("table_hands", table, encounter.public_id))
    [(_match, [row], *_more)] = page.context["matches"]
    assert row.entry.void


def test_correction_with_a_warning_needs_confirmation(keeper, table, encounter):
    data = correction(encounter, B1__points="0")
    assert keeper.post(correction_url(table, encounter), data).status_code == 422
    data["accepted"] = "empty_rack_without_finish"
    assert keeper.post(correction_url(table, encounter), data).status_code == 303


def test_hand_corrected_concurrently_shows_both_versions(keeper, table, encounter):
    correct(encounter, report(points=(77, 40)))
    response = keeper.post(correction_url(table, encounter), correction(encounter, B1__points="35"))
    page_text = text(response)
    assert response.status_code == 409
    assert response.context["changed_meanwhile"]
    assert "+77" in page_text
    assert "+35" in page_text
    rules = reverse("scoring:rules", args=[table.tournament.public_id])
    link = f'<a class="cite" href="{rules}#m8-5" target="_blank" rel="noopener">'
    assert response.content.decode().count(link) == 4
    assert Entry.objects.count() == 2


def test_a_preview_of_a_correction_writes_nothing(keeper, table, encounter):
    preview = address("preview_correction", table, encounter.public_id, 1, 1)
    response = keeper.post(preview, correction(encounter, B1__points="35"), headers={"HX-Request": "true"})
    assert "+35" in text(response)
    assert Entry.objects.count() == 1


def test_unknown_hands_are_not_found(keeper, table, encounter):
    for match, deal in ((1, 2), (2, 1), (0, 0)):
        assert keeper.get(correction_url(table, encounter, match, deal)).status_code == 404
        assert (
            keeper.post(correction_url(table, encounter, match, deal), correction(encounter)).status_code
            == 404
        )


def test_wrong_methods_are_refused(keeper, table, encounter):
    assert keeper.put(correction_url(table, encounter)).status_code == 405
    assert keeper.put(address("preview_correction", table, encounter.public_id, 1, 1)).status_code == 405
    assert keeper.post(address("table_hands", table, encounter.public_id)).status_code == 405


def test_reloaded_preview_redirects_to_the_hand(keeper, table, encounter):
    preview = address("preview_correction", table, encounter.public_id, 1, 1)
    response = keeper.get(preview)
    assert (response.status_code, response.url) == (303, correction_url(table, encounter))
    assert Client().get(preview).status_code == 404


def test_strangers_get_404(tournament, table, encounter):
    other_club = member(drawn_tournament(), Role.OWNER)
    for client in (Client(), other_club, phone(table_of(tournament, 2))):
        for url in (correction_url(table, encounter), address("table_hands", table, encounter.public_id)):
            assert client.get(url).status_code == 404
        assert client.post(correction_url(table, encounter), correction(encounter)).status_code == 404


def test_phone_cannot_correct_another_tables_encounter(tournament, keeper, table):
    other = encounter_at(table_of(tournament, 2))
    play_hand(other)
    assert keeper.get(correction_url(table, other)).status_code == 404


def test_phone_corrects_only_the_match_in_play(keeper, table):
    encounter = encounter_at(table)
    play_hand(encounter)
    assert keeper.get(correction_url(table, encounter)).status_code == 200
    play_encounter(encounter)
    response = keeper.get(correction_url(table, encounter))
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, MatchIsOver())
    assert keeper.post(correction_url(table, encounter), correction(encounter)).status_code == 409
    preview = address("preview_correction", table, encounter.public_id, 1, 1)
    assert keeper.post(preview, correction(encounter)).status_code == 409
    page = keeper.get(address("table_hands", table, encounter.public_id))
    [(*_match, may_correct)] = page.context["matches"]
    assert not may_correct
    assert has_element(page, "staff-corrects")
    assert correction_url(table, encounter) not in page.content.decode()
    assert Entry.objects.filter(version=2).count() == 0


def test_phone_lists_hands_until_the_table_leaves_and_staff_corrects_later(tournament, keeper, table):
    encounter = encounter_at(table)
    play_encounter(encounter)
    assert keeper.get(address("table_hands", table, encounter.public_id)).status_code == 200
    keeper.post(address("next_encounter", table), {"encounter": encounter.public_id})
    response = keeper.get(correction_url(table, encounter))
    assert response.status_code == 409
    assert response.context["message"] not in ("", in_page_language(response, MatchIsOver()))
    assert keeper.post(correction_url(table, encounter), correction(encounter)).status_code == 409
    staff = member(tournament, Role.SCOREKEEPER)
    assert (
        staff.post(correction_url(table, encounter), correction(encounter, B1__points="35")).status_code
        == 303
    )


def test_managers_correct_at_any_table(tournament, table):
    other = encounter_at(table_of(tournament, 2))
    play_hand(other)
    assert member(tournament, Role.SCOREKEEPER).get(correction_url(table, other)).status_code == 404
    assert member(tournament, Role.ORGANIZER).get(correction_url(table, other)).status_code == 200


@pytest.fixture
def group_encounter_and_semi(tournament: Tournament) -> tuple[Encounter, Encounter]:
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semi = Encounter.objects.filter(stage__position=2, state=EncounterState.READY).order_by("pk").first()
    assert semi is not None
    play_hand(semi)
    side = semi.sides.get(letter="A")
    return next(
        candidate for candidate in encounters_of(tournament) if candidate.group_id == side.from_group_id
    ), semi


def submit_correction(client: Client, encounter: Encounter, **extra: str):
    fields: dict[str, Any] = dict.fromkeys(f"{side}{place}__points" for side in "AB" for place in (1, 2))
    pairs = dict.fromkeys((f"{side}{place}__opening" for side in "AB" for place in (1, 2)), "pairs")
    data = correction(encounter, end="all_opened_pairs", **fields | pairs) | extra
    return client.post(correction_url(home_of(encounter), encounter), data), data


@pytest.mark.slow
def test_only_the_organizer_decides_about_later_play(tournament, group_encounter_and_semi):
    encounter, semi = group_encounter_and_semi
    stored = Entry.objects.count()
    for extra in ({}, {"later": "stand"}, {"later": "reopen"}):
        response, _data = submit_correction(member(tournament, Role.SCOREKEEPER), encounter, **extra)
        assert response.status_code == 409
        assert response.context["consequences"].later_play == [semi]
        assert b'name="later"' not in response.content
        assert f"{side_name(semi)} · {side_name(semi, 'B')}" in text(response)
    assert Entry.objects.count() == stored


@pytest.mark.slow
def test_organizer_sees_affected_play_and_keeps_it(tournament, group_encounter_and_semi):
    encounter, semi = group_encounter_and_semi
    manager = member(tournament, Role.ORGANIZER)
    response, data = submit_correction(manager, encounter)
    assert response.status_code == 409
    assert choices(response, "later") == ["stand", "reopen"]
    consequences = response.context["consequences"]
    assert consequences.later_play == [semi]
    assert [annulled.encounter for annulled in consequences.encounters_to_replay] == [semi]
    assert dict(response.context["typed"])["entry_key"] == data["entry_key"]
    entrant_before = semi.sides.get(letter="A").entrant
    response, _data = submit_correction(manager, encounter, later="stand")
    assert response.status_code == 303
    assert semi.sides.get(letter="A").entrant == entrant_before


@pytest.mark.release
def test_organizer_can_have_later_play_repeated(tournament, group_encounter_and_semi):
    encounter, semi = group_encounter_and_semi
    response, _data = submit_correction(member(tournament, Role.ORGANIZER), encounter, later="reopen")
    assert response.status_code == 303
    semi.refresh_from_db()
    assert semi.annulled_at is not None
    fresh = Encounter.objects.not_annulled().get(stage=semi.stage, round=semi.round, position=semi.position)
    assert None in {side.entrant for side in fresh.sides.all()}
