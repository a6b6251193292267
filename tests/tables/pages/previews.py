"""What a page says of itself to those who show a link to it."""

import re

PROPERTY = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')
