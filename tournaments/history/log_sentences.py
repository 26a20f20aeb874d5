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
from tournaments.naming.names import versus
from tournaments.people.domain.name_placeholders import real_names, with_names
from tournaments.signup.domain.applications import BY_APPLICANT
from tournaments.web.user_agents import device_kind

from .details import DETAIL_DESCRIPTIONS
from .details.action_kinds import LogKind
from .details.before_after import Change, changes_of, named_entrants
from .details.row_context import ActionDescriptions, RowValues

ACTIONS: Mapping[str, str | Promise] = {
    "tournament_created": gettext_lazy("Tournament created"),
    "tournament_changed": gettext_lazy("Settings changed"),
    "entrant_added": gettext_lazy("Pair entered"),
    "entrant_changed": gettext_lazy("Pair changed"),
    "entrant_removed": gettext_lazy("Pair taken off the list"),
    "sign_up_changed": gettext_lazy("Sign-up set"),
    "signed_up": gettext_lazy("Signed up"),
    "application_changed": gettext_lazy("Sign-up changed"),
    "application_confirmed": gettext_lazy("E-mail of a sign-up confirmed"),
    "application_cancelled": gettext_lazy("Sign-up cancelled"),
    "application_let_in": gettext_lazy("Entry accepted"),
    "application_waits": gettext_lazy("Put on the waiting list"),
    "application_refused": gettext_lazy("Entry rejected"),
    "applications_joined": gettext_lazy("Two sign-ups paired"),
    "seeker_seen": gettext_lazy("Shown to others looking for a partner"),
    "seeker_not_seen": gettext_lazy("Hidden from others looking for a partner"),
    "partner_asked": gettext_lazy("Asked someone to be a partner"),
    "partner_ask_withdrawn": gettext_lazy("Withdrew a partner request"),
    "partner_declined": gettext_lazy("Declined a partner request"),
    "application_reviewed": gettext_lazy("Both sign-ups with the same name kept"),
    "application_paid": gettext_lazy("Fee paid"),
    "application_unpaid": gettext_lazy("Fee not paid"),
    "contacts_forgotten": gettext_lazy("Contact details of sign-ups deleted"),
    "checked_in": gettext_lazy("Checked in"),
    "check_in_undone": gettext_lazy("Check-in undone"),
    "check_in_set": gettext_lazy("Check-in by phone set"),
    "room_code_renewed": gettext_lazy("Code of the room renewed"),
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
    "codes_end": gettext_lazy("Table codes end with the last day"),
    "table_kept": gettext_lazy("Scorekeeper named"),
    "table_added": gettext_lazy("Table added"),
    "table_closed": gettext_lazy("Table closed"),
    "table_opened": gettext_lazy("Table opened again"),
    "dealer_named": gettext_lazy("First dealer named"),
    "encounter_moved": gettext_lazy("Encounter moved to another table"),
    "player_substituted": gettext_lazy("Substitute"),
    "player_renamed": gettext_lazy("Name corrected"),
    "person_added": gettext_lazy("Person registered"),
    "people_imported": gettext_lazy("People imported from a list"),
    "person_data_handed_out": gettext_lazy("Stored data of a person downloaded"),
    "person_card_forgotten": gettext_lazy("Contact details and notes deleted as no longer needed"),
    "consent_withdrawn": gettext_lazy("Consent withdrawn, contact details and notes deleted"),
    "forgetting_changed": gettext_lazy("Storage time of contact details"),
    "person_card_changed": gettext_lazy("Contact details or notes changed"),
    "person_removed": gettext_lazy("Removed from the register"),
    "players_joined": gettext_lazy("Two people merged"),
    "players_parted": gettext_lazy("People separated again"),
    "names_chosen": gettext_lazy("Public names chosen"),
    "names_chosen_for_new": gettext_lazy("Public names of newcomers"),
    "club_changed": gettext_lazy("Club profile changed"),
    "club_logo_changed": gettext_lazy("Logo uploaded"),
    "club_logo_removed": gettext_lazy("Logo removed"),
    "template_kept": gettext_lazy("Saved as template"),
    "template_changed": gettext_lazy("Template changed"),
    "template_stages_changed": gettext_lazy("Stages of a template changed"),
    "template_sign_up_changed": gettext_lazy("Sign-up of a template changed"),
    "template_deleted": gettext_lazy("Template deleted"),
    "default_template_chosen": gettext_lazy("The club’s default chosen"),
    "series_started": gettext_lazy("Club nights planned"),
    "series_changed": gettext_lazy("Club nights changed"),
    "series_ended": gettext_lazy("Club nights ended"),
    "night_skipped": gettext_lazy("Club night skipped"),
    "night_not_skipped": gettext_lazy("Club night no longer skipped"),
    "invitation_issued": gettext_lazy("Invitation created"),
    "invitation_revoked": gettext_lazy("Invitation cancelled"),
    "member_joined": gettext_lazy("Member joined"),
    "member_role_changed": gettext_lazy("Role changed"),
    "member_removed": gettext_lazy("Member removed"),
    "password_link_made": gettext_lazy("One-time link for a new password created"),
    "password_link_mailed": gettext_lazy("Link for a new password sent by e-mail"),
    "password_set_by_link": gettext_lazy("New password set by a link"),
    "password_changed": gettext_lazy("Own password changed"),
    "account_name_changed": gettext_lazy("Own name changed"),
    "email_change_asked": gettext_lazy("New e-mail to be confirmed"),
    "email_changed": gettext_lazy("Own e-mail changed"),
    "signed_out_elsewhere": gettext_lazy("Signed out in another browser"),
    "second_step_on": gettext_lazy("Two-step sign-in turned on"),
    "second_step_off": gettext_lazy("Two-step sign-in turned off"),
    "recovery_codes_renewed": gettext_lazy("New recovery codes"),
    "recovery_code_used": gettext_lazy("Recovery code used"),
    "passkey_added": gettext_lazy("Passkey added"),
    "passkey_removed": gettext_lazy("Passkey removed"),
    "account_closed": gettext_lazy("Account closed"),
    "log_row_not_published": gettext_lazy("Sign-up (not in the archive)"),
}


