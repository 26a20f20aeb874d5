from __future__ import annotations

from tests.conftest import DEPENDING, TESTS


def test_shared_fixtures_send_no_test_to_postgresql() -> None:
    """Their users' files would be skipped, since they contain neither mark nor counting fixture."""
    shared = [path for path in TESTS.glob("**/*.py") if not path.name.startswith("test_")]
    assert len(shared) > 50
    naming = {path.name for path in shared if any(word in path.read_text("utf-8") for word in DEPENDING)}
    assert naming == {"conftest.py"}
