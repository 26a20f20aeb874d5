from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NOW, enter_pairs
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tests.tournaments.signup.views.conftest import TYPED, address, shown_state
from tournaments.draws.domain import draw
from tournaments.enums import NameDisplay
from tournaments.limits import attempts, guess_limits
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Player, Tournament
from tournaments.people.domain.registration import add_person
from tournaments.signup.domain.application_codes import (
    code_from_digest,
    code_of,
    digest_of_form,
    format_code,
    link_code,
    normalize_code,
    parse_code,
)
from tournaments.signup.views import public

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return answer.content.decode()


def test_phone_signs_up_and_gets_its_code(applicant_client, tournament):
    response = applicant_client.post(address("sign_up", tournament), TYPED)
    assert (response.status_code, response.headers["Location"]) == (303, address("own_sign_up", tournament))
    own = Application.objects.get()
    assert (own.players, own.state) == (("Ali Kaya", "Ece Demir"), "let_in")
    page = text(applicant_client.get(address("own_sign_up", tournament)))
    assert format_code(code_of(own)) in page
    assert shown_state(page) == "listed"


def test_page_is_english_at_its_english_address(applicant_client, tournament):
    assert address("sign_up", tournament).endswith("/basvuru/")
    page = text(applicant_client.get(f"/en/t/{tournament.public_id}/sign-up/"))
    assert "Signed up already?" in page
    applicant_client.post(f"/en/t/{tournament.public_id}/sign-up/", TYPED)
    assert "You are on the list" in text(applicant_client.get(f"/en/t/{tournament.public_id}/sign-up/mine/"))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"player_1": ""}, "player_1"),
        ({"player_2": ""}, "player_2"),
        ({"player_2": "ali kaya"}, "player_2"),
        ({"seeks": "on"}, "seeks"),
        ({"contact": "yok"}, "contact"),
        ({"contact": ""}, "contact"),
        ({"website": "http://spam.example"}, "website"),
        ({"player_1": "x" * 81}, "player_1"),
        ({"player_1": "12345"}, "player_1"),
        ({"player_2": "- 7 -"}, "player_2"),
    ],
)
def test_error_is_shown_at_its_field_and_nothing_is_stored(applicant_client, tournament, changes, field):
    response = applicant_client.post(address("sign_up", tournament), TYPED | changes)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert "Ece Demir" in text(response) or "player_2" in changes
    assert not Application.objects.exists()


def test_required_consent_must_be_given(applicant_client, tournament):
    set_terms(tournament, consent="Fotoğraf çekilecek.")
    assert "Fotoğraf çekilecek." in text(applicant_client.get(address("sign_up", tournament)))
    assert applicant_client.post(address("sign_up", tournament), TYPED).status_code == 422
    assert applicant_client.post(address("sign_up", tournament), TYPED | {"consent": "on"}).status_code == 303


def test_answers_to_questions_are_stored(applicant_client, tournament):
    set_terms(tournament, questions=("Kaçta gelirsiniz?", "Araba var mı?"))
    applicant_client.post(address("sign_up", tournament), TYPED | {"answer_0": "Sekizde"})
    assert Application.objects.get().question_answers == [("Kaçta gelirsiniz?", "Sekizde")]


def test_applicant_marks_that_they_look_for_a_partner(applicant_client, tournament):
    response = applicant_client.post(
        address("sign_up", tournament), TYPED | {"player_2": "", "seeks": "on"}, follow=True
    )
    assert shown_state(text(response)) == "seeking"


VARIES = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|nonce="[^"]+"')


def answer_to(tournament: Tournament, names: tuple[str, ...], *, change: bool) -> tuple[Any, ...]:
    phone = Client()
    typed = TYPED | {"player_1": names[0], "player_2": names[1]}
    if change:
        seeking = TYPED | {"player_1": "Tek Kişi", "player_2": "", "seeks": "on"}
        phone.post(address("sign_up", tournament), seeking)
    response = phone.post(address("own_sign_up" if change else "sign_up", tournament), typed)
    page = phone.get(address("own_sign_up", tournament))
    own, code = page.context["application"], page.context["code"]
    html = VARIES.sub("", text(page))
    for part in (code, link_code(normalize_code(code)), normalize_code(code), *own.players):
        html = html.replace(part, "")
    return response.status_code, response.headers.get("Location"), sorted(response.cookies), html.splitlines()


