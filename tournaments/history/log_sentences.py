from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.log.audit_log import is_withheld
from tournaments.models import Encounter, Keeper, LogRow, Table
from tournaments.naming.names import join_sides
from tournaments.people.domain.name_placeholders import real_names, with_names
from tournaments.signup.domain.applications import APPLICANT_ACTOR
from tournaments.web.user_agents import device_kind

from .details import DETAIL_DESCRIPTIONS
from .details.action_kinds import LogKind
from .details.before_after import Change, list_changes, names_of_entrants
from .details.row_context import ActionDescriptions, RowValues

ACTIONS: Mapping[str, str | Promise] = {
    "tournament_created": gettext_lazy("Tournament created"),
    "tournament_changed": gettext_lazy("Settings changed"),
    "entrant_added": gettext_lazy("Pair entered"),
    "entrant_changed": gettext_lazy("Pair changed"),
    "entrant_removed": gettext_lazy("Pair taken off the list"),
    "entrant_put_back": gettext_lazy("Pair put back on the list"),
    "sign_up_changed": gettext_lazy("Sign-up set"),
    "signed_up": gettext_lazy("Signed up"),
    "application_changed": gettext_lazy("Sign-up changed"),
    "application_confirmed": gettext_lazy("E-mail of a sign-up confirmed"),
    "application_cancelled": gettext_lazy("Sign-up cancelled"),
    "application_accepted": gettext_lazy("Entry accepted"),
    "application_accepted_early": gettext_lazy("Entry accepted before its turn"),
    "application_waitlisted": gettext_lazy("Put on the waiting list"),
    "application_refused": gettext_lazy("Entry rejected"),
    "applications_paired": gettext_lazy("Two sign-ups paired"),
    "partner_search_shown": gettext_lazy("Shown to others looking for a partner"),
    "partner_search_hidden": gettext_lazy("Hidden from others looking for a partner"),
    "partner_requested": gettext_lazy("Asked someone to be a partner"),
    "partner_request_withdrawn": gettext_lazy("Withdrew a partner request"),
    "partner_request_declined": gettext_lazy("Declined a partner request"),
    "application_duplicate_dismissed": gettext_lazy("Both sign-ups with the same name kept"),
    "application_paid": gettext_lazy("Fee paid"),
    "application_unpaid": gettext_lazy("Fee not paid"),
    "contact_details_deleted": gettext_lazy("Contact details of sign-ups deleted"),
    "checked_in": gettext_lazy("Checked in"),
    "check_in_undone": gettext_lazy("Check-in undone"),
    "entrant_paid": gettext_lazy("Fee paid"),
    "entrant_unpaid": gettext_lazy("Fee not paid"),
    "phone_check_in_changed": gettext_lazy("Check-in by phone set"),
    "room_code_renewed": gettext_lazy("Code of the room renewed"),
    "room_screen_link_renewed": gettext_lazy("Link of the room’s screen renewed"),
    "stage_drawn": gettext_lazy("Drawn"),
    "round_drawn": gettext_lazy("Round drawn"),
    "round_undone": gettext_lazy("Round undone"),
    "draw_undone": gettext_lazy("Draw undone"),
    "next_encounter_called": gettext_lazy("Next encounter called"),
    "partners_swapped": gettext_lazy("Partners changed seats"),
    "table_link_renewed": gettext_lazy("Table code renewed"),
    "sides_link_renewed": gettext_lazy("Players’ code renewed"),
    "codes_printed": gettext_lazy("Table codes printed"),
    "codes_kept": gettext_lazy("Table codes kept valid after the last day"),
    "codes_not_extended": gettext_lazy("Table codes end with the last day"),
    "keeper_named": gettext_lazy("Scorekeeper named"),
    "table_added": gettext_lazy("Table added"),
    "table_closed": gettext_lazy("Table closed"),
    "table_opened": gettext_lazy("Table opened again"),
    "dealer_named": gettext_lazy("First dealer named"),
    "encounter_moved": gettext_lazy("Encounter moved to another table"),
    "player_substituted": gettext_lazy("Substitute"),
    "player_renamed": gettext_lazy("Name corrected"),
    "person_added": gettext_lazy("Person registered"),
    "people_imported": gettext_lazy("People imported from a list"),
    "person_data_exported": gettext_lazy("Stored data of a person downloaded"),
    "person_details_expired": gettext_lazy("Contact details and notes deleted as no longer needed"),
    "consent_withdrawn": gettext_lazy("Consent withdrawn, contact details and notes deleted"),
    "contact_retention_changed": gettext_lazy("Storage time of contact details"),
    "person_details_changed": gettext_lazy("Contact details or notes changed"),
    "person_removed": gettext_lazy("Removed from the register"),
    "players_merged": gettext_lazy("Two people merged"),
    "players_distinguished": gettext_lazy("Different people with similar names"),
    "players_split": gettext_lazy("People separated again"),
    "public_names_changed": gettext_lazy("Public names chosen"),
    "newcomer_names_changed": gettext_lazy("Public names of newcomers"),
    "club_changed": gettext_lazy("Club profile changed"),
    "club_logo_changed": gettext_lazy("Logo uploaded"),
    "club_logo_removed": gettext_lazy("Logo removed"),
    "template_saved": gettext_lazy("Saved as template"),
    "template_changed": gettext_lazy("Template changed"),
    "template_stages_changed": gettext_lazy("Stages of a template changed"),
    "template_sign_up_changed": gettext_lazy("Sign-up of a template changed"),
    "template_deleted": gettext_lazy("Template deleted"),
    "default_template_chosen": gettext_lazy("The club’s default chosen"),
    "series_started": gettext_lazy("Club nights planned"),
    "series_changed": gettext_lazy("Club nights changed"),
    "series_ended": gettext_lazy("Club nights ended"),
    "series_event_skipped": gettext_lazy("Club night skipped"),
    "series_event_skip_undone": gettext_lazy("Club night no longer skipped"),
    "invitation_issued": gettext_lazy("Invitation created"),
    "invitation_revoked": gettext_lazy("Invitation cancelled"),
    "member_joined": gettext_lazy("Member joined"),
    "member_role_changed": gettext_lazy("Role changed"),
    "member_removed": gettext_lazy("Member removed"),
    "password_link_created": gettext_lazy("One-time link for a new password created"),
    "password_link_mailed": gettext_lazy("Link for a new password sent by e-mail"),
    "password_set_by_link": gettext_lazy("New password set by a link"),
    "password_changed": gettext_lazy("Own password changed"),
    "account_name_changed": gettext_lazy("Own name changed"),
    "email_change_requested": gettext_lazy("New e-mail to be confirmed"),
    "email_changed": gettext_lazy("Own e-mail changed"),
    "signed_out_elsewhere": gettext_lazy("Signed out in another browser"),
    "two_factor_enabled": gettext_lazy("Two-step sign-in turned on"),
    "two_factor_disabled": gettext_lazy("Two-step sign-in turned off"),
    "recovery_codes_renewed": gettext_lazy("New recovery codes"),
    "recovery_code_used": gettext_lazy("Recovery code used"),
    "passkey_added": gettext_lazy("Passkey added"),
    "passkey_removed": gettext_lazy("Passkey removed"),
    "account_closed": gettext_lazy("Account closed"),
    "log_row_not_published": gettext_lazy("Sign-up (not in the archive)"),
}


