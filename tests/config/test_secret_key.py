import importlib
from pathlib import Path

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured

from config import secret_key


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    return tmp_path / "var" / "secret-key"


def test_generated_key_is_private(key_file: Path) -> None:
    secret_key.make_key_file(key_file)
    assert key_file.stat().st_mode & 0o777 == 0o600


def test_a_key_is_made_once(key_file: Path) -> None:
    secret_key.make_key_file(key_file)
    key = key_file.read_text()
    secret_key.make_key_file(key_file)
    assert key_file.read_text() == key


def test_key_variable_precedes_key_file(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret_key.make_key_file(key_file)
    monkeypatch.setenv("SECRET_KEY_FILE", str(key_file))
    assert secret_key.secret_key(environ.Env()) == key_file.read_text().strip()
    monkeypatch.setenv("SECRET_KEY", "given")
    assert secret_key.secret_key(environ.Env()) == "given"


def test_command_generates_a_key() -> None:
    assert secret_key.secret_key(environ.Env()) != secret_key.secret_key(environ.Env())


@pytest.mark.parametrize("server", ["config.web", "config.asgi"])
def test_server_requires_a_lasting_key(server: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        importlib.import_module(server)


def test_configured_key_is_lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    secret_key.require_lasting_key()


def test_only_a_generated_key_goes_into_backups(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert secret_key.own_key(key_file.parent) == ""
    secret_key.make_key_file(key_file)
    assert secret_key.own_key(key_file.parent) == key_file.read_text().strip()
    monkeypatch.setenv("SECRET_KEY_FILE", str(key_file))
    assert secret_key.own_key(key_file.parent)
    monkeypatch.setenv("SECRET_KEY_FILE", str(key_file.parent / "another"))
    assert secret_key.own_key(key_file.parent) == ""
    monkeypatch.delenv("SECRET_KEY_FILE")
    monkeypatch.setenv("SECRET_KEY", "given")
    assert secret_key.own_key(key_file.parent) == ""
