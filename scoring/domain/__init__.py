"""The ledger and everything that is decided from it. Same manners as `tournaments.domain`."""
