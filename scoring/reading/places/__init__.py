"""Who came where in a tournament that is over."""
