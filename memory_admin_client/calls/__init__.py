"""What can be asked of the site, each call described once."""
