"""Reports of talk and names, the pages of moderators, warnings and suspensions, and the pages of blocks.

Only urls, templates and management commands use it. It imports tables, people and the rooms below them.
"""
