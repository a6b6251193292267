"""Notifications: what to send, by which channel, when, and sending it.

The rooms above write notifications with `outbox`, and may import presence and email links. It imports people and the
rooms below it.
"""
