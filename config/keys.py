"""The secret key: given, kept in a file on this machine, or for one command only."""

import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

_BYTES = 50
OWN_KEY_FILE = "secret-key"
"""The file in `var/` in which `serve` keeps the key that it made."""


def secret_key(env: environ.Env) -> str:
    """Return SECRET_KEY, else what the file SECRET_KEY_FILE holds, else a new one.

    A new one is good for a command that signs nothing that outlives it; a
    server asks `demand_lasting_key` first.
    """
    if given := env.str("SECRET_KEY", default=""):
        return str(given)
    if file := env.str("SECRET_KEY_FILE", default=""):
        return Path(file).read_text(encoding="ascii").strip()
    return secrets.token_urlsafe(_BYTES)


def is_configured() -> bool:
    """Tell whether the environment names a key that outlives this process."""
    return bool(os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"))


def require_lasting_key() -> None:
    """Refuse to serve with a key that ends with the process.

    Raises `ImproperlyConfigured`: with such a key every sign-in would end at
    the next start, and two processes would not know each other's cookies.
    """
    if not is_configured():
        raise ImproperlyConfigured("A server needs SECRET_KEY or SECRET_KEY_FILE.")


def make_key_file(path: Path) -> None:
    """Write a new key to `path`, readable by its owner only, unless there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(_BYTES) + "\n")


def uses_own_key(folder: Path) -> bool:
    """Tell whether this machine makes its key for itself and keeps it in `folder`."""
    named = os.environ.get("SECRET_KEY_FILE") or str(folder / OWN_KEY_FILE)
    return not os.environ.get("SECRET_KEY") and Path(named) == folder / OWN_KEY_FILE


def own_key(folder: Path) -> str:
    """Return the key that this machine made for itself; blank where there is none, or it is given."""
    path = folder / OWN_KEY_FILE
    return path.read_text(encoding="ascii").strip() if uses_own_key(folder) and path.exists() else ""
