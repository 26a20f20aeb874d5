"""Static files: hashed names where they were collected, plain names where not."""

from typing import Final

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT: Final = (
    r"""(?m)^(?P<matched>(?P<what>import |(?:import|export|\}) ?.*from )"(?P<url>\.[^"]+)";)$""",
    '%(what)s"%(url)s";',
)
"""The line of a module on which an import ends, in the one way in which we write it."""


class HashedOnceCollected(CompressedManifestStaticFilesStorage):
    """Names carry a hash as soon as `collectstatic` has run, else they are plain.

    So tests and a first `manage.py` command need no collecting, and a server,
    which always collects, gets names that browsers may keep for good.

    What our modules import is named by its hash too (`docs/decisions/scripts-are-modules.md`).
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", (IMPORT,)))
    max_post_process_passes = 20
    """One for each module in the longest chain of imports: a name holds the hash of what lies beneath it."""

    def stored_name(self, name: str) -> str:
        """Return the hashed name of `name`, or `name` before any collecting."""
        return super().stored_name(name) if self.hashed_files else name
