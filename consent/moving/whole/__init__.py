"""The copy of a whole installation: who is who, contexts, trust, the policy and memories, out and back in."""
