from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class LogKind(Enum):
    DECISIONS = "decisions"
    CALLS = "calls"
    HANDS = "hands"
    ROOM = "room"
    DRAWS = "draws"
    ENTRIES = "entries"
    SCREEN = "screen"
    SETTINGS = "settings"


NAMES: Mapping[LogKind, str | Promise] = {
    LogKind.DECISIONS: _("Decisions"),
    LogKind.CALLS: _("Calls and protests"),
    LogKind.HANDS: pgettext_lazy("kind of act", "Hands"),
    LogKind.ROOM: _("Tables"),
    LogKind.DRAWS: _("Draws"),
    LogKind.ENTRIES: _("Entries"),
    LogKind.SCREEN: _("Screen and clock"),
    LogKind.SETTINGS: _("Settings and people"),
}

_OF: Mapping[LogKind, tuple[str, ...]] = {
    LogKind.DECISIONS: ("player_substituted",),
    LogKind.ROOM: (
        "next_encounter_called",
        "partners_swapped",
        "table_link_renewed",
        "sides_link_renewed",
        "codes_printed",
        "codes_kept",
        "codes_end",
        "table_kept",
        "table_added",
        "table_closed",
        "table_opened",
        "dealer_named",
        "encounter_moved",
    ),
    LogKind.DRAWS: (
        "stage_drawn",
        "round_drawn",
        "round_undone",
        "draw_undone",
    ),
    LogKind.ENTRIES: (
        "entrant_added",
        "entrant_changed",
        "entrant_removed",
        "checked_in",
        "check_in_undone",
        "signed_up",
        "application_changed",
        "application_confirmed",
        "application_cancelled",
        "application_let_in",
        "application_waits",
        "application_refused",
        "applications_joined",
        "seeker_seen",
        "seeker_not_seen",
        "partner_asked",
        "partner_ask_withdrawn",
        "partner_declined",
        "application_reviewed",
        "application_paid",
        "log_row_not_published",
        "application_unpaid",
        "contacts_forgotten",
    ),
    LogKind.SETTINGS: (
        "tournament_created",
        "tournament_changed",
        "sign_up_changed",
        "check_in_set",
        "room_code_renewed",
        "names_chosen",
        "names_chosen_for_new",
        "people_imported",
        "person_card_forgotten",
        "consent_withdrawn",
        "forgetting_changed",
        "person_data_handed_out",
        "person_added",
        "person_card_changed",
        "person_removed",
        "player_renamed",
        "players_joined",
        "players_parted",
        "club_changed",
        "club_logo_changed",
        "club_logo_removed",
        "template_kept",
        "template_changed",
        "template_stages_changed",
        "template_sign_up_changed",
        "template_deleted",
        "default_template_chosen",
        "series_started",
        "series_changed",
        "series_ended",
        "night_skipped",
        "night_not_skipped",
        "invitation_issued",
        "invitation_revoked",
        "member_joined",
        "member_role_changed",
        "member_removed",
        "password_link_made",
        "password_link_mailed",
        "password_set_by_link",
        "password_changed",
        "account_name_changed",
        "email_change_asked",
        "email_changed",
        "signed_out_elsewhere",
        "second_step_on",
        "second_step_off",
        "recovery_codes_renewed",
        "recovery_code_used",
        "passkey_added",
        "passkey_removed",
        "account_closed",
    ),
}
KINDS: Mapping[str, LogKind] = {action: kind for kind, actions in _OF.items() for action in actions}
