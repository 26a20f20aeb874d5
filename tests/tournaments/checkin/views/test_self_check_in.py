from __future__ import annotations

import re
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import MembershipFactory, drawn_tournament, open_tournament
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import application_data, apply, set_terms
from tests.tournaments.signup.views.conftest import address
from tournaments.checkin.domain import phone_check_in, room_code
from tournaments.checkin.domain.phone_check_in import CheckInClosed, CheckInWindow
from tournaments.checkin.views import self_check_in
from tournaments.enums import NameDisplay, Role
from tournaments.limits import guess_limits
from tournaments.log.actor import CONSOLE
from tournaments.models import AttemptCounter, CheckIn, Club, Entrant, Tournament
from tournaments.naming.names import initials
from tournaments.people.domain import public_names
from tournaments.signup.domain import applications

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

CHECK_IN_BUTTON: Final = 'data-test="check-in"'


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    opened = open_tournament(club=club, pairs=4)
    set_terms(opened)
    window(opened)
    return opened


@pytest.fixture
def phone() -> Client:
    return LanguageClient("en")


def window(tournament: Tournament, *, opens: int = -60, minutes: int = 60, changing: bool = True) -> None:
    now = timezone.now()
    settings_of_window = CheckInWindow(
        is_open=True,
        opens_at=now + timedelta(minutes=opens),
        closes_at=now + timedelta(minutes=minutes),
        changing=changing,
    )
    phone_check_in.set_window(tournament=tournament, window=settings_of_window, by=CONSOLE, at=now)


def code(tournament: Tournament) -> str:
    return room_code.code_at(CheckIn.objects.get(tournament=tournament), at=timezone.now())


def screen_address(tournament: Tournament) -> str:
    return address("check_in_screen", tournament, CheckIn.objects.get(tournament=tournament).screen_code)


def qr_link(tournament: Tournament) -> str:
    check_in = CheckIn.objects.get(tournament=tournament)
    return address("self_check_in_link", tournament, room_code.link_code_at(check_in, at=timezone.now()))


def wrong_code(tournament: Tournament) -> str:
    check_in, at = CheckIn.objects.get(tournament=tournament), timezone.now()
    return next(
        typed
        for typed in ("000000", "111111", "222222")
        if not room_code.is_valid_code(check_in, typed, at=at)
    )


def type_wrong(phone: Client, tournament: Tournament) -> int:
    return phone.post(address("type_room_code", tournament), {"code": wrong_code(tournament)}).status_code


def has_room_cookie(phone: Client, answer) -> bool:
    return answer.status_code == 303 and any(name.startswith("in_the_room") for name in phone.cookies)


def scan(phone: Client, tournament: Tournament) -> str:
    return phone.get(qr_link(tournament), follow=True).content.decode()


def entrant(tournament: Tournament, number: int = 1) -> Entrant:
    return tournament.entrants.get(number=number)


def is_in_the_room(phone: Client, tournament: Tournament) -> bool:
    return bool(phone.get(address("self_check_in", tournament)).context["in_the_room"])


def tap_check_in(phone: Client, tournament: Tournament, number: int = 1, **typed: str) -> Any:
    to = address("confirm_check_in", tournament, entrant(tournament, number).public_id)
    return phone.post(to, typed, follow=True)


def test_scanning_opens_the_list_to_check_in_and_undo(phone, tournament):
    page = scan(phone, tournament)
    own_entrant = entrant(tournament)
    assert f">{own_entrant.public_name}</b>" in page
    asked_first = phone.get(address("confirm_check_in", tournament, own_entrant.public_id)).content.decode()
    assert CHECK_IN_BUTTON in asked_first
    assert entrant(tournament).checked_in_at is None
    assert message_levels(tap_check_in(phone, tournament)) == ["success"]
    assert entrant(tournament).checked_in_by_phone
    assert message_levels(tap_check_in(phone, tournament, undo="1")) == ["success"]
    assert entrant(tournament).checked_in_at is None


def test_typed_code_opens_the_list_and_wrong_one_is_explained(phone, tournament):
    to = address("type_room_code", tournament)
    wrong = phone.post(to, {"code": "12"})
    assert wrong.status_code == 422
    assert list(wrong.context["form"].errors) == ["code"]
    assert 'value="12"' in wrong.content.decode()
    right = phone.post(to, {"code": room_code.format_code(code(tournament))}, follow=True)
    assert right.context["in_the_room"]


