import pytest

from config.platform.file_descriptors import raise_descriptor_limit

resource = pytest.importorskip("resource")


@pytest.fixture
def _as_before():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("_as_before")
def test_as_many_as_are_wished_where_the_system_allows_them() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    assert raise_descriptor_limit(600) == 600
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (600, hard)


@pytest.mark.usefixtures("_as_before")
def test_nothing_is_taken_away() -> None:
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert raise_descriptor_limit(100) >= 100
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == soft


def test_no_more_than_the_system_allows() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        assert raise_descriptor_limit(hard + 1) <= hard
