"""What all titles share: values, options, the `Title` protocol, playing, narrating and counting.

It imports no other package of ours.
"""
