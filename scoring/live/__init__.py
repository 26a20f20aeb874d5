"""Pages that follow play by themselves, and whom a visitor follows."""
