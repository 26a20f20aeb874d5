from __future__ import annotations

from django.db.backends.postgresql import base
from django.db.utils import DEFAULT_DB_ALIAS

from config.platform.postgresql.pool import FailFastPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Connections with one alias share a pool."""

    @property
    def pool(self) -> FailFastPool | None:
        """Return the shared pool; None without a `pool` option or for other connections."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if not options or self.alias != DEFAULT_DB_ALIAS:
            return None
        pools: dict[str, FailFastPool] = self._connection_pools  # type: ignore[attr-defined]  # missing in the stubs
        if self.alias not in pools:
            parameters = {**self.get_connection_params(), "autocommit": True}
            configure = self._configure_connection  # type: ignore[attr-defined]  # the same
            pool = FailFastPool(kwargs=parameters, configure=configure, **options)
            pools.setdefault(self.alias, pool)  # two threads may race; neither pool is open yet
        return pools[self.alias]
