"""Export and deletion of what games hold about a user.

`site` and management commands may import it. It imports circles, archive, tables and the rooms below them.
"""
