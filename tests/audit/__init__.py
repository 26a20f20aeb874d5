"""Check installed packages against the lock and for known vulnerabilities: `python -m tests.audit`.

Offline: each package is pinned with hashes and not by address; everything required is in the lock; installed
versions match; licences allow redistribution.

Online: one request asks osv.dev about known vulnerabilities of all packages. If it can't be reached, a
warning is printed, but the audit doesn't fail, so that merging works offline.
"""
