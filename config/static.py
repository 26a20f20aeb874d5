"""Static files: hashed names where they were collected, plain names where not."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedOnceCollected(CompressedManifestStaticFilesStorage):
    """Names carry a hash as soon as `collectstatic` has run, else they are plain.

    So tests and a first `manage.py` command need no collecting, and a server,
    which always collects, gets names that browsers may keep for good.
    """

    def stored_name(self, name: str) -> str:
        """Return the hashed name of `name`, or `name` before any collecting."""
        return super().stored_name(name) if self.hashed_files else name