def test_shared_link_expires(phone, tournament, monkeypatch):
    link = qr_link(tournament)
    later = timezone.now() + 2 * room_code.CODE_PERIOD
    with monkeypatch.context() as patch:
        patch.setattr(timezone, "now", lambda: later)
        response = phone.get(link)
    assert response.status_code == 422
    assert not response.context["in_the_room"]
    assert not is_in_the_room(phone, tournament)
    tap_check_in(phone, tournament)
    assert entrant(tournament).checked_in_at is None


def test_renewed_code_invalidates_cookies(phone, tournament):
    scan(phone, tournament)
    assert is_in_the_room(phone, tournament)
    phone_check_in.renew_code(tournament=tournament, by=CONSOLE, at=timezone.now())
    assert not is_in_the_room(phone, tournament)


def test_own_sign_up_is_listed_first(phone, tournament):
    key = uuid4().hex
    application = application_data("Ali Kaya", "Ece Demir")
    _one, own = applications.sign_up(tournament=tournament, data=application, key=key, at=timezone.now())
    phone.get(address("open_sign_up", tournament, own), follow=True)
    before = phone.get(address("self_check_in", tournament)).content.decode()
    assert "Kaya – Demir" in before
    assert address("type_room_code", tournament) in before
    assert CHECK_IN_BUTTON not in before
    assert CHECK_IN_BUTTON in scan(phone, tournament)
    tap_check_in(phone, tournament, 5)
    assert entrant(tournament, 5).checked_in_by_phone


def test_other_phone_cannot_undo_a_check_in(phone, tournament):
    scan(phone, tournament)
    tap_check_in(phone, tournament)
    other = LanguageClient("en")
    scan(other, tournament)
    tap_check_in(other, tournament, undo="1")
    assert entrant(tournament).checked_in_at is not None
    confirmation = other.get(address("confirm_check_in", tournament, entrant(tournament).public_id))
    assert confirmation.context["entrant"] == entrant(tournament)
    assert CHECK_IN_BUTTON not in confirmation.content.decode()


def undo_is_offered(phone: Client, tournament: Tournament) -> bool:
    return bool(phone.get(address("self_check_in", tournament)).context["undoable_ids"])


def test_phone_cannot_undo_a_mark_of_the_desk(phone, organizer_client, tournament):
    to = address("mark_present", tournament, entrant(tournament).public_id)
    organizer_client.post(to)
    scan(phone, tournament)
    tap_check_in(phone, tournament)
    assert not undo_is_offered(phone, tournament)
    tap_check_in(phone, tournament, undo="1")
    assert entrant(tournament).checked_in_at is not None
    organizer_client.post(to, {"undo": "1"})
    tap_check_in(phone, tournament)
    assert undo_is_offered(phone, tournament)
    organizer_client.post(to, {"undo": "1"})
    organizer_client.post(to)
    assert not undo_is_offered(phone, tournament)
    tap_check_in(phone, tournament, undo="1")
    assert entrant(tournament).checked_in_at is not None


def test_phone_of_the_applicant_cannot_undo_a_mark_of_the_desk(phone, organizer_client, tournament):
    _one, own = applications.sign_up(
        tournament=tournament,
        data=application_data("Ali Kaya", "Ece Demir"),
        key=uuid4().hex,
        at=timezone.now(),
    )
    phone.get(address("open_sign_up", tournament, own), follow=True)
    organizer_client.post(address("mark_present", tournament, entrant(tournament, 5).public_id))
    scan(phone, tournament)
    assert not undo_is_offered(phone, tournament)
    tap_check_in(phone, tournament, 5, undo="1")
    assert entrant(tournament, 5).checked_in_at is not None


def test_renewed_code_ends_undoing(phone, tournament):
    scan(phone, tournament)
    tap_check_in(phone, tournament)
    phone_check_in.renew_code(tournament=tournament, by=CONSOLE, at=timezone.now())
    assert not undo_is_offered(phone, tournament)
    tap_check_in(phone, tournament, undo="1")
    assert entrant(tournament).checked_in_at is not None


