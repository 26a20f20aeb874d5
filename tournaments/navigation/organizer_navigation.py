from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from tournaments.access import managed_clubs
from tournaments.enums import TournamentState
from tournaments.models import Tournament, User

from .next_steps import PRINT, NextStep, StepLink, next_step
from .organizer_pages import ACTION_PAGES_BY_KEY, PAGES_BY_KEY, REFEREE_TAB, TABS, Page, Tab


@dataclass(frozen=True)
class NavigationLink:
    key: str
    name: str
    address: str
    current: str = ""


@dataclass(frozen=True)
class OrganizerNavigation:
    """Raises KeyError for an unknown page."""

    tournament: Tournament
    user: User | AnonymousUser
    key: str
    manages: bool

    @cached_property
    def page_key(self) -> str:
        """The page that an act belongs to, or this page."""
        return ACTION_PAGES_BY_KEY[self.key].page if self.key in ACTION_PAGES_BY_KEY else self.key

    @property
    def tab(self) -> Tab:
        return PAGES_BY_KEY[self.page_key][0]

    @property
    def intro_text(self) -> str:
        act = ACTION_PAGES_BY_KEY.get(self.key)
        return str(act.intro_text if act else PAGES_BY_KEY[self.key][1].intro_text)

    @property
    def tabs(self) -> list[NavigationLink]:
        """Referees see only theirs."""
        tabs = TABS if self.manages else (REFEREE_TAB,)
        first_pages = [(tab, tab.pages_of(self.tournament)[0]) for tab in tabs]
        return [
            self._link(page, tab.key, str(tab.name), is_open=tab is self.tab) for tab, page in first_pages
        ]

    @cached_property
    def pages(self) -> list[NavigationLink]:
        """Return links to the tab's pages that the user may open; none for only one, or without `manages`."""
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
    def step_links(self) -> Sequence[NavigationLink]:
        step = self.step
        return (
            [self._step_link(link) for link in step.step_links if link.page != self.key or link.anchor]
            if step
            else []
        )

    @property
    def prints_codes(self) -> bool:
        """Whether the next step prints at once; the page of the codes has its own button."""
        return self.step is not None and self.step.step_index == PRINT and self.key != "codes"

    @property
    def step_publishes(self) -> bool:
        """Whether the next step has a draft's button; after the draw, on paper and screen, a notice warns."""
        before_draw = self.tournament.state == TournamentState.OPEN
        return self.step is not None and before_draw and self.key not in ("codes", "screen")

    def _may_open(self, page: Page) -> bool:
        clubs = managed_clubs(self.user).filter(pk=self.tournament.club_id)
        return not page.needs_club_manager or clubs.exists()

    def _link(self, page: Page, key: str, name: str, *, is_open: bool) -> NavigationLink:
        return NavigationLink(
            key, name, self._address(page), ("page" if page.key == self.key else "true") * is_open
        )

    def _step_link(self, step_link: StepLink) -> NavigationLink:
        anchor = f"#{step_link.anchor}" if step_link.anchor else ""
        return NavigationLink(
            step_link.page, step_link.link_text, self._address(PAGES_BY_KEY[step_link.page][1]) + anchor
        )

    def _address(self, page: Page) -> str:
        return reverse(page.address, args=[self.tournament.public_id])
