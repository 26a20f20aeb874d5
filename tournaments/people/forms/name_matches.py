from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.naming.fuzzy_match import edit_distance
from tournaments.naming.names import fold
from tournaments.people.domain.known_people import KnownPerson
from tournaments.sentences import Sentence, fill_names

_NEW_PERSON = "another"
_PARTNERS_SHOWN = 2
_PHONE_ENDING = 4


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
    def has_namesakes(self) -> bool:
        """Several people may be meant; only details tell them apart."""
        return sum(choice.key is not None for choice in self.choices) > 1

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
    beside: Collection[str] = (),
    previous: tuple[str, UUID] | None = None,
    posted: str = "",
    preselect: bool = False,
) -> PersonQuestion | None:
    """Return None if it can only be a new person.

    Of several exact matches, the one who has played with a name `beside` is preselected. `previous` was here
    under another name. Answers are bound to the name. `preselect` chooses in long lists: the first exact
    match, else a new person.
    """
    if not known and previous is None:
        return None
    choices = [
        PersonChoice(
            str(candidate.key), _same_person_label(candidate), describe_person(candidate), candidate.key
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
    partners = [candidate for candidate in exact if _has_played_beside(candidate, beside)]
    likely = partners if len(partners) == 1 else exact
    preselected = str(likely[0].key) if len(likely) == 1 else ""
    if not exact and previous is not None and edit_distance(previous[0], name) is not None:
        preselected = str(previous[1])
    if preselect:
        preselected = str(likely[0].key) if exact else choices[-1].value
    return PersonQuestion(field, name, choices, preselected, posted)


def field_for_name(name: str) -> str:
    return f"who-{hashlib.sha256(fold(name).encode()).hexdigest()[:12]}"


def _same_person_label(person: KnownPerson) -> str:
    return _("The same person: %(name)s") % {"name": person.name}


def _has_played_beside(person: KnownPerson, names: Collection[str]) -> bool:
    return not {fold(name) for name in names}.isdisjoint(map(fold, person.partners))


def describe_person(person: KnownPerson) -> Sentence:
    """Return what tells a person from namesakes: tournaments, partners, club, phone's end, other names."""
    digits = "".join(filter(str.isdecimal, person.phone))[-_PHONE_ENDING:]
    details = {
        "names": ", ".join(person.other_names),
        "day": date_format(person.last_tournament_day, "j F Y") if person.last_tournament_day else "",
        "partners": ", ".join(person.partners[:_PARTNERS_SHOWN]),
        "club": person.club,
        "phone": f"{digits[:2]}\u00a0{digits[2:]}" if digits else "",
    }
    sentences = {
        "day": _("last one %(day)s"),
        "partners": _("with %(partners)s"),
        "club": "%(club)s",
        "phone": _("phone ends in %(phone)s"),
        "names": _("also called %(names)s"),
    }
    count = ngettext("%(count)s tournament", "%(count)s tournaments", person.tournament_count)
    shown = [count, *(sentence for detail, sentence in sentences.items() if details[detail])]
    names = {detail: details.pop(detail) for detail in ("partners", "club", "names")}
    return fill_names(" · ".join(shown), names, count=person.tournament_count, **details)
