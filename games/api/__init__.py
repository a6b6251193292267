"""The API at `/api/1/`: the same services and selectors as the pages, as JSON, for programs with a token.

Only urls and the settings import it. It may import every room. What middleware imports does not import django-ninja, so
that a site without programs never loads it.
"""
