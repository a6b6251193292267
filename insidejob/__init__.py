"""The Django project."""

__version__ = "0.1.0"
