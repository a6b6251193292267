"""A table as it stands: loading and folding its log, and the view and narration of one viewer.

Every room above may import it. It imports fast, models, wording, clock and rules.
"""
