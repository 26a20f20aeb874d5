from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.history.details.action_kinds import LogKind

ACTIONS: Mapping[str, str | Promise] = {
    "hand_recorded": gettext_lazy("Hand recorded"),
    "hand_corrected": gettext_lazy("Hand corrected"),
    "hand_undone": gettext_lazy("Hand undone"),
    "hand_ruled": gettext_lazy("Referee’s ruling"),
    "referee_called": gettext_lazy("Referee called"),
    "call_taken": gettext_lazy("Referee on the way"),
    "call_answered": gettext_lazy("Call answered"),
    "call_withdrawn": gettext_lazy("Call withdrawn"),
    "double_entry_requested": gettext_lazy("Double entry of a sheet requested"),
    "sheet_typed": gettext_lazy("Sheet typed for double entry"),
    "double_entry_discarded": gettext_lazy("Double entry discarded"),
    "hands_confirmed": gettext_lazy("Hands confirmed"),
    "protest_opened": gettext_lazy("Hand protested"),
    "rules_changed": gettext_lazy("Rules changed"),
    "rules_amended": gettext_lazy("Rules amended"),
    "template_rules_changed": gettext_lazy("Rules of a template changed"),
    "walkover_recorded": gettext_lazy("Walkover recorded"),
    "walkover_undone": gettext_lazy("Walkover undone"),
    "lot_recorded": gettext_lazy("Lot recorded"),
    "double_walkover_recorded": gettext_lazy("Walkover against both sides"),
    "bell_rung": gettext_lazy("Bell rung: time is up"),
    "bell_undone": gettext_lazy("Bell undone"),
    "no_hand_in_play": gettext_lazy("No hand was in play at the bell"),
    "play_continued_after_bell": gettext_lazy("Play continued after the bell"),
    "places_awarded": gettext_lazy("Places at a table assigned"),
    "encounter_annulled": gettext_lazy("Encounter annulled, to be replayed"),
    "encounter_reopened": gettext_lazy("Encounter reopened"),
    "encounter_closed": gettext_lazy("Encounter closed"),
    "extra_encounter_added": gettext_lazy("Extra encounter"),
    "extra_encounter_removed": gettext_lazy("Extra encounter removed"),
    "entrant_left": gettext_lazy("Left the tournament"),
    "departure_undone": gettext_lazy("Back in the tournament"),
    "player_anonymized": gettext_lazy("Player anonymized"),
    "late_entrant_added": gettext_lazy("Late entry"),
    "late_entrant_removed": gettext_lazy("Late entry removed"),
    "rounds_changed": gettext_lazy("Number of rounds changed"),
    "tournament_published": gettext_lazy("Tournament published"),
    "tournament_unpublished": gettext_lazy("Tournament made a draft again"),
    "tournament_cancelled": gettext_lazy("Tournament cancelled"),
    "tournament_cancellation_undone": gettext_lazy("Cancellation undone"),
    "tournament_erased": gettext_lazy("Tournament deleted"),
    "tournament_archived": gettext_lazy("Tournament archived"),
    "tournament_restored": gettext_lazy("Tournament restored from a file"),
    "tournament_unarchived": gettext_lazy("Tournament unarchived"),
    "screen_changed": gettext_lazy("Large screen set"),
    "slide_pinned": gettext_lazy("Slide held on the screen"),
    "slide_unpinned": gettext_lazy("Slide rotation resumed"),
    "notice_posted": gettext_lazy("Notice posted"),
    "notice_removed": gettext_lazy("Notice removed"),
    "clock_started": gettext_lazy("Round clock started"),
    "clock_paused": gettext_lazy("Round clock paused"),
    "clock_resumed": gettext_lazy("Round clock resumed"),
    "clock_time_added": gettext_lazy("Round clock changed"),
    "clock_stopped": gettext_lazy("Round clock stopped"),
}

_ACTIONS_BY_KIND: Mapping[LogKind, tuple[str, ...]] = {
    LogKind.HANDS: (
        "hand_recorded",
        "hand_corrected",
        "hand_undone",
        "double_entry_requested",
        "sheet_typed",
        "double_entry_discarded",
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
        "slide_pinned",
        "slide_unpinned",
        "notice_posted",
        "notice_removed",
        "clock_started",
        "clock_paused",
        "clock_resumed",
        "clock_time_added",
        "clock_stopped",
    ),
    LogKind.SETTINGS: ("template_rules_changed",),
}
_KIND_BY_ACTION = {action: kind.value for kind, actions in _ACTIONS_BY_KIND.items() for action in actions}
ACTION_KINDS: Mapping[str, str] = {
    action: _KIND_BY_ACTION.get(action, LogKind.DECISIONS.value) for action in ACTIONS
}
"""Each action's kind; by default a decision of the organizer or the referee."""
