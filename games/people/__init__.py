"""People one plays with: blocks, profiles, history, statistics, recent players, head-to-head.

The rooms above may import its selectors and services. It imports state and the rooms below it.
"""
