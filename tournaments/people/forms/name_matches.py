"""Whether a typed name means somebody whom the club knows: asked, never guessed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.naming.fuzzy_match import apart
from tournaments.naming.names import fold
from tournaments.people.domain.known_people import Known

_ANOTHER = "another"


@dataclass(frozen=True)
class Choice:
    """One answer; without a `key` it is somebody whom the club does not know yet."""

    value: str
    label: str
    detail: str = ""
    key: UUID | None = None


@dataclass(frozen=True)
class Question:
    """Who is meant by a name; `usual` is what stands chosen before anybody has answered."""

    field: str
    name: str
    choices: Sequence[Choice]
    usual: str
    given: str = ""

    @property
    def answer(self) -> Choice | None:
        """What was answered; nothing where that is no answer to this question."""
        return next((one for one in self.choices if one.value == self.given), None)

    @property
    def chosen(self) -> Choice | None:
        """The answer, else what is usual."""
        return self.answer or next((one for one in self.choices if one.value == self.usual), None)


def question(
    field: str,
    name: str,
    known: Sequence[Known],
    *,
    was: tuple[str, UUID] | None = None,
    given: str = "",
    settled: bool = False,
) -> Question | None:
    """Whom a name means, of those whom the club knows; nothing where it can mean only somebody new.

    `was` is who stood in this place under another name, which may be corrected. Answers are bound to the
    name: to another name they are none. In a long list each is `settled` until somebody answers otherwise:
    the first of the very name, else somebody new, who can be joined with another later.
    """
    if not known and was is None:
        return None
    choices = [Choice(str(one.key), _the_same(one), _about(one), one.key) for one in known]
    if was is not None:
        told = {"before": was[0], "after": name}
        about = _("In every tournament %(before)s is called %(after)s then.") % told
        choices.append(
            Choice(str(was[1]), _("The same person as before, under a corrected name"), about, was[1])
        )
    exact = [one for one in known if one.exact]
    another = _("Another one of that name") if exact else _("Somebody else")
    choices.append(Choice(f"{_ANOTHER} {fold(name)}", another))
    usual = str(exact[0].key) if len(exact) == 1 else ""
    if not exact and was is not None and apart(was[0], name) is not None:
        usual = str(was[1])
    if settled:
        usual = choices[0 if exact else -1].value
    return Question(field, name, choices, usual, given)


def _corrected(before: str, key: UUID, name: str) -> Choice:
    label = _("The same person as before, under a corrected name")
    told = {"before": before, "after": name}
    return Choice(str(key), label, _("In every tournament %(before)s is called %(after)s then.") % told, key)


def named_field(name: str) -> str:
    """The field that asks for a name in a list in which each stands once."""
    return f"who-{hashlib.sha256(fold(name).encode()).hexdigest()[:12]}"


def _the_same(one: Known) -> str:
    return _("The same person: %(name)s") % {"name": one.name}


def _about(one: Known) -> str:
    played = ngettext("%(count)s tournament", "%(count)s tournaments", one.tournaments)
    said = [played % {"count": one.tournaments}]
    if one.also:
        said.append(_("also called %(names)s") % {"names": ", ".join(one.also)})
    return " · ".join(said)
