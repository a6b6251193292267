"""Tools for developers: the arena of bots, simulated games, and the calibration of the suspicion model.

Only management commands, tests and benchmarks import it, never the site. It imports the rules.
"""
