"""What stands on paper: score sheets, the notation they are filled in with, the pack to resume from."""
