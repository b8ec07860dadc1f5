"""The shapes of what is asked and answered, as the published description has them (docs/client.md)."""