@dataclass(frozen=True)
class LogEntry:
    """`changes` are given where there was a before, or for a `decision`."""

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
    """Run at most six more queries, for any number of rows."""
    ids = {identifier for row in rows if (identifier := _uuid(row.subject))}
    subjects = {**_encounters(ids), **_tables(ids)}
    names, marks = real_names(rows), play.marks()
    keepers = _keepers(row for row in rows if row.action == "table_kept")
    entrants = named_entrants(rows)
    decisions = {row.pk for row in rows if kinds and kinds.get(row.action) is LogKind.DECISIONS}
    return [
        LogEntry(
            row,
            _actor(row),
            str(ACTIONS.get(row.action) or play.actions.get(row.action, row.action)),
            _detail(row, subjects, keepers, {**marks, **names[row.club_id]}, play),
            play.history(row, _json(row.after)) if row.subject in subjects else "",
            _changes(row, names[row.club_id], entrants) if row.before or row.pk in decisions else [],
            row.pk in decisions,
        )
        for row in rows
    ]


def _changes(row: LogRow, names: Mapping[str, str], entrants: Mapping[str, str]) -> list[Change]:
    before, after = (with_names(_json(text), names) for text in (row.before, row.after))
    return changes_of(before, after, entrants)


def _actor(row: LogRow) -> str:
    device = device_kind(row.device)
    return f"{_name(row)} ({device})" if device else _name(row)


def _name(row: LogRow) -> str:
    if row.user is not None:
        return row.user.name
    if row.table_link is not None:
        table = _("Table %(number)s") % {"number": row.table_link.table.number}
        return f"{table}, {row.keeper.name}" if row.keeper is not None else table
    if row.sides_link is not None:
        return _("Table %(number)s, a player’s phone") % {"number": row.sides_link.table.number}
    if row.device == BY_APPLICANT.device:
        return _("Sign-up page")
    return _("From an archive") if row.origin else _("Console")


def _detail(
    row: LogRow,
    subjects: Mapping[str, str],
    keepers: Mapping[int, str],
    names: Mapping[str, str],
    play: ActionDescriptions,
) -> str:
    if is_withheld(row):
        withheld = _("the archive it came from has no more details")
        return ", ".join(part for part in (subjects.get(row.subject, ""), withheld) if part)
    before, after = (with_names(_json(text), names) for text in (row.before, row.after))
    if row.action == "table_kept":
        before, after = ({"keeper": keepers.get(values.get("keeper", 0), "")} for values in (before, after))
    describe = DETAIL_DESCRIPTIONS.get(row.action) or play.particulars.get(row.action)
    details = _row_details(row, describe, before, after) if describe else ""
    return ", ".join(part for part in (subjects.get(row.subject, ""), details) if part)


def _row_details(
    row: LogRow, describe: Callable[[RowValues, RowValues], str], before: RowValues, after: RowValues
) -> str:
    """Empty for an archive whose format we don't know."""
    try:
        return describe(before, after)
    except (LookupError, TypeError, ValueError, AttributeError):
        if row.origin is None:
            raise
        return ""


def _json(text: str) -> RowValues:
    loaded: RowValues = json.loads(text) if text else {}
    return loaded


def _encounters(ids: Iterable[UUID]) -> dict[str, str]:
    encounters = Encounter.objects.filter(public_id__in=ids).prefetch_related("sides__entrant")
    return {
        str(encounter.public_id): versus(
            side.entrant.real_name if side.entrant else "?" for side in encounter.sides_in_order
        )
        for encounter in encounters
    }


def _tables(ids: Iterable[UUID]) -> dict[str, str]:
    rows = Table.objects.filter(public_id__in=ids).values_list("public_id", "number")
    return {str(public_id): _("Table %(number)s") % {"number": number} for public_id, number in rows}


def _keepers(rows: Iterable[LogRow]) -> dict[int, str]:
    ids = {values["keeper"] for row in rows for values in (_json(row.before), _json(row.after)) if values}
    return dict(Keeper.objects.filter(pk__in=ids).values_list("pk", "name"))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
