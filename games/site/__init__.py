"""What keeps the site well: health, metrics, cleaning, retention, and the check that all stored games agree with their
logs.

Only settings, tasks and management commands use it. It may import any room but `home`.
"""
