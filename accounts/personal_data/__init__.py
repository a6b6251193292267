"""Asking for one's data, and leaving: an account goes a week after it was asked for.

`games.personal_data`, suspensions and urls may import it. It imports models, emails, services and sign_in.
"""
