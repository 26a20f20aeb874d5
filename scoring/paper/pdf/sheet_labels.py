from __future__ import annotations

from zoneinfo import ZoneInfo

from django.utils.translation import gettext, pgettext

from scoring.paper.queries.score_sheets import PaperSheet
from scoring.queries.round_names import tie_name
from tournaments.event_times import days


def sheet_round_label(sheet: PaperSheet) -> str:
    encounter = sheet.encounter
    if sheet.only_group:
        return gettext("Round %(number)s") % {"number": encounter.round}
    if encounter.group is not None:
        labels = {"group": encounter.group.name, "round": encounter.round}
        return gettext("Group %(group)s, round %(round)s") % labels
    return tie_name(sheet.tie) if sheet.tie else ""


def heading(sheet: PaperSheet) -> str:
    return " · ".join((sheet.tournament.club.name, sheet_title(sheet)))


def sheet_title(sheet: PaperSheet) -> str:
    tournament = sheet.tournament
    return " · ".join(filter(None, (tournament.name, sheet_round_label(sheet), days(tournament))))


def side_title(letter: str) -> str:
    return gettext("Side %(letter)s") % {"letter": letter}


def signature_of(letter: str) -> str:
    return gettext("Side %(letter)s, signature") % {"letter": letter}


def limit_lines(sheet: PaperSheet) -> list[tuple[str, str]]:
    most = sheet.encounter.stage.hands_per_match
    if sheet.game_sheet.ends_at is None or most is None:
        return []
    sentence = gettext("The match ends with hand %(hands)s at the latest; if level, one more hand at a time.")
    return [(pgettext("on a score sheet", "Limit"), sentence % {"hands": most})]


def time_up_lines(sheet: PaperSheet) -> list[tuple[str, str]]:
    """Return one (heading, text) on the bell, with its time in the club's zone once it rang.

    Empty if it doesn't end matches.
    """
    if not sheet.least_hands:
        return []
    sentence = gettext(
        "When the bell rings, finish the hand and deal no new one. A match with at least %(hands)s hands "
        "is decided by its totals; if level, one more hand at a time. A shorter match counts as not played."
    ) % {"hands": sheet.least_hands}
    stopped_at = sheet.encounter.stopped_at
    if stopped_at is not None:
        zone = ZoneInfo(sheet.tournament.club.time_zone)
        bell_note = gettext("The bell rang at %(time)s.") % {
            "time": stopped_at.astimezone(zone).strftime("%H:%M")
        }
        sentence = f"{bell_note} {sentence}"
    return [(pgettext("on a score sheet", "Time up"), sentence)]