@pytest.mark.release
@pytest.mark.parametrize("change", [False, True])
@pytest.mark.parametrize("hides", [False, True])
def test_response_does_not_reveal_listed_waiting_or_hidden_people(tournament, hides, change):
    set_terms(tournament, capacity=1)
    apply(tournament, "Liste Deki", "Yanın Daki")
    apply(tournament, "Bekle Yen", "Bekle Yenle")
    apply(tournament, "Eş Arayan")
    hidden = add_person(club=tournament.club, name="Gizli Ad", by=CONSOLE, at=NOW)
    if hides:
        Player.objects.filter(pk=hidden.pk).update(
            name="G. A.", full_name="Gizli Ad", shown=NameDisplay.HIDDEN
        )
    answers = []
    for name in ("Hiç Yok", "Liste Deki", "Bekle Yen", "Eş Arayan", "Gizli Ad"):
        with transaction.atomic():
            answers.append(answer_to(tournament, (name, "Yeni Eş"), change=change))
            transaction.set_rollback(True)
    assert answers[0][0] == 303
    assert any('data-test="received"' in line for line in answers[0][-1])
    for answer in answers:
        assert answer == answers[0]


def sent_form(phone: Client, tournament: Tournament) -> dict[str, str]:
    page = phone.get(address("sign_up", tournament))
    return TYPED | {"key": page.context["form"]["key"].value()}


def lose_answer(phone: Client) -> None:
    """Delete the code's cookie in each language, as if the response had been lost."""
    for name in [name for name in phone.cookies if name.startswith("signed_up_")]:
        del phone.cookies[name]


def test_form_sent_twice_by_a_browser_is_one_entry(applicant_client, tournament):
    typed = sent_form(applicant_client, tournament)
    applicant_client.post(address("sign_up", tournament), typed)
    code = applicant_client.get(address("own_sign_up", tournament)).context["code"]
    lose_answer(applicant_client)
    applicant_client.post(address("sign_up", tournament), typed)
    assert applicant_client.get(address("own_sign_up", tournament)).context["code"] == code
    assert Application.objects.count() == 1


@pytest.mark.release
@pytest.mark.parametrize("visited", [False, True])
def test_form_sent_again_by_another_browser_opens_no_entry(applicant_client, tournament, visited):
    typed = sent_form(applicant_client, tournament)
    applicant_client.post(address("sign_up", tournament), typed)
    first = applicant_client.get(address("own_sign_up", tournament)).context["code"]
    stranger = Client()
    if visited:
        sent_form(stranger, tournament)
    stranger.post(address("sign_up", tournament), typed)
    assert stranger.get(address("own_sign_up", tournament)).context["code"] != first
    assert Application.objects.count() == 2


def test_same_people_signed_up_again_in_the_same_browser_are_one_entry(applicant_client, tournament):
    for _twice in range(2):
        assert applicant_client.post(address("sign_up", tournament), TYPED).status_code == 303
    assert Application.objects.count() == 1


