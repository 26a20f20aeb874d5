from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import open_tournament
from tests.tournaments.signup.domain.applicants import CONTACT, set_terms
from tournaments.models import Club, Tournament

TYPED = {"player_1": "Ali Kaya", "player_2": "Ece Demir", "contact": CONTACT}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    opened = open_tournament(club=club)
    set_terms(opened)
    return opened


@pytest.fixture
def applicant_client() -> Client:
    return Client()


def shown_state(page: str) -> str:
    """State of the visitor's own entry: `listed`, `waiting`, `unconfirmed` …"""
    (state,) = re.findall(r'data-test="entry-([a-z-]+)"', page)
    return str(state)


def address(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.public_id, *more])
