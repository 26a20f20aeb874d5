"""What is answered when something is wrong: with what was sent, with the database, with the disk."""
