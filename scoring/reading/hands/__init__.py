"""A hand as pages read it: each of its versions, and one put over another."""
