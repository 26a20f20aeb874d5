from __future__ import annotations

import re
import uuid
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.table.forms.hand_form import EntryForm
from tests.languages import LanguageClient
from tournaments.models import Encounter, Table, Tournament
from tournaments.refusals import Refused
from tournaments.tables.domain.tables import current_encounter


def table_of(tournament: Tournament, number: int = 1) -> Table:
    return tournament.tables.select_related("tournament").get(number=number)


def encounter_at(table: Table) -> Encounter:
    encounter = current_encounter(table)
    assert encounter is not None
    return encounter


def home_of(encounter: Encounter) -> Table:
    assert encounter.table is not None
    return encounter.table


def side_name(encounter: Encounter, letter: str = "A") -> str:
    entrant = encounter.sides.get(letter=letter).entrant
    assert entrant is not None
    return entrant.name


def phone(table: Table, language: str = "tr", *, keeper: str = "Nermin") -> Client:
    """Return a phone that opened the table's link, and that keeps the table if `keeper` is given."""
    client = LanguageClient(language)
    link = table.links.get(revoked_at=None)
    client.get(reverse("scoring:open_table", args=[link.token]), follow=True)
    if keeper:
        client.post(address("become_keeper", table), {"name": keeper})
    return client


def address(name: str, table: Table, *rest: Any) -> str:
    return reverse(f"scoring:{name}", args=[table.public_id, *rest])


def whole_form(table: Table) -> str:
    return f"{address('enter_hand', table)}?whole"


def hand(
    encounter: Encounter, *, match: int | str = 1, deal: int | str = 1, **changes: Any
) -> dict[str, Any]:
    """Return the fields of a plain finish by A1, both opponents opened with series.

    Changes name fields with `__` for the dash: `B1__points=40`; None leaves a field out.
    """
    data: dict[str, Any] = {
        "encounter": str(encounter.public_id),
        "match": match,
        "deal": deal,
        "entry_key": str(uuid.uuid4()),
        "end": "A1",
        "finish": "plain",
        "A1-opening": "series",
        "B1-opening": "series",
        "B1-points": "30",
        "B1-okeys": "0",
        "B2-opening": "series",
        "B2-points": "40",
        "B2-okeys": "0",
    }
    data |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in data.items() if value is not None}


def correction(
    encounter: Encounter, *, version: int = 1, reason: str = "Rakamlar ters", **changes: Any
) -> dict[str, Any]:
    return hand(encounter, **changes) | {"version": version, "reason": reason}


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def has_element(response: Any, name: str) -> bool:
    """Whether an element has this `data-test`."""
    return f'data-test="{name}"' in response.content.decode()


def asked_fields(response: Any) -> set[str]:
    """Names of the hand form's fields that a person fills in."""
    page = response.content.decode()
    form = page[page.index('id="hand"') :].partition("</form>")[0]
    names = set(re.findall(r'\sname="([^"]+)"', form))
    return names - {*EntryForm.HAND_ID_FIELDS, "csrfmiddlewaretoken"}


def choices(response: Any, field: str) -> list[str]:
    return re.findall(rf'\sname="{field}"\s+value="([^"]+)"', response.content.decode())


def in_page_language(response: Any, refusal: Refused) -> str:
    with translation.override(response.wsgi_request.LANGUAGE_CODE):
        return refusal.message


def text_at(response: Any, element: str) -> str:
    page = response.content.decode()
    element_match = re.search(rf'<(\w+)[^>]*\bid="{element}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", element_match[2])).split()) if element_match else ""
