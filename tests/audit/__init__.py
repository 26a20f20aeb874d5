"""`python -m tests.audit`: whether what is installed is what the lock names, and is known to be weak.

Without a network: each package is pinned, with hashes and by no address; every one that is asked for is in
the lock; what is installed here is what it names; and what we hand on bears a licence that lets us.

With one: osv.dev, which collects what is known of weaknesses in published packages, is asked about all of
them in one request. Where it can't be reached that is said, loudly, and is no failure: no network shall keep
a change from being merged.
"""
