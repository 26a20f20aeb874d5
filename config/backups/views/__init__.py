"""The pages of backups: for whoever looks after the house, and for its first owner."""
