from __future__ import annotations

import pytest

from tournaments.web.user_agents import device_kind


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, lik", "Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebK", "iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like ", "Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/201001", "Windows"),
        ("console", ""),
        ("", ""),
    ],
)
def test_device_kind_is_read_from_the_user_agent(says, kind):
    assert device_kind(says) == kind
