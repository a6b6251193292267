"""A table as it stands: loading and folding its log, and one viewer's view and narration.

Every room above may import it. It imports fast, models, wording, clock and rules.
"""
