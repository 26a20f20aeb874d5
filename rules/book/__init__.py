"""The common parts of all games' rule books."""
