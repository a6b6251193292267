"""Signing up and in: forms, codes, passkeys, second factor, sessions; what allauth leaves to a site.

Urls, settings and the rooms above may import it. It imports models, selectors, services and emails.
"""
