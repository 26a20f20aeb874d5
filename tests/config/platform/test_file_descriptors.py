import pytest

from config.platform.file_descriptors import raise_descriptor_limit

resource = pytest.importorskip("resource")


@pytest.fixture
def _restore_descriptor_limit():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("_restore_descriptor_limit")
def test_limit_is_raised_to_wanted() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    assert raise_descriptor_limit(600) == 600
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (600, hard)


@pytest.mark.usefixtures("_restore_descriptor_limit")
def test_limit_is_never_lowered() -> None:
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert raise_descriptor_limit(100) >= 100
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == soft


def test_limit_stays_within_hard_limit() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        assert raise_descriptor_limit(hard + 1) <= hard