@pytest.mark.parametrize(("opens", "minutes", "state"), [(60, 120, "early"), (-120, -60, "over")])
def test_page_outside_the_window_shows_its_times(phone, tournament, opens, minutes, state):
    scan(phone, tournament)
    window(tournament, opens=opens, minutes=minutes)
    page = phone.get(address("self_check_in", tournament))
    assert (page.context["window_state"], page.context["in_the_room"]) == (state, False)
    times = CheckIn.objects.get(tournament=tournament)
    shown = times.opens_at if state == "early" else times.closes_at
    assert shown is not None
    zone = ZoneInfo(tournament.club.time_zone)
    assert f"{shown.astimezone(zone):%H:%M}" in page.content.decode()
    refused = phone.post(address("confirm_check_in", tournament, entrant(tournament).public_id))
    assert refused.status_code == 422
    assert refused.context["refusal"].code == CheckInClosed.code
    assert entrant(tournament).checked_in_at is None


def test_page_refers_to_the_desk_without_settings_and_after_the_draw(phone, club):
    for tournament, state in ((open_tournament(club=club), "off"), (drawn_tournament(club=club), "drawn")):
        page = phone.get(address("self_check_in", tournament))
        assert page.context["window_state"] == state
        assert 'class="note warn"' in page.content.decode()


def test_hidden_name_stays_hidden(phone, tournament):
    player = entrant(tournament).players.order_by("pk")[0]
    real = player.real_name
    public_names.choose_public_names(
        tournament=tournament,
        choices={player: NameDisplay.HIDDEN},
        by=CONSOLE,
        at=timezone.now(),
    )
    page = scan(phone, tournament)
    assert initials(real) in page
    assert real not in page
    results = phone.get(address("self_check_in", tournament), {"name": real})
    assert results.context["listed_entrants"] == []


@pytest.mark.release
def test_wrong_codes_limit_only_their_phone(phone, tournament):
    phone.get(address("self_check_in", tournament))
    answers = [type_wrong(phone, tournament) for _time in range(100)]
    assert answers.count(422) == guess_limits.FREE_PER_DEVICE
    refused = phone.post(address("type_room_code", tournament), {"code": code(tournament)})
    assert (refused.status_code, "Retry-After" in refused.headers) == (429, True)
    assert 'data-test="typing-refused"' in refused.content.decode()
    other = LanguageClient("en")
    assert has_room_cookie(
        other, other.post(address("type_room_code", tournament), {"code": code(tournament)})
    )
    assert has_room_cookie(phone, phone.get(qr_link(tournament)))


def test_phone_without_cookies_is_limited_by_its_address(tournament):
    _own, total = guess_limits.Client("127.0.0.1", "a").budgets(f"room code|{tournament.pk}")
    AttemptCounter.objects.create(digest=total.digest, count=total.free - 6, last_at=timezone.now())
    answers = []
    for _time in range(20):
        fresh = LanguageClient("en")
        fresh.get(address("self_check_in", tournament))
        answers.append(type_wrong(fresh, tournament))
    assert answers.count(422) == 6
    other = LanguageClient("en")
    assert has_room_cookie(other, other.get(qr_link(tournament)))
    elsewhere = LanguageClient("en", REMOTE_ADDR="10.0.0.9")
    assert has_room_cookie(
        elsewhere, elsewhere.post(address("type_room_code", tournament), {"code": code(tournament)})
    )


@pytest.mark.release
def test_phones_without_cookies_share_a_limit_of_their_own(tournament):
    answers = [
        type_wrong(LanguageClient("en"), tournament)
        for _time in range(guess_limits.FREE_PER_ADDRESS_UNNAMED + 10)
    ]
    assert answers.count(422) == guess_limits.FREE_PER_ADDRESS_UNNAMED
    other = LanguageClient("en")
    other.get(address("self_check_in", tournament))
    assert has_room_cookie(
        other, other.post(address("type_room_code", tournament), {"code": code(tournament)})
    )


