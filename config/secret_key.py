import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

_BYTES = 50
OWN_KEY_FILE = "secret-key"
"""Created by `serve` in `var/`."""


def secret_key(env: environ.Env) -> str:
    """Return SECRET_KEY, else SECRET_KEY_FILE's content, else a new key, not stored."""
    if key := env.str("SECRET_KEY", default=""):
        return str(key)
    if file := env.str("SECRET_KEY_FILE", default=""):
        return Path(file).read_text(encoding="ascii").strip()
    return secrets.token_urlsafe(_BYTES)


def is_configured() -> bool:
    return bool(os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"))


def require_lasting_key() -> None:
    """Raise `ImproperlyConfigured` unless it outlives the process."""
    if not is_configured():
        raise ImproperlyConfigured("A server needs SECRET_KEY or SECRET_KEY_FILE.")


def make_key_file(path: Path) -> None:
    """For its owner only; an existing file stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(_BYTES) + "\n")


def uses_own_key(folder: Path) -> bool:
    """This machine generated it there."""
    key_file = os.environ.get("SECRET_KEY_FILE") or str(folder / OWN_KEY_FILE)
    return not os.environ.get("SECRET_KEY") and Path(key_file) == folder / OWN_KEY_FILE


def own_key(folder: Path) -> str:
    path = folder / OWN_KEY_FILE
    return path.read_text(encoding="ascii").strip() if uses_own_key(folder) and path.exists() else ""
