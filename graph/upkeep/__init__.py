"""What keeps a space in order between writes: leases, the ledger of model calls, missing vectors."""
