"""What exists only for speed: compiled queries, batched statements, and caches of logs and of drawn fragments.

`state` and the rooms above may import it; docs/performance.md says what each device brings. It imports models and
rules.
"""
