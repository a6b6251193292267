"""Sign-up and sign-in: forms, codes, passkeys, second step, sessions, allauth's hooks.

Urls, settings and the rooms above may import it. It imports models, selectors, services and emails.
"""
