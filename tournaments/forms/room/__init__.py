"""What is typed about the room."""
