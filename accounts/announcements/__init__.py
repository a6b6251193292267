"""Announcements of the site operator at the top of all pages.

Settings, urls and the command `announce` use it. It imports models.
"""
