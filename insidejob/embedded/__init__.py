"""What serves the site on a machine with nothing installed: its runner, its files of mail, its secret key."""
