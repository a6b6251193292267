"""What a person takes along and what is deleted with their account.

`site` and management commands may import it. It imports circles, archive, tables and the rooms below them.
"""
