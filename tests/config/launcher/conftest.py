from __future__ import annotations

from pathlib import Path

import pytest

from config.launcher.update import index


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def updatable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Look like a wheel with a data folder; return its index, an empty folder."""
    tree, offered = tmp_path / "istaka", tmp_path / "index"
    tree.mkdir()
    offered.mkdir()
    (tree / "__main__.py").touch()
    monkeypatch.setattr(index, "TREE", tree)
    monkeypatch.setenv(index.INDEX, str(offered))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return offered
