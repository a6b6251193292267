"""The rules of every title, in pure Python over frozen values, without Django, clock, input or output.

Others import `registry`, `record`, `commitment` and what `engine` offers; only `registry` knows the packages of the
titles, and `lab` is for developers. It imports the standard library alone: `engine`, then the titles, then
`registry`, `record`, `commitment`, then `lab`.
"""
