"""People one plays with: blocks, recent players, profiles, history, statistics and head-to-head.

The rooms above may import its selectors and services. It imports state and the rooms below it.
"""
