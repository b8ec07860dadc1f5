"""What every door over HTTP shares: problems, strict JSON, cursors, limits, typed requests."""
