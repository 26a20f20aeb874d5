"""Made through the domain functions that pages use."""