def test_guesses_from_many_addresses_stop_typing_until_the_code_is_renewed(
    tournament, organizer_client, monkeypatch
):
    monkeypatch.setattr(room_code, "MAX_WRONG_CODES", 5)
    shown = [address("check_in", tournament), address("check_in_by_phone", tournament)]
    closed = 'data-test="typing-closed"'
    assert not any(closed in organizer_client.get(page).content.decode() for page in shown)
    answers = [
        type_wrong(LanguageClient("en", REMOTE_ADDR=f"10.0.0.{number}"), tournament) for number in range(8)
    ]
    assert answers == [422] * 5 + [429] * 3
    other = LanguageClient("en", REMOTE_ADDR="10.0.1.1")
    to = address("type_room_code", tournament)
    assert other.post(to, {"code": code(tournament)}).status_code == 429
    assert has_room_cookie(other, other.get(qr_link(tournament)))
    assert all(closed in organizer_client.get(page).content.decode() for page in shown)
    organizer_client.post(address("renew_room_code", tournament))
    assert not any(closed in organizer_client.get(page).content.decode() for page in shown)
    late = LanguageClient("en", REMOTE_ADDR="10.0.1.2")
    assert has_room_cookie(late, late.post(to, {"code": code(tournament)}))


def test_digits_in_a_link_count_as_typed_code(phone, tournament):
    phone.get(address("self_check_in", tournament))
    link = address("self_check_in_link", tournament, wrong_code(tournament))
    responses = [phone.get(link).status_code for _time in range(guess_limits.FREE_PER_DEVICE + 1)]
    assert responses == [422] * guess_limits.FREE_PER_DEVICE + [429]


def test_frequent_check_ins_limit_only_their_phone(phone, tournament, monkeypatch):
    monkeypatch.setattr(self_check_in, "CHECK_INS_PER_DEVICE", 2)
    scan(phone, tournament)
    to = address("confirm_check_in", tournament, entrant(tournament).public_id)
    for undo in ({}, {"undo": "1"}):
        assert phone.post(to, undo).status_code == 303
    assert phone.post(to).status_code == 429
    other = LanguageClient("en")
    scan(other, tournament)
    assert other.post(to).status_code == 303
    assert entrant(tournament).checked_in_at is not None


@pytest.mark.parametrize("pairs", [2, 70])
def test_long_list_runs_no_more_queries_and_says_that_it_is_cut(
    phone, club, pairs, django_assert_max_num_queries
):
    long = open_tournament(club=club, pairs=pairs)
    window(long)
    scan(phone, long)
    with django_assert_max_num_queries(12):
        page = phone.get(address("self_check_in", long))
    assert len(page.context["listed_entrants"]) == min(pairs, self_check_in.MAX_LISTED)
    assert page.context["unlisted_count"] == max(0, pairs - self_check_in.MAX_LISTED)


def test_entrant_of_another_tournament_is_not_found(phone, tournament, club):
    other = entrant(open_tournament(club=club, pairs=2))
    scan(phone, tournament)
    assert phone.post(address("confirm_check_in", tournament, other.public_id)).status_code == 404


def test_organizer_sets_the_window_and_shows_the_code_on_a_screen(organizer_client, tournament):
    to = address("check_in_by_phone", tournament)
    page = organizer_client.get(to)
    assert page.context["form"]["code"].value() == "changing"
    assert page.context["navigation"].key == "check_in"
    typed = {
        "is_open": "on",
        "opens_at": "2026-06-03T17:00",
        "closes_at": "2026-06-03T16:00",
        "code": "fixed",
    }
    refused = organizer_client.post(to, typed)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["closes_at"]
    done = organizer_client.post(to, {**typed, "closes_at": "2126-06-03T16:00"}, follow=True)
    assert message_levels(done) == ["success"]
    stored = CheckIn.objects.get(tournament=tournament)
    assert stored.closes_at is not None
    assert (stored.closes_at.year, stored.changing) == (2126, False)
    shown = room_code.format_code(code(tournament))
    screen = screen_address(tournament)
    assert shown in organizer_client.get(screen).content.decode()
    assert shown in organizer_client.get(address("check_in_poster", tournament)).content.decode()
    part = organizer_client.get(
        screen, headers={"HX-Request": "true", "HX-Target": "room-code"}
    ).content.decode()
    assert shown in part
    assert "<html" not in part
    renewed = organizer_client.post(address("renew_room_code", tournament), follow=True)
    assert message_levels(renewed) == ["success"]
    assert room_code.format_code(code(tournament)) != shown