@dataclass(frozen=True)
class LogEntry:
    """`changes`: where there was a before, or for a `decision`."""

    row: LogRow
    who: str
    what: str
    detail: str
    history: str = ""
    changes: Sequence[Change] = ()
    decision: bool = False


def describe_rows(
    rows: Sequence[LogRow], *, play: ActionDescriptions, kinds: Mapping[str, LogKind] | None = None
) -> list[LogEntry]:
    """Return an entry per row, with at most six more queries; without `kinds` none is a decision.

    The caller selects each row's user, keeper and links with their tables.
    """
    ids = {identifier for row in rows if (identifier := _parse_uuid(row.subject))}
    subjects = {**_encounter_names(ids), **_table_names(ids)}
    names, marks = real_names(rows), play.mark_names()
    keepers = _keeper_names(row for row in rows if row.action == "keeper_named")
    entrants = names_of_entrants(rows)
    decisions = {row.pk for row in rows if kinds and kinds.get(row.action) is LogKind.DECISIONS}
    return [
        LogEntry(
            row,
            _actor_with_device(row),
            str(ACTIONS.get(row.action) or play.actions.get(row.action, row.action)),
            _describe_details(row, subjects, keepers, {**marks, **names[row.club_id]}, play),
            play.history_url(row, _parse_json(row.after)) if row.subject in subjects else "",
            _changes(row, names[row.club_id], entrants) if row.before or row.pk in decisions else [],
            row.pk in decisions,
        )
        for row in rows
    ]


