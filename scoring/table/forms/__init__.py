"""Forms of a table's phone."""
