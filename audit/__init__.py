"""What happened: events, seals, deliveries, violations. No content is ever kept here."""
