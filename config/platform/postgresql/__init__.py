"""PostgreSQL backend whose connection pool fails fast while the server is down."""
