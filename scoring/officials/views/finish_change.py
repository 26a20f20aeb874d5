from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import time_format
from django.utils.translation import gettext as _

from scoring.officials.official_labels import hours_and_minutes
from scoring.officials.queries.finish_estimate import FinishEstimate
from scoring.officials.queries.room_overview import read_room_overview
from scoring.play.change_preview import write_keeping_later_play
from scoring.play.dry_run import run_and_roll_back
from scoring.play.later_play import Write
from tournaments.models import Tournament
from tournaments.refusals import Refused
from tournaments.schedule.change import Change


def describe_finish_change(tournament: Tournament, write: Write[object], *, change: Change) -> str:
    """Word how a change moves the estimated finish or doesn't, by a dry run; "" if refused."""

    def estimate() -> FinishEstimate:
        return read_room_overview(tournament, at=change.at).finish_estimate

    def changed_estimate() -> FinishEstimate:
        write_keeping_later_play(write, change)
        return estimate()

    try:
        after = run_and_roll_back(changed_estimate)
    except Refused:
        return ""
    return _finish_change_text(tournament, estimate(), after)


def _finish_change_text(tournament: Tournament, before: FinishEstimate, after: FinishEstimate) -> str:
    """Return a sentence, also for no change: all decided, times of day or, if unknown, playing time."""
    if after.whole_time_left.most == timedelta():
        return _("Everything is decided then.")
    if before.whole_finish and after.whole_finish:
        zone = ZoneInfo(tournament.club.time_zone)
        times = {
            "before": time_format(before.whole_finish.astimezone(zone), "H:i"),
            "after": time_format(after.whole_finish.astimezone(zone), "H:i"),
        }
        if times["before"] == times["after"]:
            return _("The estimated finish stays %(after)s.") % times
        return _("Estimated finish: %(after)s instead of %(before)s.") % times
    difference = after.whole_time_left.likely - before.whole_time_left.likely
    hours, minutes = hours_and_minutes(abs(difference))
    if not hours and not minutes:
        return _("The estimated playing time doesn't change.")
    length = _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
    if difference < timedelta():
        return _("Estimated playing time: %(length)s less.") % {"length": length}
    return _("Estimated playing time: %(length)s more.") % {"length": length}
