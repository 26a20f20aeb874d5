"""The place of the games outside the 101 family (RULES §7), a file each; none is written yet."""
