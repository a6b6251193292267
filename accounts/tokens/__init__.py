"""Personal tokens with scopes, for programs: made, found and revoked.

`games.api` and urls may import it. It imports models, rate limits and sign_in.
"""
