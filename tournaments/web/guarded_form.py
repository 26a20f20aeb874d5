"""One guard for every form that edits stored values: two people may have the same page open."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.forms.utils import flatatt
from django.utils.formats import localize
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SEEN: Final = "seen"
"""Name of the hidden input with the values that the page was opened with."""
_CLASH: Final = gettext_lazy(
    "%(field)s: someone else has changed this from “%(was)s” to “%(now)s” since you opened the page. What "
    "you typed is still here: save again to replace it."
)


@dataclass(frozen=True)
class Clash:
    name: str
    label: str
    was: str
    now: str


class GuardedForm(forms.Form):
    """Compare three values of each field: when the page was opened, typed, and stored now (`initial`).

    A field that only one side changed gets that side's value. One that both changed differently is an error
    `changed_meanwhile`; sent again, the typed value counts. A page without `seen` isn't compared, nor is a
    form that creates something (`guarded` False).
    """

    def __init__(self, *args: Any, guarded: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._compares = guarded and self.is_bound
        self._guarded = guarded
        self.clashes: list[Clash] = []
        self.merged_labels: list[str] = []

    @property
    def seen_values(self) -> SafeString:
        """Return a hidden input with the values shown, never restored on reload; "" if unguarded."""
        if not self._guarded:
            return SafeString()
        stored = {name: self.get_initial_for_field(field, name) for name, field in self._guarded_fields()}
        attributes = {
            "type": "hidden",
            "name": self.add_prefix(SEEN),
            "value": json.dumps(stored, cls=DjangoJSONEncoder, ensure_ascii=False),
            "autocomplete": "off",
        }
        return format_html("<input{}>", flatatt(attributes))

    def with_merged(self, message: str) -> str:
        """Append the fields in which others' changes were kept."""
        if not self.merged_labels:
            return message
        merged = _("Someone else changed these meanwhile; their values are kept: %(fields)s.")
        fields = ", ".join(dict.fromkeys(self.merged_labels))
        return format_html("{} {}", message, merged % {"fields": fields})

    def full_clean(self) -> None:
        if self._compares:
            self._compares = False
            self._merge()
        super().full_clean()
        for clash in self.clashes:
            details = {"field": clash.label, "was": clash.was, "now": clash.now}
            self.add_error(None, ValidationError(_CLASH, code="changed_meanwhile", params=details))

    def _merge(self) -> None:
        """Take stored values of fields that weren't typed in into `data`, their labels into `merged_labels`.

        A field that both changed goes to `clashes`.
        """
        opened = _parse(self.data.get(self.add_prefix(SEEN)))
        if not opened:
            return
        data = self.data.copy()  # type: ignore[attr-defined] # a QueryDict or dict
        for name, field in self._guarded_fields():
            if name not in opened:
                continue
            key = self.add_prefix(name)
            stored = self.get_initial_for_field(field, name)
            typed = field.widget.value_from_datadict(self.data, self.files, key)
            was, mine, now = (_comparable(field, value) for value in (opened[name], typed, stored))
            if now in (was, mine):
                continue
            label = str(self[name].label)
            if mine == was:
                _set_value(data, key, stored)
                self.merged_labels += [] if field.widget.is_hidden else [label]
            else:
                shown = (_display(field, value) for value in (opened[name], stored))
                self.clashes.append(Clash(name, label, *shown))
        self.data = data

    def _guarded_fields(self) -> Iterator[tuple[str, forms.Field]]:
        return ((name, field) for name, field in self.fields.items() if not field.disabled)


def _parse(text: Any) -> dict[str, Any] | None:
    with suppress(TypeError, ValueError, RecursionError):
        values = json.loads(text)
        return values if isinstance(values, dict) else None
    return None


def _value(field: forms.Field, raw: Any) -> Any:
    """Return `raw` if the field doesn't accept it."""
    with suppress(ValidationError, TypeError, ValueError, AttributeError):
        return field.to_python(raw)
    return raw


def _comparable(field: forms.Field, raw: Any) -> Any:
    """Ignore line endings, and the order of choices unless the field is `ordered`."""
    value = _value(field, raw)
    if isinstance(value, list | tuple):
        items = [str(item) for item in value]
        return items if getattr(field, "ordered", False) else sorted(items)
    if isinstance(value, str):
        return "\n".join(value.splitlines()).strip()
    return "" if value is None else value


def _display(field: forms.Field, raw: Any) -> str:
    value = _value(field, raw)
    labels = {str(key): str(label) for key, label in _flat_choices(getattr(field, "choices", ()))}
    items = value if isinstance(value, list | tuple) else [value]
    return ", ".join(labels.get(str(item)) or _display_plain(item) for item in items) or "–"


def _display_plain(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        value = localtime(value)
    return "–" if value in (None, "") else str(localize(value))


def _flat_choices(choices: Any) -> Iterator[tuple[Any, Any]]:
    for key, label in choices:
        yield from label if isinstance(label, list | tuple) else [(key, label)]


def _set_value(data: Any, key: str, value: Any) -> None:
    if isinstance(value, Sequence) and not isinstance(value, str) and hasattr(data, "setlist"):
        data.setlist(key, value)
    else:
        data[key] = value
