"""What Celery is told about the broker that carries its messages."""

from typing import Any, Final

from kombu.connection import Connection as KombuConnection

# Celery's broker that lives in one process and never leaves it: the club's laptop.
IN_MEMORY: Final = "memory://localhost/"

# A web request that publishes waits this long for a broker that is silent, and
# not at all for one that refuses. The sweep repairs what was not published.
PUBLISH_TIMEOUT_SECONDS: Final = 0.5
# A task unacknowledged for so long is given to another worker. Far above the
# longest task, which takes seconds; all tasks bear being run twice.
VISIBILITY_TIMEOUT_SECONDS: Final = 300
# How often the worker inside `serve` looks for work.
POLLING_SECONDS: Final = 0.1
# A worker whose broker is gone looks for it so often; by itself it would rest for up to half a minute.
RETRY_SECONDS: Final = 2


class Connection(KombuConnection):
    """A connection that is looked for as often after an hour as at once."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        often = {"interval_start": RETRY_SECONDS, "interval_max": RETRY_SECONDS}
        return super().ensure_connection(*args, **(often | options))  # type: ignore[no-untyped-call]


def is_in_memory(url: str) -> bool:
    """Tell whether messages to the broker at `url` stay in the memory of one process."""
    return url.startswith("memory:")


def transport_options(url: str) -> dict[str, Any]:
    """Return the options of the transport that `url` names."""
    if is_in_memory(url):
        return {"polling_interval": POLLING_SECONDS}
    if not url.startswith(("redis:", "rediss:")):
        return {}
    return {
        "socket_connect_timeout": PUBLISH_TIMEOUT_SECONDS,
        "socket_timeout": PUBLISH_TIMEOUT_SECONDS,
        # Without this a publisher tries again for at least two seconds.
        "max_retries": 0,
        "visibility_timeout": VISIBILITY_TIMEOUT_SECONDS,
        # Unacknowledged tasks are looked for on every tick (10 s), not on every tenth.
        "unacked_restore_throttle": 1,
    }
