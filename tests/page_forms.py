"""Reads the forms of a page, and sends them as a browser does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

from django.test import Client

from tests.pages.page_parser import read

TICKED = ("checkbox", "radio")


@dataclass(frozen=True)
class PageForm:
    address: str
    values: dict[str, list[str]]
    visible: dict[str, list[str]]
    """Filled-in values of controls that a person can change, choices included."""

    def send(self, client: Client, **changes: Any) -> Any:
        return client.post(self.address, {**self.values, **changes})


def forms_of(response: Any, address: str) -> list[PageForm]:
    root = read(response.content.decode(), whole=True).root
    return [
        _page_form(form, address) for form in root.iter("form") if form.get("method", "").lower() == "post"
    ]


def guarded_form(client: Client, address: str, response: Any = None) -> PageForm:
    """Return the form of the page that has the hidden input `seen`."""
    forms = forms_of(response or client.get(address), address)
    [form] = [form for form in forms if "seen" in form.values]
    return form


def seen_values(response: Any) -> str:
    [form] = [form for form in forms_of(response, "/") if "seen" in form.values]
    return form.values["seen"][0]


def _page_form(form: Element, page: str) -> PageForm:
    values: dict[str, list[str]] = {}
    visible: dict[str, list[str]] = {}
    for name, value, hidden in _controls(form):
        values.setdefault(name, []).append(value)
        if not hidden and value:
            visible.setdefault(name, []).append(value)
    address = urlsplit(urljoin(page, form.get("action") or page))
    return PageForm(address.path, values, visible)


def _controls(form: Element) -> Iterator[tuple[str, str, bool]]:
    """Yield name, value and whether it is hidden; disabled controls and buttons aren't sent."""
    for control in form.iter():
        name = control.get("name")
        if not name or control.get("disabled") is not None:
            continue
        if control.tag == "textarea":
            yield name, "".join(control.itertext()).removeprefix("\n"), False
        elif control.tag == "select":
            options = [*control.iter("option")]
            chosen = [option for option in options if option.get("selected") is not None] or options[:1]
            yield from ((name, option.get("value") or "", False) for option in chosen)
        elif control.tag == "input":
            kind = control.get("type", "text")
            ticked = kind not in TICKED or control.get("checked") is not None
            if ticked and kind not in ("submit", "button", "image", "reset", "file"):
                yield name, control.get("value", "on" if kind in TICKED else ""), kind == "hidden"
