"""Django's own backend with a pool of ours, as `ENGINE`; without a pool it is Django's to the letter."""

from __future__ import annotations

from django.db.backends.postgresql import base
from django.db.utils import DEFAULT_DB_ALIAS

from config.platform.postgresql.pool import FailFastPool


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's; all connections of a process that have the same alias share one `Pool`."""

    @property
    def pool(self) -> FailFastPool | None:
        options = self.settings_dict["OPTIONS"].get("pool")
        if not options or self.alias != DEFAULT_DB_ALIAS:
            return None
        pools: dict[str, FailFastPool] = self._connection_pools  # type: ignore[attr-defined]  # the stubs leave it out
        if self.alias not in pools:
            asked = {**self.get_connection_params(), "autocommit": True}
            configure = self._configure_connection  # type: ignore[attr-defined]  # the same
            made = FailFastPool(kwargs=asked, configure=configure, **options)
            pools.setdefault(self.alias, made)  # two threads may come at once; neither pool is open yet
        return pools[self.alias]
