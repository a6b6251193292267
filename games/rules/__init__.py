"""The rules of every title: pure functions over frozen values, without Django, clock or I/O.

Other packages import `registry`, `record`, `commitment` and `engine`. Only `registry` knows the titles. `lab` is for
developers. Only the standard library is imported.
"""
