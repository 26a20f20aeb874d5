"""Pages that follow play by themselves, and the followed entrant."""
