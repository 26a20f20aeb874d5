"""What keeps backups from being made or restored; each says why, in words for who runs the house."""


class Hindrance(Exception):  # noqa: N818 - a disk, a file, a server: no fault of ours
    """Nothing was made and nothing was changed, and why."""


class WentWrong(Hindrance):
    """A process did not come to its end; the last line of what it said."""


class NotABackup(Hindrance):
    """A file that can't be restored here."""


class CannotBe(Hindrance):
    """A copy that can't be made, opened or put in place."""


class Busy(Hindrance):
    """Another backup is being made, or restored."""
