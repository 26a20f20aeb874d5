"""For PostgreSQL `make test` reads only files that say themselves that a test of theirs belongs there."""

from __future__ import annotations

from tests.conftest import DEPENDING, TESTS


def test_what_several_files_share_sends_no_test_to_postgresql() -> None:
    """Their files would be passed by, for neither a mark nor a fixture that counts would be named in them."""
    shared = [path for path in TESTS.glob("**/*.py") if not path.name.startswith("test_")]
    assert len(shared) > 50
    naming = {path.name for path in shared if any(word in path.read_text("utf-8") for word in DEPENDING)}
    assert naming == {"conftest.py"}