def test_code_of_an_entry_does_not_follow_from_its_public_id(tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    for value in (own.public_id.hex, str(own.public_id)):
        assert code_from_digest(value) != code_of(own)
        assert code_from_digest(digest_of_form(tournament, value)) != code_of(own)


def test_waiting_list_is_not_public(applicant_client, tournament):
    set_terms(tournament, capacity=1)
    enter_pairs(tournament, 1)
    applicant_client.post(address("sign_up", tournament), TYPED)
    for name in ("scoring:tournament", "scoring:entrants", "tournaments:sign_up"):
        app, _colon, page = name.partition(":")
        page_text = text(
            Client().get(address(page, tournament) if app == "tournaments" else _public(name, tournament))
        )
        assert "Kaya" not in page_text
        assert TYPED["contact"] not in page_text


def _public(name: str, tournament) -> str:
    return reverse(name, args=[tournament.public_id])


def test_tournament_page_links_to_open_sign_up(applicant_client, tournament):
    page = _public("scoring:tournament", tournament)
    assert address("sign_up", tournament) in text(applicant_client.get(page))
    set_terms(tournament, closes_at=timezone.now() - timedelta(minutes=1))
    assert address("sign_up", tournament) not in text(applicant_client.get(page))


def test_closed_page_shows_the_reason(applicant_client, tournament):
    set_terms(tournament, is_open=False)
    page = applicant_client.get(address("sign_up", tournament))
    assert (page.context["open"], page.context["drawn"]) == (False, False)
    assert 'name="player_1"' not in text(page)
    response = applicant_client.post(address("sign_up", tournament), TYPED)
    assert response.status_code == 422
    assert not Application.objects.exists()


def test_page_after_the_draw_shows_the_reason(applicant_client, tournament):
    enter_pairs(tournament, 4)
    assert 'name="player_1"' in text(applicant_client.get(address("sign_up", tournament)))
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    page = applicant_client.get(address("sign_up", tournament))
    assert (page.context["open"], page.context["drawn"]) == (False, True)
    assert 'name="player_1"' not in text(page)


def test_the_code_opens_the_entry_on_another_phone(applicant_client, tournament):
    code = code_of(apply(tournament, "Ali Kaya", "Ece Demir"))
    response = applicant_client.post(
        address("type_sign_up_code", tournament), {"code": format_code(code).lower()}, follow=True
    )
    assert format_code(code) in text(response)


def test_private_link_opens_the_entry_at_an_address_without_code(applicant_client, tournament):
    code = code_of(apply(tournament, "Ali Kaya", "Ece Demir"))
    response = applicant_client.get(address("open_sign_up", tournament, code))
    assert response.headers["Location"] == address("own_sign_up", tournament)
    assert "no-store" in response.headers["Cache-Control"]
    assert format_code(code) in text(applicant_client.get(address("own_sign_up", tournament)))
    assert applicant_client.get(address("open_sign_up", tournament, "ACDEFACDEF")).status_code == 404


def test_wrong_codes_limit_only_their_phone(applicant_client, tournament):
    applicant_client.get(address("sign_up", tournament))
    typing = address("type_sign_up_code", tournament)
    responses = [
        applicant_client.post(typing, {"code": "ACDEF"}) for _try in range(guess_limits.FREE_PER_DEVICE + 1)
    ]
    assert [response.status_code for response in responses] == [422] * guess_limits.FREE_PER_DEVICE + [429]
    assert applicant_client.get(address("open_sign_up", tournament, "ACDEFACDEF")).status_code == 429
    assert responses[0].context["code_form"].errors["code"]
    code = code_of(apply(tournament, "Ali Kaya", "Ece Demir"))
    assert applicant_client.get(address("open_sign_up", tournament, link_code(code))).status_code == 303
    assert Client().post(typing, {"code": code}).status_code == 303


def test_guesses_from_many_addresses_stop_typing_but_not_links(tournament, monkeypatch):
    monkeypatch.setattr(public, "MAX_WRONG_CODES", 5)
    typing = address("type_sign_up_code", tournament)
    responses = [
        Client().post(typing, {"code": "ACDEF"}, REMOTE_ADDR=f"10.0.0.{number}").status_code
        for number in range(8)
    ]
    assert responses == [422] * 5 + [429] * 3
    code = code_of(apply(tournament, "Ali Kaya", "Ece Demir"))
    assert Client().post(typing, {"code": code}).status_code == 429
    assert Client().get(address("open_sign_up", tournament, link_code(code))).status_code == 303


def test_link_on_the_page_is_signed(applicant_client, tournament):
    applicant_client.post(address("sign_up", tournament), TYPED)
    page = applicant_client.get(address("own_sign_up", tournament))
    code = code_of(Application.objects.get())
    assert page.context["link"].endswith(f"/{link_code(code)}/")
    assert parse_code(link_code(code)) == (code, True)


@pytest.mark.parametrize("changed", [0, 12, 21])
def test_altered_link_counts_as_a_typed_code(changed):
    link = link_code("ACDEFACDEF")
    other = link[:changed] + ("A" if link[changed] != "A" else "C") + link[changed + 1 :]
    code, is_link = parse_code(other)
    assert (code, is_link) == (other[:10], False)


def test_entries_from_one_address_are_rate_limited(applicant_client, tournament, monkeypatch):
    monkeypatch.setattr(public, "ENTRIES_PER_ADDRESS", 1)
    assert applicant_client.post(address("sign_up", tournament), TYPED).status_code == 303
    response = applicant_client.post(
        address("sign_up", tournament), {**TYPED, "player_1": "Su Ak", "player_2": "Can Er"}
    )
    assert response.status_code == 429
    assert response.headers["Retry-After"] == str(attempts.FIRST_WAIT.seconds)
    assert "Su Ak" in text(response)
    assert Application.objects.count() == 1


def test_resent_form_does_not_count_against_the_limit(applicant_client, tournament, monkeypatch):
    monkeypatch.setattr(public, "ENTRIES_PER_DEVICE", 2)
    typed = sent_form(applicant_client, tournament)
    for _time in range(5):
        assert applicant_client.post(address("sign_up", tournament), typed).status_code == 303
        lose_answer(applicant_client)
    assert Application.objects.count() == 1


def test_limit_of_a_device_does_not_affect_others_at_its_address(applicant_client, tournament, monkeypatch):
    monkeypatch.setattr(public, "ENTRIES_PER_DEVICE", 1)
    other = Client()
    answers = []
    for client, names in ((applicant_client, "Su Ak"), (applicant_client, "Nil Tan"), (other, "Can Er")):
        client.get(address("sign_up", tournament))
        answers.append(client.post(address("sign_up", tournament), TYPED | {"player_1": names}).status_code)
    assert answers == [303, 429, 303]


def test_forged_cookie_opens_nothing(tournament):
    code = code_of(apply(tournament, "Ali Kaya", "Ece Demir"))
    forger = Client()
    forger.cookies[f"signed_up_{tournament.public_id.hex}"] = code
    assert forger.get(address("own_sign_up", tournament)).status_code == 303


@pytest.mark.parametrize("name", ["sign_up", "own_sign_up", "type_sign_up_code", "cancel_sign_up"])
def test_draft_is_not_found_by_strangers(applicant_client, tournament, name):
    tournament.visibility = "draft"
    tournament.save()
    assert applicant_client.get(address(name, tournament)).status_code == 404


CAPITALS = pytest.mark.parametrize(
    ("typed", "repaired"), [("ömer faruk ak", "Ömer Faruk Ak"), ("İLKER IŞIK", "İlker Işık")]
)


@CAPITALS
def test_names_without_capital_initials_are_repaired_in_one_step(
    applicant_client, tournament, typed, repaired
):
    response = applicant_client.post(address("sign_up", tournament), TYPED | {"player_1": typed})
    assert (response.status_code, Application.objects.get().players[0]) == (303, repaired)


@CAPITALS
def test_names_stay_as_typed_if_asked_for(applicant_client, tournament, typed, repaired):
    answers = TYPED | {"player_1": typed, "as_typed": "on"}
    assert applicant_client.post(address("sign_up", tournament), answers).status_code == 303
    assert Application.objects.get().players[0] == typed != repaired


@CAPITALS
def test_typed_names_are_shown_as_they_will_be_written(applicant_client, tournament, typed, repaired):
    form = {"player_1": typed, "player_2": "Ece Demir"}
    page = applicant_client.post(address("sign_up", tournament), form, headers={"HX-Request": "true"})
    assert (page.status_code, page.context["form"].repaired_names) == (200, [repaired])
    content = page.content.decode()
    assert 'data-test="repaired-names"' in content
    assert "<html" not in content
    assert not Application.objects.exists()


def test_mixed_case_counts_as_typed(applicant_client, tournament):
    typed = TYPED | {"player_1": "Ömer faruk AK"}
    assert applicant_client.post(address("sign_up", tournament), typed).status_code == 303
    assert Application.objects.get().players[0] == "Ömer faruk AK"
