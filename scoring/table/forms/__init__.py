"""What people type, turned into what the domain takes."""
