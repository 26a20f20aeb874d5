"""Rows of the large screen and its clock."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.history.details.row_context import Particulars, Told


def _slides(_before: Told, after: Told) -> str:
    return _("%(seconds)s seconds a slide, kinds of slides: %(kinds)s") % {
        "seconds": after.get("seconds", "?"),
        "kinds": len(after.get("kinds", ())),
    }


def _notice(before: Told, after: Told) -> str:
    return f"“{(after or before).get('text', '')}”"


def _clock_started(_before: Told, after: Told) -> str:
    minutes = _("%(minutes)s minutes") % {"minutes": after.get("minutes", "?")}
    return ", ".join(filter(None, [str(after.get("title", "")), minutes]))


def _clock_left(_before: Told, after: Told) -> str:
    """How far the clock was; below 0 the time was up."""
    left = int(after.get("left", 0))
    minutes, seconds = divmod(abs(left), 60)
    said = [_("%(minutes)s minutes") % {"minutes": f"{after['minutes']:+}"}] if "minutes" in after else []
    told = {"time": f"{minutes}:{seconds:02}"}
    return ", ".join([*said, (_("%(time)s left") if left >= 0 else _("%(time)s after the end")) % told])


PARTICULARS: Particulars = {
    "screen_changed": _slides,
    "notice_put_up": _notice,
    "notice_removed": _notice,
    "clock_started": _clock_started,
    "clock_paused": _clock_left,
    "clock_resumed": _clock_left,
    "clock_time_added": _clock_left,
    "clock_stopped": _clock_left,
}