def _changes(row: LogRow, names: Mapping[str, str], entrants: Mapping[str, str]) -> list[Change]:
    before, after = (with_names(_parse_json(text), names) for text in (row.before, row.after))
    return list_changes(before, after, entrants)


def _actor_with_device(row: LogRow) -> str:
    device = device_kind(row.device)
    return f"{_actor_name(row)} ({device})" if device else _actor_name(row)


def _actor_name(row: LogRow) -> str:
    """Name the user, the table with its keeper, or else the row's source."""
    if row.user is not None:
        return row.user.name
    if row.table_link is not None:
        table = _("Table %(number)s") % {"number": row.table_link.table.number}
        return f"{table}, {row.keeper.name}" if row.keeper is not None else table
    if row.sides_link is not None:
        return _("Table %(number)s, a player’s phone") % {"number": row.sides_link.table.number}
    if row.device == APPLICANT_ACTOR.device:
        return _("Sign-up page")
    return _("From an archive") if row.origin else _("Console")


def _describe_details(
    row: LogRow,
    subjects: Mapping[str, str],
    keepers: Mapping[int, str],
    names: Mapping[str, str],
    play: ActionDescriptions,
) -> str:
    """Return subject and details, "" without either; a withheld row says so."""
    if is_withheld(row):
        withheld = _("the archive it came from has no more details")
        return ", ".join(part for part in (subjects.get(row.subject, ""), withheld) if part)
    before, after = (with_names(_parse_json(text), names) for text in (row.before, row.after))
    if row.action == "keeper_named":
        before, after = ({"keeper": keepers.get(values.get("keeper", 0), "")} for values in (before, after))
    describe = DETAIL_DESCRIPTIONS.get(row.action) or play.detail_descriptions.get(row.action)
    details = _row_details(row, describe, before, after) if describe else ""
    return ", ".join(part for part in (subjects.get(row.subject, ""), details) if part)


def _row_details(
    row: LogRow, describe: Callable[[RowValues, RowValues], str], before: RowValues, after: RowValues
) -> str:
    """Return "" for an imported row that can't be described; others raise."""
    try:
        return describe(before, after)
    except (LookupError, TypeError, ValueError, AttributeError):
        if row.origin is None:
            raise
        return ""


def _parse_json(text: str) -> RowValues:
    loaded: RowValues = json.loads(text) if text else {}
    return loaded


def _encounter_names(ids: Iterable[UUID]) -> dict[str, str]:
    encounters = Encounter.objects.filter(public_id__in=ids).prefetch_related("sides__entrant")
    return {
        str(encounter.public_id): join_sides(
            side.entrant.real_name if side.entrant else "?" for side in encounter.sides_in_order
        )
        for encounter in encounters
    }


def _table_names(ids: Iterable[UUID]) -> dict[str, str]:
    rows = Table.objects.filter(public_id__in=ids).values_list("public_id", "number")
    return {str(public_id): _("Table %(number)s") % {"number": number} for public_id, number in rows}


def _keeper_names(rows: Iterable[LogRow]) -> dict[int, str]:
    ids = {
        values["keeper"]
        for row in rows
        for values in (_parse_json(row.before), _parse_json(row.after))
        if values
    }
    return dict(Keeper.objects.filter(pk__in=ids).values_list("pk", "name"))


def _parse_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
