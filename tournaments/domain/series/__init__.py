"""Club nights: when they are, what becomes of each."""
