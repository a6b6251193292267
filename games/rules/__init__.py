"""The rules of every title: pure functions over frozen values, from the standard library alone.

Other packages import `registry`, `record`, `commitment` and `engine`. Only `registry` knows the titles; `lab` is for
developers.
"""
