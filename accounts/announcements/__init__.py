"""What the site operator tells everybody at the top of the pages.

Settings, urls and the command `announce` use it. It imports models.
"""
