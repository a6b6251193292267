"""The Django project."""

__version__ = "0.3.0"
