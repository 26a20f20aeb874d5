from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import lock_rows
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.enums import ApplicationState, PartnerRequestState, TournamentState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Application, PartnerRequest, Tournament
from tournaments.naming.names import fold
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications, waiting_list
from tournaments.signup.domain.terms import needs_review


class NotTwoSeekers(Refused):
    code = "not_two_partner_seekers"
    template = _("Only two people who are looking for a partner can be paired. Check the list again.")


def lock_for_entries(tournament: Tournament) -> Tournament:
    """Lock club, then tournament. Raises EntriesClosed."""
    lock_club(tournament.club_id)
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    if locked.state != TournamentState.OPEN:
        raise EntriesClosed
    return locked


def pair_up(
    tournament: Tournament,
    applications: tuple[Application, Application],
    *,
    reviewed: bool,
    except_application: Application | None = None,
    by: Actor,
    at: datetime,
) -> Application:
    """Return the earlier application, whose turn the pair has.

    Organizers may review it unless one was `reviewed`. All partner requests of both lapse. Caller locks
    club and tournament, which is open for entries. Raises NotTwoSeekers.
    """
    keys = [application.pk for application in applications]
    seeking = tournament.applications.filter(pk__in=keys, state=ApplicationState.SEEKING)
    pair = list(seeking.select_related("tournament__club").order_by("signed_up_at", "pk"))
    if len(pair) != len(applications) or fold(pair[0].player_1) == fold(pair[1].player_1):
        raise NotTwoSeekers
    earlier, later = pair
    earlier.player_2 = later.player_1
    waits = reviewed or not needs_review(tournament)
    earlier.reviewed, earlier.state = reviewed, ApplicationState.WAITING if waits else ApplicationState.ASKED
    earlier.must_confirm = later.must_confirm = (
        False  # the partner or organizer accepts them without confirmation
    )
    earlier.save(update_fields=["player_2", "state", "reviewed", "must_confirm"])
    later.joined_to, later.state = earlier, ApplicationState.JOINED
    later.save(update_fields=["joined_to", "state", "must_confirm"])
    lapse_requests(earlier, later)
    log_and_publish("applications_paired", by=by, at=at, tournament=tournament, subject=earlier.public_id)
    waiting_list.move_up(tournament=tournament, by=by, at=at, except_application=except_application)
    earlier.refresh_from_db()
    if earlier.state != ApplicationState.LET_IN:
        notifications.notify_state(earlier, by=by, at=at, except_application=except_application)
    return earlier


def lapse_requests(*applications: Application) -> None:
    """Lapse accepted ones, too; needs a transaction."""
    involved = Q(asker__in=applications) | Q(asked__in=applications)
    open_states = (PartnerRequestState.OPEN, PartnerRequestState.ACCEPTED)
    PartnerRequest.objects.filter(involved, state__in=open_states).update(state=PartnerRequestState.FALLEN)
