"""What an installation's policy may say: every setting with its type, its bounds and what it means."""
