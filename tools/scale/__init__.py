"""The site with a million finished games: `make scale`."""
