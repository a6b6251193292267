"""Tools for developers; the site never imports them."""
