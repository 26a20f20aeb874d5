from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.history.details.row_context import DetailDescriptions, RowValues


def _slides(_before: RowValues, after: RowValues) -> str:
    return _("%(seconds)s seconds per slide, slides: %(kinds)s") % {
        "seconds": after.get("seconds", "?"),
        "kinds": len(after.get("kinds", ())),
    }


def _notice(before: RowValues, after: RowValues) -> str:
    return f"“{(after or before).get('text', '')}”"


def _clock_started(_before: RowValues, after: RowValues) -> str:
    minutes = _("%(minutes)s minutes") % {"minutes": after.get("minutes", "?")}
    return ", ".join(filter(None, [str(after.get("title", "")), minutes]))


def _clock_left(_before: RowValues, after: RowValues) -> str:
    """Return the time left on the clock; negative after the end."""
    seconds_left = int(after.get("left", 0))
    minutes, seconds = divmod(abs(seconds_left), 60)
    parts = [_("%(minutes)s minutes") % {"minutes": f"{after['minutes']:+}"}] if "minutes" in after else []
    clock = {"time": f"{minutes}:{seconds:02}"}
    return ", ".join(
        [*parts, (_("%(time)s left") if seconds_left >= 0 else _("%(time)s after the end")) % clock]
    )


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "screen_changed": _slides,
    "notice_put_up": _notice,
    "notice_removed": _notice,
    "clock_started": _clock_started,
    "clock_paused": _clock_left,
    "clock_resumed": _clock_left,
    "clock_time_added": _clock_left,
    "clock_stopped": _clock_left,
}
