from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.enums import SlideKind
from scoring.models import Notice, ScreenSettings
from scoring.models.screen import NoticeQuerySet
from tournaments.database.row_locks import lock_rows
from tournaments.live import counters
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused, refuse_concurrent_change

SHORTEST, LONGEST = 5, 120
"""Limits in seconds for how long a slide stays."""
LONGEST_NOTICE = 200
MOST_NOTICES = 6


class SecondsOutOfRange(Refused):
    code = "seconds_out_of_range"
    template = _("A slide stays %(least)s to %(most)s seconds.")


class NothingOnScreen(Refused):
    code = "nothing_on_screen"
    template = _("Choose at least one slide: the screen must show something.")


class NoticeEmpty(Refused):
    code = "notice_empty"
    template = _("Write the text of the notice.")


class NoticeTooLong(Refused):
    code = "notice_too_long"
    template = _(
        "A notice has at most %(most)s characters, so that it can be read from the back of the room."
    )


class NoticeEndsInPast(Refused):
    code = "notice_ends_in_past"
    template = _("The notice must end after it begins.")


class TooManyNotices(Refused):
    code = "too_many_notices"
    template = _("There can be at most %(most)s notices at once. Remove one first.")


def screen_of(tournament: Tournament) -> ScreenSettings:
    """Return unsaved defaults if there are none."""
    settings = ScreenSettings.objects.filter(tournament=tournament).first()
    return settings or ScreenSettings(tournament=tournament)


@transaction.atomic
def set_screen(
    *,
    tournament: Tournament,
    kinds: Sequence[SlideKind],
    order: Sequence[SlideKind],
    seconds: int,
    by: Actor,
    at: datetime,
    seen: str | None = None,
) -> ScreenSettings:
    """Set slides, order and duration; unchanged settings are neither stored nor logged.

    `seen` is the edited settings' `settings_token`; None skips the check. Raises NothingOnScreen,
    SecondsOutOfRange, ChangedMeanwhile.
    """
    if not kinds:
        raise NothingOnScreen
    if not SHORTEST <= seconds <= LONGEST:
        raise SecondsOutOfRange(least=SHORTEST, most=LONGEST)
    screen = _locked_settings(tournament)
    before, previous = _settings_fields(screen), screen.settings_token
    refuse_concurrent_change(seen, previous)
    places = [kind.value for kind in order] + SlideKind.values
    screen.order = list(dict.fromkeys(places))
    screen.kinds = [kind for kind in screen.order if kind in {kind.value for kind in kinds}]
    screen.seconds = seconds
    if screen.settings_token != previous:
        screen.save()
        _log_and_notify(
            "screen_changed", tournament, by=by, at=at, before=before, after=_settings_fields(screen)
        )
    return screen


@transaction.atomic
def call_slide(
    *, tournament: Tournament, kind: SlideKind, pinned: bool, by: Actor, at: datetime
) -> ScreenSettings:
    """Show a kind of slide on every screen: once, or `pinned` until released. Locks the tournament, logs."""
    screen = _locked_settings(tournament)
    screen.called, screen.holds, screen.calls = kind, pinned, screen.calls + 1
    screen.save()
    _log_and_notify("slide_pinned", tournament, by=by, at=at, after={"kind": kind.value, "holds": pinned})
    return screen


@transaction.atomic
def release_slide(*, tournament: Tournament, by: Actor, at: datetime) -> ScreenSettings:
    screen = _locked_settings(tournament)
    if screen.holds:
        screen.holds = False
        screen.save(update_fields=["holds"])
        _log_and_notify("slide_unpinned", tournament, by=by, at=at, before={"kind": screen.called})
    return screen


@transaction.atomic
def post_notice(
    *, tournament: Tournament, text: str, until: datetime | None, by: Actor, at: datetime
) -> Notice:
    """Store and log a notice as one line for screens, public pages and table pages; `until` None has no end.

    Locks the tournament. Raises NoticeEmpty, NoticeTooLong, NoticeEndsInPast, TooManyNotices.
    """
    text = one_line(text)
    if not text:
        raise NoticeEmpty
    if len(text) > LONGEST_NOTICE:
        raise NoticeTooLong(most=LONGEST_NOTICE)
    if until is not None and until <= at:
        raise NoticeEndsInPast
    _locked_settings(tournament)
    if Notice.objects.filter(tournament=tournament).visible_at(at).count() >= MOST_NOTICES:
        raise TooManyNotices(most=MOST_NOTICES)
    notice = Notice.objects.create(tournament=tournament, text=text, until=until, put_up_at=at)
    _log_and_notify("notice_posted", tournament, by=by, at=at, after={"text": text, "until": until})
    return notice


@transaction.atomic
def remove_notice(*, notice: Notice, by: Actor, at: datetime) -> None:
    """Safe to repeat."""
    _locked_settings(notice.tournament)
    notice.refresh_from_db()
    if notice.removed_at is None:
        notice.removed_at = at
        notice.save(update_fields=["removed_at"])
        _log_and_notify("notice_removed", notice.tournament, by=by, at=at, before={"text": notice.text})


def remove_expired_notices(*, tournament: Tournament, at: datetime) -> bool:
    """Return whether any expired; unlogged, safe to repeat."""
    ended = _ended_notices(at).filter(tournament=tournament)
    return ended.exists() and _remove_and_notify(ended, tournament)


@transaction.atomic
def _remove_and_notify(ended: NoticeQuerySet, tournament: Tournament) -> bool:
    lock_rows(Tournament.objects).get(pk=tournament.pk)
    removed = ended.update(removed_at=F("until")) > 0
    if removed:
        counters.notify_without_sweep(tournament)
    return removed


def read_notice_expiries(*, at: datetime) -> QuerySet[Notice, tuple[datetime, int]]:
    """Each tournament with the first end."""
    ended = _ended_notices(at).values("tournament").annotate(end=Min("until")).order_by("end")
    return ended.values_list("end", "tournament")


def _ended_notices(at: datetime) -> NoticeQuerySet:
    return Notice.objects.filter(until__lte=at, removed_at=None)


def _locked_settings(tournament: Tournament) -> ScreenSettings:
    """Lock the tournament until commit."""
    lock_rows(Tournament.objects).get(pk=tournament.pk)
    return screen_of(tournament)


def _settings_fields(screen: ScreenSettings) -> dict[str, Any]:
    return {"kinds": screen.shown_kinds, "seconds": screen.seconds}


def _log_and_notify(action: str, tournament: Tournament, *, by: Actor, at: datetime, **details: Any) -> None:
    log_and_publish(action, by=by, at=at, tournament=tournament, **details)
