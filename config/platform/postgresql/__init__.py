"""PostgreSQL as processes that serve ask it: over a pool that knows when there is nothing to wait for."""
