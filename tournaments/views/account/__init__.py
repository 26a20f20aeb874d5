"""One's own account: what is kept of it, where one is signed in, the ways back in, and out for good."""
