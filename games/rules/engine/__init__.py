"""What all titles share: values, options, the protocol of a title, and playing, narrating and counting by it.

Every room may import it. It imports nothing of ours.
"""
