"""Races: what happens when people click at one instant. `make races` runs 1,000 rounds of each."""
