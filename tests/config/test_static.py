from pathlib import Path

import pytest
from django.test import override_settings

from config.static import HashedOnceCollected


@pytest.fixture
def storage(tmp_path: Path) -> HashedOnceCollected:
    (tmp_path / "a.css").write_text("a {}")
    return HashedOnceCollected(location=str(tmp_path), base_url="/static/")


def test_names_are_plain_before_any_collecting(storage: HashedOnceCollected) -> None:
    assert storage.url("a.css") == "/static/a.css"


@override_settings(DEBUG=False)
def test_names_are_hashed_afterwards(storage: HashedOnceCollected) -> None:
    list(storage.post_process({"a.css": (storage, "a.css")}))
    assert storage.url("a.css").startswith("/static/a.")
    assert storage.url("a.css") != "/static/a.css"
