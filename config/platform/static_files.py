import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from posixpath import join
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT_PATTERN: Final = (
    r"""(?m)^(?P<matched>(?P<what>import |(?:import|export|\}) ?.*from )"(?P<url>\.[^"]+)";)$""",
    '%(what)s"%(url)s";',
)
"""An import's last line, in our modules' one style."""
CSS_COMMENT: Final = re.compile(r"""("[^"]*"|'[^']*')|/\*.*?\*/\n?""", re.DOTALL)
"""A comment, or a string, which contains none."""
JS_COMMENT: Final = re.compile(r"""(`(?:\\.|[^`\\])*`)|^[ \t]*(?://[^\n]*)?\n""", re.DOTALL | re.MULTILINE)
"""A line with only a comment, or a template literal, whose lines are content."""
DIGEST_FILE: Final = "made-of"
"""Of what was collected."""

Sources = Mapping[str, tuple[Storage, str]]


class CommentStripper:
    def __init__(self, files: Storage) -> None:
        self.files = files

    def open(self, name: str) -> Any:
        comment = comment_pattern(name)
        if comment is None:
            return self.files.open(name)
        with self.files.open(name) as commented:
            return ContentFile(comment.sub(r"\1", commented.read().decode()).encode(), name)


def comment_pattern(name: str) -> re.Pattern[str] | None:
    if name.endswith(".css"):
        return CSS_COMMENT
    return JS_COMMENT if name.startswith("js/") else None


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hash names, also in modules' imports (`docs/decisions/tooling.md`)."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", (IMPORT_PATTERN,)))
    max_post_process_passes = 20
    """The longest chain of imports: each name hashes what it imports."""

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self.hashed_files else name

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        stripped = {name: (CommentStripper(files), path) for name, (files, path) in paths.items()}
        yield from super().post_process(stripped, *args, **options)
        Path(self.path(DIGEST_FILE)).write_text(digest(paths))

    def is_up_to_date(self) -> bool:
        digest_file = Path(self.path(DIGEST_FILE))
        return (
            digest_file.exists()
            and all(map(self.exists, self.hashed_files.values()))
            and digest_file.read_text() == digest(sources())
        )


def collect_if_changed() -> None:
    """Do nothing in a wheel, which contains the collected files."""
    if settings.ARE_STATIC_FILES_COLLECTED:
        return
    storage = storages["staticfiles"]
    assert isinstance(storage, HashedStaticFilesStorage)
    if not storage.is_up_to_date():
        call_command("collectstatic", interactive=False, verbosity=0)


def sources() -> Sources:
    files_by_name: dict[str, tuple[Storage, str]] = {}
    for finder in get_finders():
        for path, files in finder.list(StaticFilesConfig.ignore_patterns):
            files_by_name.setdefault(join(getattr(files, "prefix", "") or "", path), (files, path))
    return files_by_name


def digest(paths: Sources) -> str:
    """Include the collecting programs."""
    hasher = sha256(Path(__file__).read_bytes() + f"{version('django')} {version('whitenoise')}".encode())
    for name, (files, path) in sorted(paths.items()):
        with files.open(path) as source:
            hasher.update(f"{name} {files.size(path)} ".encode() + source.read())
    return hasher.hexdigest()
