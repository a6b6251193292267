"""Tests of the checks that `tools.torture` makes, and a short round of it."""
