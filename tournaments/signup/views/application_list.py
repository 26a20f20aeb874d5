"""What the sign-up desk shows of its rows: filters, search, pages, counts, pairs of seekers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from django.core.paginator import Page, Paginator
from django.utils.formats import number_format

from tournaments.enums import ApplicationState
from tournaments.naming.names import matches_search
from tournaments.signup.domain.contact_emails import Contact
from tournaments.signup.views.desk_rows import UNCONFIRMED, ManualRow, Row, SectionConsequence, contacts_of

PAGE_SIZE: Final = 200
_SHORT_FEE: Final = 16
_PRICE: Final = re.compile(r"(\D*?)(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?(\D*)")
"""A number with groups of three and decimals, however separated, and what is around it."""
_NOT_OF_A_NUMBER: Final = re.compile(r"^\s*\+90|\D")


@dataclass(frozen=True)
class SeekerPair:
    """Two seekers to be paired; `asker` sent the request that is not answered yet, None without one."""

    rows: tuple[Row, Row]
    asker: Row | None = None

    @property
    def asked(self) -> Row:
        return next(row for row in self.rows if row is not self.asker)

    @property
    def turn_if_paired(self) -> int:
        """Number on the waiting list while no place is free: of the one who signed up earlier."""
        return min(row.entries_waiting_before for row in self.rows) + 1

    @property
    def gets_email(self) -> bool:
        return any(row.gets_email for row in self.rows)

    @property
    def contacts(self) -> list[Contact]:
        """By first names: the full ones are beside them."""
        contacts = [contact for row in self.rows for contact in row.contacts]
        return [replace(contact, name=contact.name.partition(" ")[0]) for contact in contacts]


FILTERS: Final[Mapping[str, Callable[[Row | ManualRow], bool]]] = {
    "decide": lambda row: row.to_decide,
    "unpaid": lambda row: row.is_unpaid,
    "seeking": lambda row: row.heading == ApplicationState.SEEKING,
    "waiting": lambda row: row.has_turn,
    "unconfirmed": lambda row: row.heading == UNCONFIRMED,
    "listed": lambda row: row.is_listed,
}
"""What `?show=` leaves of the list."""


def count_payments(rows: Iterable[Row]) -> Mapping[str, int]:
    """Count paid and unpaid of those on the list who applied, duplicates included."""
    has_paid = [row.is_paid for row in rows if row.is_listed]
    return {"paid": sum(has_paid), "unpaid": has_paid.count(False)}


def fee_amount(fee: str) -> str:
    """Return the fee up to the first comma or bracket if that is a short text with a number, else ""."""
    amount = re.split(r"[,;]\s|\s*\(", fee)[0].strip()
    return amount if len(amount) <= _SHORT_FEE and any(map(str.isdigit, amount)) else ""


def fee_total(amount: str, count: int) -> str:
    """Return `count` times the amount, or "" unless that is a number and at most one word or sign."""
    price = _PRICE.fullmatch(amount)
    if not price or len(f"{price[1]} {price[4]}".split()) > 1:
        return ""
    decimals = price[3] or ""
    each = Decimal(f"{re.sub(r'[.,]', '', price[2])}.{decimals or 0}")
    total = number_format(each * count, decimal_pos=2 if decimals else 0, force_grouping=True)
    return f"{price[1]}{total}{price[4]}"


def paid_together(rows: Iterable[Row]) -> list[Row]:
    """Return the listed whose payments were marked at once, the last time that can still be undone."""
    lately = [row for row in rows if row.is_paid_lately]
    times = Counter(row.application.paid_at for row in lately)
    several = [paid_at for paid_at, count in times.items() if count > 1 and paid_at]
    return [row for row in lately if several and row.application.paid_at == max(several)]


def pair_seekers(rows: Iterable[Row]) -> list[SeekerPair]:
    """Pair seekers if one has asked the other, else the only two."""
    seekers = [row for row in rows if FILTERS["seeking"](row)]
    free = {row.application.pk: row for row in seekers}
    pairs: list[SeekerPair] = []
    for row in seekers:
        asked = free.get(row.application.asked_seeker)  # type: ignore[attr-defined]
        if asked and row.application.pk in free:
            del free[row.application.pk], free[asked.application.pk]
            first, second = sorted((row, asked), key=seekers.index)
            pairs.append(SeekerPair((first, second), asker=row))
    if not pairs and len(seekers) == 2:  # noqa: PLR2004 - a pair
        pairs.append(SeekerPair((seekers[0], seekers[1])))
    return pairs


def is_shown(row: Row | ManualRow, show: str) -> bool:
    """Apply a key of FILTERS, "" for none; what was paid lately stays among the unpaid, to be undone."""
    return not show or FILTERS[show](row) or (show == "unpaid" and row.has_fee and row.is_paid_lately)


def page_of(
    rows: Iterable[Row | ManualRow], *, search: str, show: str, number: str | None
) -> Page[Row | ManualRow]:
    """Return a page of the rows that match the search and the filter."""
    matching = [
        row
        for row in rows
        if is_shown(row, show) and (not search or is_found(search, row.names, _contacts_of(row)))
    ]
    return Paginator(matching, PAGE_SIZE).get_page(number)


def with_sections(rows: Sequence[Row | ManualRow]) -> list[Row | ManualRow]:
    """Set `section` in rows under review and waiting whose section has several."""
    shared = {
        heading: _section_of(rows, heading) for heading in (ApplicationState.ASKED, ApplicationState.WAITING)
    }
    return [
        replace(row, section=shared.get(row.heading))  # type: ignore[call-overload]
        if isinstance(row, Row)
        else row
        for row in rows
    ]


def _section_of(rows: Iterable[Row | ManualRow], heading: str) -> SectionConsequence | None:
    own = [row for row in rows if isinstance(row, Row) and row.heading == heading]
    paired = [row for row in own if not row.application.lacks_partner]
    if len(own) == 1 or not paired:
        return None
    turn = min((row.turn_if_accepted for row in paired if row.turn_if_accepted), default=None)
    return SectionConsequence(turn, gets_email=any(row.gets_email for row in own))


def is_found(search: str, names: str, contacts: Iterable[Contact] = ()) -> bool:
    """Find words that begin a name, or digits within a phone number, as find-applicant.js does."""
    digits = _NOT_OF_A_NUMBER.sub("", search)
    if digits:
        return any(digits in _NOT_OF_A_NUMBER.sub("", contact.text) for contact in contacts)
    return matches_search(search, [names])


def _contacts_of(row: Row | ManualRow) -> list[Contact]:
    return contacts_of(row.application) if isinstance(row, Row) else []
