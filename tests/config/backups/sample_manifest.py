from config.backups.manifest import Manifest
from tests.factories import NOW

HELD = Manifest(
    made_at=NOW.isoformat(),
    reason="hourly",
    engine="sqlite",
    clubs=1,
    tournaments=2,
    hands=3,
    newest="",
    migrations=["tournaments.0001_initial"],
    differences=[],
    unread=0,
)
