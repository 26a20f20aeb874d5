"""Which release of the program made a page, and where: another must not be answered with "unchanged"."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

PARTS = {
    "templates": ("*.html", "*.js"),
    "static": ("*.css", "*.js", "*.svg"),
    "locale": ("*.mo",),
    "rules": ("*.py",),
    "tournaments": ("*.py",),
    "scoring": ("*.py",),
}


@cache
def release() -> str:
    """A short digest of everything that pages are made of, read once for each process.

    The address is in their codes and links: a laptop in another network makes other pages.
    """
    digest = sha256(settings.PUBLIC_ADDRESS.encode())
    for folder, patterns in PARTS.items():
        for pattern in patterns:
            for path in sorted((Path(settings.BASE_DIR) / folder).rglob(pattern)):
                digest.update(str(path.relative_to(settings.BASE_DIR)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
