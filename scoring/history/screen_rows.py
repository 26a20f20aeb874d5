from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.history.details.row_context import DetailDescriptions, RowValues


def _describe_slides(_before: RowValues, after: RowValues) -> str:
    return _("%(seconds)s seconds per slide, slides: %(kinds)s") % {
        "seconds": after.get("seconds", "?"),
        "kinds": len(after.get("kinds", ())),
    }


def _describe_notice(before: RowValues, after: RowValues) -> str:
    return f"“{(after or before).get('text', '')}”"


def _describe_clock_start(_before: RowValues, after: RowValues) -> str:
    minutes = _("%(minutes)s minutes") % {"minutes": after.get("minutes", "?")}
    return ", ".join(filter(None, [str(after.get("title", "")), minutes]))


def _describe_time_left(_before: RowValues, after: RowValues) -> str:
    """Return the time left on the clock; negative after the end."""
    seconds_left = int(after.get("left", 0))
    minutes, seconds = divmod(abs(seconds_left), 60)
    parts = [_("%(minutes)s minutes") % {"minutes": f"{after['minutes']:+}"}] if "minutes" in after else []
    clock = {"time": f"{minutes}:{seconds:02}"}
    return ", ".join(
        [*parts, (_("%(time)s left") if seconds_left >= 0 else _("%(time)s after the end")) % clock]
    )


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "screen_changed": _describe_slides,
    "notice_posted": _describe_notice,
    "notice_removed": _describe_notice,
    "clock_started": _describe_clock_start,
    "clock_paused": _describe_time_left,
    "clock_resumed": _describe_time_left,
    "clock_time_added": _describe_time_left,
    "clock_stopped": _describe_time_left,
}
