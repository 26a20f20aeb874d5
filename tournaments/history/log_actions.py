"""Each action of the log once: its kind, for the filter, and its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import LogRow


class LogKind(TextChoices):
    DECISIONS = "decisions", _("Decisions")
    CALLS = "calls", _("Calls and protests")
    HANDS = "hands", pgettext_lazy("kind of act", "Hands")
    ROOM = "room", _("Tables")
    DRAWS = "draws", _("Draws")
    ENTRIES = "entries", _("Entries")
    SCREEN = "screen", _("Screen and clock")
    SETTINGS = "settings", _("Settings and people")


RowValues = dict[str, Any]
Actions = Mapping[LogKind, Mapping[str, str | Promise]]


def _same_values(before: RowValues, after: RowValues) -> tuple[RowValues, RowValues]:
    return before, after


@dataclass(frozen=True)
class PlayLog:
    """What `scoring` adds; `word_values` words codes in before and after.

    `history_url` is of a row and its after.
    """

    actions: Actions = field(default_factory=dict)
    word_values: Callable[[RowValues, RowValues], tuple[RowValues, RowValues]] = _same_values
    history_url: Callable[[LogRow, RowValues], str] = lambda _row, _after: ""

    @property
    def labels(self) -> Mapping[str, str | Promise]:
        """By action, also of this app."""
        by_kind = (*ACTIONS.values(), *self.actions.values())
        return {action: label for labels in by_kind for action, label in labels.items()}

    def actions_of(self, kind: LogKind) -> set[str]:
        return {*ACTIONS.get(kind, ()), *self.actions.get(kind, ())}


ACTIONS: Actions = {
    LogKind.DECISIONS: {
        "player_substituted": _("Substitute"),
    },
    LogKind.ROOM: {
        "next_encounter_called": _("Next encounter called"),
        "partners_swapped": _("Partners changed seats"),
        "table_link_renewed": _("Table code renewed"),
        "sides_link_renewed": _("Players’ code renewed"),
        "codes_printed": _("Table codes printed"),
        "codes_kept": _("Table codes kept valid after the last day"),
        "codes_not_extended": _("Table codes end with the last day"),
        "keeper_named": _("Scorekeeper named"),
        "table_added": _("Table added"),
        "table_closed": _("Table closed"),
        "table_opened": _("Table opened again"),
        "dealer_named": _("First dealer named"),
        "encounter_moved": _("Encounter moved to another table"),
    },
    LogKind.DRAWS: {
        "stage_drawn": _("Drawn"),
        "round_drawn": _("Round drawn"),
        "round_undone": _("Round undone"),
        "draw_undone": _("Draw undone"),
    },
    LogKind.ENTRIES: {
        "entrant_added": _("Pair entered"),
        "entrant_changed": _("Pair changed"),
        "entrant_removed": _("Pair taken off the list"),
        "entrant_put_back": _("Pair put back on the list"),
        "signed_up": _("Signed up"),
        "application_changed": _("Sign-up changed"),
        "application_confirmed": _("E-mail of a sign-up confirmed"),
        "application_cancelled": _("Sign-up cancelled"),
        "application_accepted": _("Entry accepted"),
        "application_accepted_early": _("Entry accepted before its turn"),
        "application_waitlisted": _("Put on the waiting list"),
        "application_refused": _("Entry rejected"),
        "applications_paired": _("Two sign-ups paired"),
        "partner_search_shown": _("Shown to others looking for a partner"),
        "partner_search_hidden": _("Hidden from others looking for a partner"),
        "partner_requested": _("Asked someone to be a partner"),
        "partner_request_withdrawn": _("Withdrew a partner request"),
        "partner_request_declined": _("Declined a partner request"),
        "application_duplicate_dismissed": _("Both sign-ups with the same name kept"),
        "application_paid": _("Fee paid"),
        "application_unpaid": _("Fee not paid"),
        "unpaid_reminded": _("Unpaid entries reminded of the fee"),
        "contact_details_deleted": _("Contact details of sign-ups deleted"),
        "checked_in": _("Checked in"),
        "check_in_undone": _("Check-in undone"),
        "entrant_paid": _("Fee paid"),
        "entrant_unpaid": _("Fee not paid"),
        "log_row_not_published": _("Sign-up (not in the archive)"),
    },
    LogKind.SETTINGS: {
        "tournament_created": _("Tournament created"),
        "tournament_changed": _("Settings changed"),
        "sign_up_changed": _("Sign-up set"),
        "phone_check_in_changed": _("Check-in by phone set"),
        "room_code_renewed": _("Code of the room renewed"),
        "room_screen_link_renewed": _("Link of the room’s screen renewed"),
        "player_renamed": _("Name corrected"),
        "person_added": _("Person registered"),
        "people_imported": _("People imported from a list"),
        "person_data_exported": _("Stored data of a person downloaded"),
        "person_details_expired": _("Contact details and notes deleted as no longer needed"),
        "consent_withdrawn": _("Consent withdrawn, contact details and notes deleted"),
        "contact_retention_changed": _("Storage time of contact details"),
        "person_details_changed": _("Contact details or notes changed"),
        "person_removed": _("Removed from the register"),
        "players_merged": _("Two people merged"),
        "players_distinguished": _("Different people with similar names"),
        "players_split": _("People separated again"),
        "public_names_changed": _("Public names chosen"),
        "newcomer_names_changed": _("Public names of newcomers"),
        "club_changed": _("Club profile changed"),
        "club_logo_changed": _("Logo uploaded"),
        "club_logo_removed": _("Logo removed"),
        "blueprint_saved": _("Saved as template"),
        "blueprint_changed": _("Template changed"),
        "blueprint_stages_changed": _("Stages of a template changed"),
        "blueprint_sign_up_changed": _("Sign-up of a template changed"),
        "blueprint_deleted": _("Template deleted"),
        "default_blueprint_chosen": _("The club’s default chosen"),
        "evening_skipped": _("Club night skipped"),
        "evening_skip_undone": _("Club night no longer skipped"),
        "invitation_issued": _("Invitation created"),
        "invitation_revoked": _("Invitation cancelled"),
        "member_joined": _("Member joined"),
        "member_role_changed": _("Role changed"),
        "member_removed": _("Member removed"),
        "password_link_created": _("One-time link for a new password created"),
        "password_link_mailed": _("Link for a new password sent by e-mail"),
        "password_set_by_link": _("New password set by a link"),
        "password_changed": _("Own password changed"),
        "account_name_changed": _("Own name changed"),
        "email_change_requested": _("New e-mail to be confirmed"),
        "email_changed": _("Own e-mail changed"),
        "signed_out_elsewhere": _("Signed out in another browser"),
        "two_factor_enabled": _("Two-step sign-in turned on"),
        "two_factor_disabled": _("Two-step sign-in turned off"),
        "recovery_codes_renewed": _("New recovery codes"),
        "recovery_code_used": _("Recovery code used"),
        "passkey_added": _("Passkey added"),
        "passkey_removed": _("Passkey removed"),
        "account_closed": _("Account closed"),
    },
}
