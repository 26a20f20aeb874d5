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


KIND_NAMES: Mapping[LogKind, str | Promise] = {
    LogKind.DECISIONS: _("Decisions"),
    LogKind.CALLS: _("Calls and protests"),
    LogKind.HANDS: pgettext_lazy("kind of act", "Hands"),
    LogKind.ROOM: _("Tables"),
    LogKind.DRAWS: _("Draws"),
    LogKind.ENTRIES: _("Entries"),
    LogKind.SCREEN: _("Screen and clock"),
    LogKind.SETTINGS: _("Settings and people"),
}

_ACTIONS_BY_KIND: Mapping[LogKind, tuple[str, ...]] = {
    LogKind.DECISIONS: ("player_substituted",),
    LogKind.ROOM: (
        "next_encounter_called",
        "partners_swapped",
        "table_link_renewed",
        "sides_link_renewed",
        "codes_printed",
        "codes_kept",
        "codes_not_extended",
        "keeper_named",
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
        "entrant_put_back",
        "checked_in",
        "check_in_undone",
        "entrant_paid",
        "entrant_unpaid",
        "signed_up",
        "application_changed",
        "application_confirmed",
        "application_cancelled",
        "application_accepted",
        "application_accepted_early",
        "application_waitlisted",
        "application_refused",
        "applications_paired",
        "partner_search_shown",
        "partner_search_hidden",
        "partner_requested",
        "partner_request_withdrawn",
        "partner_request_declined",
        "application_duplicate_dismissed",
        "application_paid",
        "log_row_not_published",
        "application_unpaid",
        "contact_details_deleted",
    ),
    LogKind.SETTINGS: (
        "tournament_created",
        "tournament_changed",
        "sign_up_changed",
        "phone_check_in_changed",
        "room_code_renewed",
        "room_screen_link_renewed",
        "public_names_changed",
        "newcomer_names_changed",
        "people_imported",
        "person_details_expired",
        "consent_withdrawn",
        "contact_retention_changed",
        "person_data_exported",
        "person_added",
        "person_details_changed",
        "person_removed",
        "player_renamed",
        "players_merged",
        "players_distinguished",
        "players_split",
        "club_changed",
        "club_logo_changed",
        "club_logo_removed",
        "template_saved",
        "template_changed",
        "template_stages_changed",
        "template_sign_up_changed",
        "template_deleted",
        "default_template_chosen",
        "series_started",
        "series_changed",
        "series_ended",
        "series_event_skipped",
        "series_event_skip_undone",
        "invitation_issued",
        "invitation_revoked",
        "member_joined",
        "member_role_changed",
        "member_removed",
        "password_link_created",
        "password_link_mailed",
        "password_set_by_link",
        "password_changed",
        "account_name_changed",
        "email_change_requested",
        "email_changed",
        "signed_out_elsewhere",
        "two_factor_enabled",
        "two_factor_disabled",
        "recovery_codes_renewed",
        "recovery_code_used",
        "passkey_added",
        "passkey_removed",
        "account_closed",
    ),
}
KIND_BY_ACTION: Mapping[str, LogKind] = {
    action: kind for kind, actions in _ACTIONS_BY_KIND.items() for action in actions
}
