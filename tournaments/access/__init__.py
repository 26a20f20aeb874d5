"""Access rights: each function returns what a user may use, or raises Http404.

Owners and organizers manage; referees and scorekeepers enter hands; a table's link enters hands at its table.
Everybody sees public tournaments, members see drafts, nobody sees erased ones. Only this package decides
that.
"""

from .clubs import (
    club_with_logo_or_404,
    hosting_club_or_404,
    managed_club_or_404,
    managed_clubs,
    owned_club_or_404,
    owned_clubs,
    owns_club,
    person_or_404,
    shown_series_or_404,
)
from .encounters import (
    entered_encounter_or_404,
    managed_encounter_or_404,
    refereed_encounter_or_404,
    shown_encounter_or_404,
)
from .rights import (
    ANONYMOUS,
    MANAGERS,
    REFEREES,
    Visitor,
    is_member,
    may_enter_hands,
    may_manage,
    may_rule,
    memberships_for,
    rights_tag,
    roles_in,
)
from .tables import (
    SIDES_COOKIE_PREFIX,
    TABLE_COOKIE_PREFIX,
    CodesEnded,
    Device,
    cookie_name,
    link_by_token_or_404,
    sides_cookie_name,
    sides_link_by_short_code_or_404,
    sides_link_by_token_or_404,
    sides_or_404,
    table_or_404,
)
from .tournaments import (
    cloneable_tournament_or_404,
    managed_tournament_or_404,
    refereed_tournament_or_404,
    shown_to,
    shown_tournament_or_404,
)

__all__ = [
    "ANONYMOUS",
    "MANAGERS",
    "REFEREES",
    "SIDES_COOKIE_PREFIX",
    "TABLE_COOKIE_PREFIX",
    "CodesEnded",
    "Device",
    "Visitor",
    "cloneable_tournament_or_404",
    "club_with_logo_or_404",
    "cookie_name",
    "entered_encounter_or_404",
    "hosting_club_or_404",
    "is_member",
    "link_by_token_or_404",
    "managed_club_or_404",
    "managed_clubs",
    "managed_encounter_or_404",
    "managed_tournament_or_404",
    "may_enter_hands",
    "may_manage",
    "may_rule",
    "memberships_for",
    "owned_club_or_404",
    "owned_clubs",
    "owns_club",
    "person_or_404",
    "refereed_encounter_or_404",
    "refereed_tournament_or_404",
    "rights_tag",
    "roles_in",
    "shown_encounter_or_404",
    "shown_series_or_404",
    "shown_to",
    "shown_tournament_or_404",
    "sides_cookie_name",
    "sides_link_by_short_code_or_404",
    "sides_link_by_token_or_404",
    "sides_or_404",
    "table_or_404",
]
