"""Spectators of running games: page and polls.

They get the public view and nothing else. Only the loose modules import this room. It imports the rooms from `rules` to
`archive`.
"""
