from __future__ import annotations

from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from config.launcher.temporary_environment import newest_command


@pytest.mark.parametrize(
    ("environment", "command"),
    [
        (PurePosixPath("/home/a/.cache/uv/archive-v0/tNS9ZW3gTYt3dHPF"), "uvx"),
        (PurePosixPath("/mnt/tools/builds-v0/.tmpabc"), "uvx"),
        (PureWindowsPath(r"C:\Users\a\AppData\Local\uv\cache\archive-v0\tNS9ZW3gTYt3dHPF"), "uvx"),
        (PurePosixPath("/home/a/.cache/pipx/cd6c9c406f4459d"), "pipx run"),
        (PurePosixPath("/home/a/.local/pipx/.cache/cd6c9c406f4459d"), "pipx run"),
        (PurePosixPath("/Users/a/Library/Caches/pipx/cd6c9c406f4459d"), "pipx run"),
        (PureWindowsPath(r"C:\Users\a\AppData\Local\pipx\pipx\Cache\cd6c9c406f4459d"), "pipx run"),
    ],
)
def test_environment_of_a_cache_is_temporary(environment: PurePath, command: str) -> None:
    assert newest_command(environment).startswith(f"{command} ")


def test_uv_cache_may_be_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path))
    assert newest_command(tmp_path / "anything").startswith("uvx ")


@pytest.mark.parametrize(
    "environment",
    [
        PurePosixPath("/home/a/.local/share/uv/tools/istaka"),
        PurePosixPath("/home/a/.local/share/pipx/venvs/istaka"),
        PurePosixPath("/home/a/.local/pipx/venvs/istaka"),
        PurePosixPath("/usr"),
        PureWindowsPath(r"C:\Users\a\AppData\Roaming\uv\tools\istaka"),
        PureWindowsPath(r"C:\Users\a\pipx\venvs\istaka"),
        PureWindowsPath(r"C:\Users\a\AppData\Local\Programs\Istaka"),
    ],
)
def test_other_environments_last(environment: PurePath, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UV_CACHE_DIR", raising=False)
    assert newest_command(environment) == ""
