"""The rules of every title: pure functions over frozen values, from the standard library alone.

Other packages import `registry`, `record`, `commitment`, `cases`, `calibration` and `engine`. Only `registry` knows the
titles, which are in `games/titles/`. `lab` is for researchers and for the commands that measure bots.
"""
