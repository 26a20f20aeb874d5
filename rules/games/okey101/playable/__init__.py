"""What the tiles of a rack could make: the dearest runs and sets, the most pairs, whether these open."""
