"""Error pages and messages: bad requests, unusable databases and disks."""
