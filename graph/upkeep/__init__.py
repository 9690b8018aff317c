"""Bookkeeping of a space: leases of rounds, the ledger of model calls, and missing vectors."""
