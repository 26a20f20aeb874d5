"""Django middleware, one a file."""
