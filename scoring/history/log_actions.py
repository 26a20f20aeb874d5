from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.history.details.action_kinds import LogKind

ACTIONS: Mapping[str, str | Promise] = {
    "hand_recorded": gettext_lazy("Hand recorded"),
    "hand_corrected": gettext_lazy("Hand corrected"),
    "hand_taken_back": gettext_lazy("Hand taken back"),
    "hand_ruled": gettext_lazy("Referee’s ruling"),
    "referee_called": gettext_lazy("Referee called"),
    "call_taken": gettext_lazy("Referee on the way"),
    "call_answered": gettext_lazy("Call answered"),
    "call_withdrawn": gettext_lazy("Call taken back"),
    "second_typing_asked": gettext_lazy("Sheet to be typed by two people"),
    "sheet_typed": gettext_lazy("Sheet typed, for a comparison"),
    "typed_sheets_dropped": gettext_lazy("Typed sheets thrown away"),
    "hands_confirmed": gettext_lazy("Hands confirmed"),
    "protest_opened": gettext_lazy("Hand protested"),
    "rules_changed": gettext_lazy("Rules changed"),
    "rules_amended": gettext_lazy("Rules amended"),
    "template_rules_changed": gettext_lazy("Rules of a template changed"),
    "walkover_recorded": gettext_lazy("Walkover recorded"),
    "walkover_taken_back": gettext_lazy("Walkover taken back"),
    "lot_recorded": gettext_lazy("Lot recorded"),
    "double_walkover_recorded": gettext_lazy("Walkover against both sides"),
    "bell_rung": gettext_lazy("Bell rung: time is up"),
    "bell_taken_back": gettext_lazy("Bell taken back"),
    "no_hand_in_play": gettext_lazy("No hand was in play at the bell"),
    "plays_on_after_bell": gettext_lazy("Played on in spite of the bell"),
    "places_awarded": gettext_lazy("Places of a table given"),
    "encounter_annulled": gettext_lazy("Encounter annulled, to be played anew"),
    "encounter_reopened": gettext_lazy("Encounter reopened"),
    "encounter_closed": gettext_lazy("Encounter closed"),
    "extra_encounter_added": gettext_lazy("Extra encounter"),
    "extra_encounter_taken_back": gettext_lazy("Extra encounter taken back"),
    "entrant_left": gettext_lazy("Left the tournament"),
    "entrant_back": gettext_lazy("Plays on after all"),
    "player_made_anonymous": gettext_lazy("Player made anonymous"),
    "late_entrant_added": gettext_lazy("Came late"),
    "late_entrant_taken_back": gettext_lazy("Late entrant taken out again"),
    "tournament_published": gettext_lazy("Tournament published"),
    "tournament_made_draft": gettext_lazy("Tournament made a draft again"),
    "tournament_cancelled": gettext_lazy("Tournament cancelled"),
    "tournament_taken_up": gettext_lazy("Tournament taken up again"),
    "tournament_erased": gettext_lazy("Tournament erased"),
    "tournament_put_away": gettext_lazy("Tournament put away"),
    "tournament_restored": gettext_lazy("Tournament restored from an archive"),
    "tournament_taken_out": gettext_lazy("Tournament taken out again"),
    "screen_changed": gettext_lazy("Large screen set"),
    "slide_called": gettext_lazy("Slide called to the screen"),
    "slide_released": gettext_lazy("Slides go round again"),
    "notice_put_up": gettext_lazy("Notice on the screen"),
    "notice_removed": gettext_lazy("Notice off the screen"),
    "clock_started": gettext_lazy("Round clock started"),
    "clock_paused": gettext_lazy("Round clock paused"),
    "clock_resumed": gettext_lazy("Round clock goes on"),
    "clock_time_added": gettext_lazy("Round clock: minutes changed"),
    "clock_stopped": gettext_lazy("Round clock stopped"),
}

_OF: Mapping[LogKind, tuple[str, ...]] = {
    LogKind.HANDS: (
        "hand_recorded",
        "hand_corrected",
        "hand_taken_back",
        "second_typing_asked",
        "sheet_typed",
        "typed_sheets_dropped",
        "hands_confirmed",
    ),
    LogKind.CALLS: (
        "referee_called",
        "call_taken",
        "call_answered",
        "call_withdrawn",
        "protest_opened",
    ),
    LogKind.SCREEN: (
        "screen_changed",
        "slide_called",
        "slide_released",
        "notice_put_up",
        "notice_removed",
        "clock_started",
        "clock_paused",
        "clock_resumed",
        "clock_time_added",
        "clock_stopped",
    ),
    LogKind.SETTINGS: ("template_rules_changed",),
}
_ELSEWHERE = {action: kind.value for kind, actions in _OF.items() for action in actions}
KINDS: Mapping[str, str] = {action: _ELSEWHERE.get(action, LogKind.DECISIONS.value) for action in ACTIONS}
"""Each action's kind; by default a decision of the organizer or the referee."""
