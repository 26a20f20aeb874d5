"""In which language a page is, who is led on to another, and addresses that were other ones once."""
