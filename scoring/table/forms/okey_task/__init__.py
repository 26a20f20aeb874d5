"""How a hand of task Okey is entered."""
