"""Notifications: what is sent, on which channel and when, and sending it.

The rooms above write notifications with `outbox`, and may import presence and email links. It imports people and the
rooms below it.
"""
