from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.factories import NOW, drawn_tournament, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.checkin.domain import phone_check_in, presence, room_code
from tournaments.checkin.domain.phone_check_in import CheckInClosed, CheckInWindow, WindowState
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.log.actor import CONSOLE
from tournaments.models import CheckIn, Entrant, LogRow, Tournament

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@module_fixture
def tournament() -> Tournament:
    opened = open_tournament(pairs=4)
    open_window(opened)
    return opened


def open_window(
    tournament: Tournament, *, ends: datetime | None = NOW + HOUR, changing: bool = True, is_open: bool = True
) -> CheckIn:
    window = CheckInWindow(is_open, NOW - HOUR, ends, changing)
    phone_check_in.set_window(tournament=tournament, window=window, by=CONSOLE, at=NOW)
    return CheckIn.objects.get(tournament=tournament)


def own(tournament: Tournament) -> Entrant:
    return tournament.entrants.get(number=1)


def test_either_player_checks_in_once_and_undoes_it(tournament: Tournament):
    assert phone_check_in.check_in_entrant(entrant=own(tournament), at=NOW)
    assert not phone_check_in.check_in_entrant(entrant=own(tournament), at=NOW)
    assert (own(tournament).checked_in_at, own(tournament).checked_in_by_phone) == (NOW, True)
    assert phone_check_in.undo_check_in(entrant=own(tournament), marked_at=NOW, at=NOW)
    assert (own(tournament).checked_in_at, own(tournament).checked_in_by_phone) == (None, False)
    actions = LogRow.objects.filter(tournament=tournament, device="check-in").values_list("action", flat=True)
    assert sorted(actions) == ["check_in_undone", "checked_in"]


def test_check_in_by_the_desk_is_not_by_phone(tournament: Tournament):
    presence.set_present(entrant=own(tournament), present=True, by=CONSOLE, at=NOW)
    assert not phone_check_in.check_in_entrant(entrant=own(tournament), at=NOW)
    assert not own(tournament).checked_in_by_phone


@pytest.mark.parametrize(
    ("at", "window_state"),
    [
        (NOW - HOUR - timedelta(seconds=1), WindowState.EARLY),
        (NOW - HOUR, WindowState.OPEN),
        (NOW + HOUR - timedelta(seconds=1), WindowState.OPEN),
        (NOW + HOUR, WindowState.OVER),
    ],
)
def test_check_in_outside_the_window_is_rejected(
    tournament: Tournament, at: datetime, window_state: WindowState
):
    assert (
        phone_check_in.window_state(tournament, phone_check_in.check_in_of(tournament), at=at) == window_state
    )
    if window_state == WindowState.OPEN:
        assert phone_check_in.check_in_entrant(entrant=own(tournament), at=at)
        return
    with pytest.raises(CheckInClosed):
        phone_check_in.check_in_entrant(entrant=own(tournament), at=at)
    assert own(tournament).checked_in_at is None


def test_window_is_closed_if_switched_off_or_cancelled(tournament: Tournament):
    tournament.cancelled_at = NOW
    assert (
        phone_check_in.window_state(tournament, phone_check_in.check_in_of(tournament), at=NOW)
        == WindowState.OFF
    )
    open_window(tournament, is_open=False)
    with pytest.raises(CheckInClosed):
        phone_check_in.check_in_entrant(entrant=own(tournament), at=NOW)


def test_draw_ends_check_in_and_its_settings():
    tournament = drawn_tournament()
    with pytest.raises(EntriesClosed):
        open_window(tournament)
    with pytest.raises(EntriesClosed):
        phone_check_in.check_in_entrant(entrant=own(tournament), at=NOW)
    assert phone_check_in.window_state(tournament, None, at=NOW) == WindowState.DRAWN


def test_code_is_valid_while_shown_and_one_period_longer(tournament: Tournament):
    check_in = CheckIn.objects.get(tournament=tournament)
    code = room_code.code_at(check_in, at=NOW)
    assert code.isdigit()
    assert len(code) == room_code.DIGITS
    assert room_code.is_valid_code(check_in, f" {room_code.format_code(code)} ", at=NOW)
    assert room_code.is_valid_code(check_in, code, at=NOW + room_code.CODE_PERIOD)
    assert not room_code.is_valid_code(check_in, code, at=NOW + 2 * room_code.CODE_PERIOD)
    assert not room_code.is_valid_code(check_in, "", at=NOW)
    left = timedelta(seconds=room_code.seconds_left(at=NOW))
    assert room_code.code_at(check_in, at=NOW + left) != code
    assert room_code.code_at(check_in, at=NOW + left - timedelta(seconds=1)) == code


def test_fixed_code_is_valid_until_renewed(tournament: Tournament):
    changing = room_code.presence_mark(CheckIn.objects.get(tournament=tournament))
    check_in = open_window(tournament, changing=False)
    code = room_code.code_at(check_in, at=NOW)
    assert room_code.presence_mark(check_in) != changing
    assert room_code.is_valid_code(check_in, code, at=NOW + 5 * HOUR)
    assert open_window(tournament, changing=False, ends=None).secret == check_in.secret
    phone_check_in.renew_code(tournament=tournament, by=CONSOLE, at=NOW)
    renewed = CheckIn.objects.get(tournament=tournament)
    assert not room_code.is_valid_code(renewed, code, at=NOW)
    assert room_code.presence_mark(renewed) != room_code.presence_mark(check_in)


def test_screen_link_and_code_of_the_room_are_renewed_apart(tournament: Tournament):
    before = CheckIn.objects.get(tournament=tournament)
    phone_check_in.renew_screen_link(tournament=tournament, by=CONSOLE, at=NOW)
    renewed = CheckIn.objects.get(tournament=tournament)
    assert renewed.screen_code != before.screen_code
    assert renewed.secret == before.secret
    row = LogRow.objects.get(tournament=tournament, action="room_screen_link_renewed")
    assert renewed.screen_code not in f"{row.before}{row.after}"
    phone_check_in.renew_code(tournament=tournament, by=CONSOLE, at=NOW)
    open_window(tournament, changing=False)
    assert CheckIn.objects.get(tournament=tournament).screen_code == renewed.screen_code


def test_settings_are_logged_once_and_missing_code_cannot_be_renewed(tournament: Tournament):
    open_window(tournament)
    rows = LogRow.objects.filter(tournament=tournament, action="phone_check_in_changed")
    assert rows.count() == 1
    assert CheckIn.objects.get(tournament=tournament).secret not in rows.get().after
    for renew in (phone_check_in.renew_code, phone_check_in.renew_screen_link):
        with pytest.raises(CheckInClosed):
            renew(tournament=open_tournament(), by=CONSOLE, at=NOW)
