"""Long work: rows in the database are the truth, the queue only rings the bell."""
