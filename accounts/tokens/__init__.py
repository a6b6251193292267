"""Tokens for programs.

`games.api` and urls may import it. It imports models, rate limits and sign_in.
"""
