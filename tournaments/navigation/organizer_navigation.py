from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from tournaments.access import managed_clubs
from tournaments.models import Tournament, User

from .next_steps import PRINT, NextStep, StepLink, next_step
from .organizer_pages import ACTS_BY_KEY, PAGES_BY_KEY, REFEREE, TABS, Page, Tab


@dataclass(frozen=True)
class Link:
    """`current` is the value of `aria-current`."""

    key: str
    name: str
    address: str
    current: str = ""


@dataclass(frozen=True)
class OrganizerNavigation:
    """Properties raise KeyError for an unknown page."""

    tournament: Tournament
    user: User | AnonymousUser
    key: str
    manages: bool

    @cached_property
    def page_key(self) -> str:
        """The page of which this is an act, or this page."""
        return ACTS_BY_KEY[self.key].page if self.key in ACTS_BY_KEY else self.key

    @property
    def tab(self) -> Tab:
        return PAGES_BY_KEY[self.page_key][0]

    @property
    def lead(self) -> str:
        act = ACTS_BY_KEY.get(self.key)
        return str(act.lead if act else PAGES_BY_KEY[self.key][1].lead)

    @property
    def tabs(self) -> list[Link]:
        """Referees see only theirs."""
        tabs = TABS if self.manages else (REFEREE,)
        first_pages = [(tab, tab.pages_of(self.tournament)[0]) for tab in tabs]
        return [
            self._link(page, tab.key, str(tab.name), is_open=tab is self.tab) for tab, page in first_pages
        ]

    @cached_property
    def pages(self) -> list[Link]:
        if not self.manages:
            return []
        open_pages = [page for page in self.tab.pages_of(self.tournament) if self._may_open(page)]
        links = [
            self._link(page, page.key, page.name_for(self.tournament), is_open=page.key == self.page_key)
            for page in open_pages
        ]
        return links if len(links) > 1 else []

    @cached_property
    def step(self) -> NextStep | None:
        return next_step(self.tournament, page_key=self.page_key) if self.manages else None

    @property
    def ways(self) -> Sequence[Link]:
        """Without a link to this page."""
        step = self.step
        return [self._way(link) for link in step.ways if link.page != self.key or link.anchor] if step else []

    @property
    def prints(self) -> bool:
        """This page itself prints the codes."""
        return self.step is not None and self.step.place == PRINT and self.key == "codes"

    def _may_open(self, page: Page) -> bool:
        clubs = managed_clubs(self.user).filter(pk=self.tournament.club_id)
        return not page.of_the_club or clubs.exists()

    def _link(self, page: Page, key: str, name: str, *, is_open: bool) -> Link:
        return Link(key, name, self._address(page), ("page" if page.key == self.key else "true") * is_open)

    def _way(self, step_link: StepLink) -> Link:
        anchor = f"#{step_link.anchor}" if step_link.anchor else ""
        return Link(step_link.page, step_link.words, self._address(PAGES_BY_KEY[step_link.page][1]) + anchor)

    def _address(self, page: Page) -> str:
        return reverse(page.address, args=[self.tournament.public_id])
