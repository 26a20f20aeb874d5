"""A digest of the release, so that "unchanged" is never answered for another one."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

DIGEST_SOURCES = {
    "templates": ("*.html", "*.js"),
    "static": ("*.css", "*.js", "*.svg"),
    "collected-static": ("staticfiles.json",),
    "locale": ("*.mo",),
    "rules": ("*.py",),
    "tournaments": ("*.py",),
    "scoring": ("*.py",),
}


@cache
def release() -> str:
    digest = sha256(settings.PUBLIC_ADDRESS.encode())
    for folder, patterns in DIGEST_SOURCES.items():
        for pattern in patterns:
            for path in sorted((Path(settings.BASE_DIR) / folder).rglob(pattern)):
                digest.update(str(path.relative_to(settings.BASE_DIR)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
