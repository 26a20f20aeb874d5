"""The people of a club: real names, what everybody reads of them, how often they played."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.officials.queries.people import people_of, with_tournaments
from tournaments.files.writing import Cell, Sheet
from tournaments.models import Club


def people_sheet(club: Club) -> Sheet:
    """Everybody who has a name, by name."""
    heads = [_("Name"), _("Also called"), _("Everybody reads"), _("Tournaments")]
    return Sheet(_("People"), heads, _rows(club))


def _rows(club: Club) -> Iterator[list[Cell]]:
    for one in with_tournaments(people_of(club)):
        person = one.person
        also = ", ".join(alias.own_name for alias in person.aliases.all())
        shown = person.name if person.full_name else ""
        yield [person.real_name, also, shown, one.tournaments]
