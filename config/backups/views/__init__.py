"""Pages of backups, for owners and at the first start."""
