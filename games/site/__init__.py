"""Health, metrics, cleaning, retention and the consistency check.

Only settings, tasks and management commands use it. It may import any room but `home`.
"""
