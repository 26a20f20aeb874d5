from typing import Any, Final

from kombu.connection import Connection as KombuConnection

# The club's laptop: the broker lives in the memory of its one process.
IN_MEMORY: Final = "memory://localhost/"

# A request waits this long for a silent broker, and not for one that refuses; the sweep repairs unpublished
# tasks.
PUBLISH_TIMEOUT_SECONDS: Final = 0.5
# An unacknowledged task goes to another worker after this time. The longest task takes seconds; all tasks are
# idempotent.
VISIBILITY_TIMEOUT_SECONDS: Final = 300
POLLING_SECONDS: Final = 0.1
# Celery itself waits up to half a minute between attempts to reconnect.
RETRY_SECONDS: Final = 2


class Connection(KombuConnection):
    """Retry at a constant interval."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        retry = {"interval_start": RETRY_SECONDS, "interval_max": RETRY_SECONDS}
        return super().ensure_connection(*args, **(retry | options))  # type: ignore[no-untyped-call]


def is_in_memory(url: str) -> bool:
    return url.startswith("memory:")


def transport_options(url: str) -> dict[str, Any]:
    """Return Celery's options for a broker in memory or Redis; empty for others."""
    if is_in_memory(url):
        return {"polling_interval": POLLING_SECONDS}
    if not url.startswith(("redis:", "rediss:")):
        return {}
    return {
        "socket_connect_timeout": PUBLISH_TIMEOUT_SECONDS,
        "socket_timeout": PUBLISH_TIMEOUT_SECONDS,
        # By default a publisher retries for at least two seconds.
        "max_retries": 0,
        "visibility_timeout": VISIBILITY_TIMEOUT_SECONDS,
        # Restore unacknowledged tasks on every tick (10 s), not every tenth.
        "unacked_restore_throttle": 1,
    }
