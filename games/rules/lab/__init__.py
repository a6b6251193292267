"""Tools for developers: the bot arena, simulated games, and calibration of the suspicion model.

Only management commands, tests and benchmarks import it, never the site.
"""
