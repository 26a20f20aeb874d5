"""A few evenings of the season; `make season` plays two hundred of each format."""

from __future__ import annotations

import pytest

from tests.season.checks import check
from tests.season.evening import FORMATS, Evening

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FORMATS)
def test_every_evening_ends_in_a_champion(name, seed):
    check(Evening(name, seed))
