from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from scoring.enums import SlideKind
from scoring.models import Notice, ScreenSettings
from scoring.screen import domain
from tests.factories import NOW, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Tournament
from tournaments.refusals import ChangedMeanwhile

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}


@module_fixture
def tournament() -> Tournament:
    return open_tournament()


def put_up(tournament: Tournament, text: str = "Çay molası", until=None) -> Notice:
    return domain.post_notice(tournament=tournament, text=text, until=until, **BY)


def set_screen(tournament: Tournament, *kinds: SlideKind, seconds: int = 20) -> ScreenSettings:
    return domain.set_screen(tournament=tournament, kinds=kinds, order=kinds, seconds=seconds, **BY)


def actions() -> list[str]:
    return list(LogRow.objects.order_by("pk").values_list("action", flat=True))[1:]


def test_default_screen_shows_everything(tournament):
    settings = domain.screen_of(tournament)
    assert (settings.shown_kinds, settings.seconds) == (SlideKind.values, 12)
    assert ScreenSettings.objects.count() == 0


def test_slides_are_chosen_in_an_order(tournament):
    set_screen(tournament, SlideKind.HANDS, SlideKind.GROUPS)
    settings = domain.screen_of(tournament)
    assert (settings.shown_kinds, settings.seconds) == (["hands", "groups"], 20)
    assert len(settings.ordered_kinds) == len(SlideKind)


def test_unchanged_settings_write_nothing(tournament):
    for _again in range(2):
        set_screen(tournament, SlideKind.GROUPS)
    assert actions() == ["screen_changed"]


def test_slide_is_shown_pinned_and_released(tournament):
    domain.call_slide(tournament=tournament, kind=SlideKind.GROUPS, pinned=False, **BY)
    screen = domain.call_slide(tournament=tournament, kind=SlideKind.TABLES, pinned=True, **BY)
    assert (screen.called, screen.calls, screen.holds) == ("tables", 2, True)
    for _again in range(2):
        assert not domain.release_slide(tournament=tournament, **BY).holds
    assert actions() == ["slide_pinned", "slide_pinned", "slide_unpinned"]


def test_notice_is_shown_until_its_end_or_removal(tournament):
    lasting, ending = put_up(tournament), put_up(tournament, until=NOW + timedelta(minutes=15))
    up = Notice.objects.filter(tournament=tournament)
    assert list(up.visible_at(NOW)) == [lasting, ending]
    assert list(up.visible_at(NOW + timedelta(minutes=15))) == [lasting]
    for _again in range(2):
        domain.remove_notice(notice=lasting, **BY)
    assert not up.visible_at(NOW + timedelta(minutes=15)).exists()
    assert actions() == ["notice_posted", "notice_posted", "notice_removed"]


def test_screen_needs_at_least_one_slide(tournament):
    with pytest.raises(domain.NothingOnScreen):
        set_screen(tournament)


def test_concurrent_choice_of_slides_is_refused(tournament):
    seen = domain.screen_of(tournament).settings_token
    set_screen(tournament, SlideKind.HANDS)
    kinds = [SlideKind.GROUPS]
    with pytest.raises(ChangedMeanwhile):
        domain.set_screen(tournament=tournament, kinds=kinds, order=kinds, seconds=20, seen=seen, **BY)
    assert domain.screen_of(tournament).shown_kinds == ["hands"]


@pytest.mark.parametrize("seconds", [4, 121])
def test_duration_of_slides_has_limits(tournament, seconds):
    with pytest.raises(domain.SecondsOutOfRange):
        set_screen(tournament, SlideKind.GROUPS, seconds=seconds)


def test_empty_or_long_notice_is_refused(tournament):
    with pytest.raises(domain.NoticeEmpty):
        put_up(tournament, " \u200b")
    with pytest.raises(domain.NoticeTooLong):
        put_up(tournament, "ç" * 201)


def test_notice_in_the_past_is_refused(tournament):
    with pytest.raises(domain.NoticeEndsInPast):
        put_up(tournament, until=NOW)


def test_number_of_notices_is_limited(tournament):
    for number in range(domain.MOST_NOTICES):
        put_up(tournament, f"Duyuru {number}")
    with pytest.raises(domain.TooManyNotices):
        put_up(tournament)


def test_expired_notice_is_removed_once_and_pages_are_notified(tournament):
    ends = NOW + timedelta(minutes=10)
    ending, staying = put_up(tournament, "Çay", until=ends), put_up(tournament, "Geri dönüş yok")
    tournament.refresh_from_db()
    before = tournament.counter
    assert not domain.remove_expired_notices(tournament=tournament, at=ends - timedelta(seconds=1))
    assert list(domain.read_notice_expiries(at=ends)) == [(ends, tournament.pk)]
    assert [domain.remove_expired_notices(tournament=tournament, at=ends) for _again in range(2)] == [
        True,
        False,
    ]
    assert list(domain.read_notice_expiries(at=ends)) == []
    tournament.refresh_from_db()
    assert tournament.counter == before + 1
    assert list(Notice.objects.filter(tournament=tournament).visible_at(NOW)) == [staying]
    ending.refresh_from_db()
    assert ending.removed_at == ends
    assert actions() == ["notice_posted", "notice_posted"]
