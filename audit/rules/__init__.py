"""Pure rules of the audit: canonical bytes, the chain, masking."""
