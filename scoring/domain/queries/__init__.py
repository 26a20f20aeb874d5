"""What pages show, read in a number of queries that does not depend on how much there is to show."""
