"""How each key of before and after is shown: its label, its choices, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.enums import ClubColour, EntrantKind, EntrantState, NameDisplay, Role, TieDecidedBy
from tournaments.models.common_settings import COMMON_SETTINGS

LABELS: Mapping[str, str | Promise] = {
    "name": _("Name"),
    "names": _("Names"),
    "entrant": _("Entrant"),
    "stage": _("Stage"),
    "draw": _("Draw"),
    "match": _("Match"),
    "version": pgettext_lazy("of a hand", "Version"),
    "totals": _("Points of the hand"),
    "encounters": _("Encounters"),
    "rung_by": _("Rung by"),
    "side": _("Side"),
    "player": _("Player"),
    "players": _("Players"),
    "keeper": _("Scorekeeper"),
    "winner": _("Winner"),
    "order": _("Order"),
    "decided_by": _("Decided by"),
    "state": _("State"),
    "results": _("Results"),
    "annulled": _("Encounters annulled"),
    "passed_to": _("Their place goes to"),
    "draw_seed": _("Seed of the draw"),
    "witness": _("Witness"),
    "group": _("Group"),
    "rescheduled": _("Encounters rescheduled"),
    "rule_set": _("Rule set"),
    "hands": _("Number of hands"),
    "rescored": _("Hands rescored"),
    "rounds": _("Rounds"),
    "question": _("Question"),
    "answer": _("Answer"),
    "title": _("Title"),
    "text": _("Text"),
    "until": _("Shown until"),
    "minutes": _("Minutes"),
    "left": _("Time left"),
    "extra": _("After the time"),
    "amount": _("Extra minutes or hands"),
    "slide": _("Slide"),
    "holds": _("Held on the screen"),
    "seconds": _("Seconds per slide"),
    "slides": _("Slides"),
    "table": _("Table"),
    "queue_place": _("Place in the queue"),
    "seat": _("Seat"),
    "moved": _("Encounters moved"),
    "goes_on": _("Play continues at table"),
    "plays_on": _("Play continues here until it is finished"),
    "address": _("Address"),
    "time_zone": _("Time zone"),
    "colour": _("Colour of the club"),
    "club": _("Club"),
    "rating": _("Rating"),
    "seed": _("Seed number"),
    "pot": _("Pot"),
    "paid": _("Fee paid"),
    "passed": _("Passed on the waiting list"),
    "places_over": _("Over the places"),
    "emails": _("E-mails sent"),
    "number": _("Number"),
    "new": _("New"),
    "changed": _("Completed"),
    "parts": _("Changed"),
    "shown": _("Public name"),
    "months": _("Months"),
    "role": _("Role"),
    "first_day": _("First day"),
    "last_day": _("Last day"),
    "tables": _("Tables"),
    "kind": _("Who enters"),
    "stages": _("Stages"),
    "weekdays": _("Days of the week"),
    "every": _("Weeks from one evening to the next"),
    "like_previous": _("Each like the one before"),
    "signs_up": _("Sign-up is open"),
    "by_phone": _("Check-in by phone"),
    "opens_at": _("Open from"),
    "closes_at": _("Open until"),
    "code_changes": _("The code changes"),
    "capacity": _("Places"),
    "approval": _("Entries are checked"),
    "confirmation": _("E-mails are confirmed first"),
    "fee": _("Fee"),
    "forget_days": _("Days until contact details are deleted"),
    "forgotten": _("Contact details deleted"),
    **{name: setting.verbose_name for name, setting in COMMON_SETTINGS.items()},
    "reason": _("Reason"),
    "later_play_stands": _("Later encounters kept"),
}
"""In the order shown; other keys follow, named as stored."""

TECHNICAL_KEYS: Final = frozenset(
    {"alterations", "digest", "drawn", "like", "look_again", "part", "people", "places", "swapped", "texts"}
)
"""Not shown, like all ids."""
BARE_KEYS: Final = frozenset(
    {"name", "names", "entrant", "stage", "draw", "match", "totals", "player", "keeper", "number", "results"}
    | {"title", "question", "answer", "text", "encounters", "left"}
)
"""Shown without label, also if unchanged."""
ONLY_IN_TABLE: Final = frozenset({"annulled", "queue_place", "version"})
OPTIONAL_KEYS: Final = frozenset({"club", "pot", "rating", "seed"})
"""Stored of an entrant who has them: without one after, it was removed."""
TIME_KEYS: Final = frozenset(
    {"first_day", "last_day", "opens_at", "closes_at", "until", "begins", "ends", "doors"}
)
QUOTED_KEYS: Final = frozenset({"question", "answer", "text"})
_CONTACT_DETAILS: Mapping[str, str | Promise] = {
    "phone": _("phone"),
    "email": _("e-mail"),
    "licence": _("licence number"),
    "notes": _("notes"),
    "agreed_on": _("consent"),
}
CHOICES: Mapping[str, Mapping[Any, str | Promise]] = {
    "state": dict(EntrantState.choices),
    "role": dict(Role.choices),
    "colour": dict(ClubColour.choices),
    "decided_by": dict(TieDecidedBy.choices),
    "kind": dict(EntrantKind.choices),
    "shown": dict(NameDisplay.choices),
    "parts": _CONTACT_DETAILS,
    "results": {"kept": _("results kept"), "annulled": _("results annulled")},
    "weekdays": WEEKDAYS,
    **{name: dict(setting.flatchoices) for name, setting in COMMON_SETTINGS.items() if setting.choices},
}
