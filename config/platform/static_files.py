"""Static files: hashed names where they were collected, plain names where not."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from posixpath import join
from typing import Any, Final

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
"""The line of a module on which an import ends, in the one way in which we write it."""
CSS_COMMENT: Final = re.compile(r"""("[^"]*"|'[^']*')|/\*.*?\*/\n?""", re.DOTALL)
"""A comment of a style sheet, or a string, in which none can be."""
JS_COMMENT: Final = re.compile(r"""(`(?:\\.|[^`\\])*`)|^[ \t]*(?://[^\n]*)?\n""", re.DOTALL | re.MULTILINE)
"""A line of a script on which nothing else is than a comment, or a template, whose lines are its words."""
DIGEST_FILE: Final = "made-of"
"""The file that says what was collected: its digest."""

Sources = Mapping[str, tuple[Storage, str]]


class CommentStripper:
    """The files as their writers have them, without our comments: no browser needs these."""

    def __init__(self, files: Storage) -> None:
        self.files = files

    def open(self, name: str) -> Any:
        """Open a file to read it."""
        comment = comment_pattern(name)
        if comment is None:
            return self.files.open(name)
        with self.files.open(name) as commented:
            return ContentFile(comment.sub(r"\1", commented.read().decode()).encode(), name)


def comment_pattern(name: str) -> re.Pattern[str] | None:
    """What a file bears for its writers alone; `None` where others wrote it."""
    if name.endswith(".css"):
        return CSS_COMMENT
    return JS_COMMENT if name.startswith("js/") else None


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Names carry a hash as soon as `collectstatic` has run, else they are plain.

    So tests and a first `manage.py` command need no collecting, and a server,
    which always collects, gets names that browsers may keep for good.

    What our modules import is named by its hash too (`docs/decisions/scripts-are-modules.md`).
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", (IMPORT_PATTERN,)))
    max_post_process_passes = 20
    """One for each module in the longest chain of imports: a name holds the hash of what lies beneath it."""

    def stored_name(self, name: str) -> str:
        """Return the hashed name of `name`, or `name` before any collecting."""
        return super().stored_name(name) if self.hashed_files else name

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Give what was collected its hashed names; what browsers get bears no comments."""
        bare = {name: (CommentStripper(files), path) for name, (files, path) in paths.items()}
        yield from super().post_process(bare, *args, **options)
        Path(self.path(DIGEST_FILE)).write_text(digest(paths))

    def is_up_to_date(self) -> bool:
        """Whether all that would be collected is there, made of what lies in the folders now."""
        made_of = Path(self.path(DIGEST_FILE))
        return (
            made_of.exists()
            and all(map(self.exists, self.hashed_files.values()))
            and made_of.read_text() == digest(sources())
        )


def collect_if_changed() -> None:
    """Put what browsers load where the server looks for it, unless it lies there already."""
    storage = storages["staticfiles"]
    assert isinstance(storage, HashedStaticFilesStorage)
    if not storage.is_up_to_date():
        call_command("collectstatic", interactive=False, verbosity=0)


def sources() -> Sources:
    """What would be collected, by the names that it would get, as `collectstatic` finds it."""
    found: dict[str, tuple[Storage, str]] = {}
    for finder in get_finders():
        for path, files in finder.list(StaticFilesConfig.ignore_patterns):
            found.setdefault(join(getattr(files, "prefix", "") or "", path), (files, path))
    return found


def digest(paths: Sources) -> str:
    """What says that these files were collected by these programs, and no others."""
    made = sha256(Path(__file__).read_bytes() + f"{version('django')} {version('whitenoise')}".encode())
    for name, (files, path) in sorted(paths.items()):
        with files.open(path) as source:
            made.update(f"{name} {files.size(path)} ".encode() + source.read())
    return made.hexdigest()
