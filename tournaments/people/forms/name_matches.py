from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.naming.fuzzy_match import edit_distance
from tournaments.naming.names import fold
from tournaments.people.domain.known_people import KnownPerson

_NEW_PERSON = "another"


@dataclass(frozen=True)
class PersonChoice:
    """Without `key` it means a new person."""

    value: str
    label: str
    detail: str = ""
    key: UUID | None = None


@dataclass(frozen=True)
class PersonQuestion:
    field: str
    name: str
    choices: Sequence[PersonChoice]
    preselected_value: str
    posted_value: str = ""

    @property
    def answer(self) -> PersonChoice | None:
        return next((choice for choice in self.choices if choice.value == self.posted_value), None)

    @property
    def chosen(self) -> PersonChoice | None:
        return self.answer or next(
            (choice for choice in self.choices if choice.value == self.preselected_value), None
        )


def build_question(
    field: str,
    name: str,
    known: Sequence[KnownPerson],
    *,
    previous: tuple[str, UUID] | None = None,
    posted: str = "",
    preselect: bool = False,
) -> PersonQuestion | None:
    """Return None if it can only be a new person.

    `previous` was here under another name. Answers are bound to the name. `preselect` chooses in long
    lists: the first exact match, else a new person, who can be merged later.
    """
    if not known and previous is None:
        return None
    choices = [
        PersonChoice(
            str(candidate.key), _same_person_label(candidate), _person_detail(candidate), candidate.key
        )
        for candidate in known
    ]
    if previous is not None:
        names = {"before": previous[0], "after": name}
        detail = _("%(before)s is then called %(after)s in every tournament.") % names
        choices.append(
            PersonChoice(
                str(previous[1]), _("The same person as before, under a corrected name"), detail, previous[1]
            )
        )
    exact = [candidate for candidate in known if candidate.is_exact]
    another = _("Another person with that name") if exact else _("Someone else")
    choices.append(PersonChoice(f"{_NEW_PERSON} {fold(name)}", another))
    preselected = str(exact[0].key) if len(exact) == 1 else ""
    if not exact and previous is not None and edit_distance(previous[0], name) is not None:
        preselected = str(previous[1])
    if preselect:
        preselected = choices[0 if exact else -1].value
    return PersonQuestion(field, name, choices, preselected, posted)


def field_for_name(name: str) -> str:
    return f"who-{hashlib.sha256(fold(name).encode()).hexdigest()[:12]}"


def _same_person_label(person: KnownPerson) -> str:
    return _("The same person: %(name)s") % {"name": person.name}


def _person_detail(person: KnownPerson) -> str:
    count_text = ngettext("%(count)s tournament", "%(count)s tournaments", person.tournament_count)
    details = [count_text % {"count": person.tournament_count}]
    if person.other_names:
        details.append(_("also called %(names)s") % {"names": ", ".join(person.other_names)})
    return " · ".join(details)