def test_screen_needs_no_account_and_leads_nowhere(organizer_client, phone, tournament):
    settings_page = organizer_client.get(address("check_in_by_phone", tournament)).content.decode()
    screen = screen_address(tournament)
    assert f'href="{screen}"' in settings_page
    for client in (organizer_client, phone):
        html = client.get(screen).content.decode()
        assert room_code.format_code(code(tournament)) in html
        links = re.findall(r'<a [^>]*href="(?!#)([^"]*)"', html)
        assert len(links) == 8
        assert all(link.startswith(screen) for link in links)
    wrong = address("check_in_screen", tournament, "ACDEFHJKLM" * 2)
    assert phone.get(wrong).status_code == 404


def test_renewed_screen_link_closes_screens_with_the_old_one(organizer_client, phone, tournament):
    old = screen_address(tournament)
    shown = organizer_client.get(address("check_in_by_phone", tournament)).content.decode()
    assert 'data-test="renew-screen-link"' in shown
    renewed = organizer_client.post(address("renew_screen_link", tournament), follow=True)
    assert message_levels(renewed) == ["success"]
    assert f'href="{screen_address(tournament)}"' in renewed.content.decode()
    assert phone.get(screen_address(tournament)).status_code == 200
    assert phone.get(old).status_code == 404
    polled = phone.get(old, headers={"HX-Request": "true"})
    assert (polled.status_code, polled.headers["HX-Refresh"], polled.content) == (404, "true", b"")


def test_tournament_without_check_in_has_no_screen(phone, club):
    assert phone.get(address("check_in_screen", open_tournament(club=club), "x")).status_code == 404


def test_first_button_opens_check_in_and_the_other_leaves_it_closed(organizer_client, club):
    tournament = open_tournament(club=club)
    to = address("check_in_by_phone", tournament)
    typed = {"opens_at": "2026-06-03T17:00", "code": "fixed"}
    for save, is_open in (({"is_open": "on"}, True), ({}, False)):
        html = organizer_client.get(to).content.decode()
        assert 'type="checkbox"' not in html
        assert html.index('name="is_open" value="on"') < html.index('data-test="leave-closed"')
        organizer_client.post(to, typed | save)
        assert CheckIn.objects.get(tournament=tournament).is_open == is_open


def test_changing_code_is_not_printed(organizer_client, tournament):
    shown = organizer_client.get(screen_address(tournament)).content.decode()
    assert room_code.format_code(code(tournament)) in shown
    printed = organizer_client.get(address("check_in_poster", tournament)).content.decode()
    assert room_code.format_code(code(tournament)) not in printed
    assert "on the screen in the room" in printed


def test_window_starts_two_hours_before_the_event_by_default(organizer_client, club):
    unset = open_tournament(club=club)
    form = organizer_client.get(address("check_in_by_phone", unset)).context["form"]
    assert (form["opens_at"].value().date(), form["opens_at"].value().hour) == (unset.first_day, 17)
    tournament = drawn_tournament(club=club)
    typed = {"is_open": "on", "opens_at": "2026-06-03T17:00", "code": "fixed"}
    assert organizer_client.post(address("check_in_by_phone", tournament), typed).status_code == 422
    for name in ("renew_room_code", "renew_screen_link"):
        assert organizer_client.post(address(name, tournament)).status_code == 422


def test_desk_shows_self_check_ins(organizer_client, phone, tournament):
    scan(phone, tournament)
    tap_check_in(phone, tournament)
    organizer_client.post(address("mark_present", tournament, entrant(tournament, 2).public_id))
    page = organizer_client.get(address("check_in", tournament))
    assert page.content.decode().count('data-test="by-phone"') == 1
    assert (page.context["present_count"], page.context["entrant_count"]) == (2, 4)
    organizer_client.post(address("mark_present", tournament, entrant(tournament).public_id), {"undo": "1"})
    assert not entrant(tournament).checked_in_by_phone


def test_pair_on_the_waiting_list_is_not_listed(phone, tournament):
    set_terms(tournament, capacity=4)
    apply(tournament, "Su Ak", "Can Er")
    assert "Ak – Er" not in scan(phone, tournament)
