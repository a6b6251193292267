"""Runs the site on a machine with nothing installed."""
