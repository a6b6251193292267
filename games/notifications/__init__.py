"""Telling people: what is worth a notification, by which channel, when, and sending it.

The rooms above write notifications by `outbox`, and may import presence and the links of emails. It imports people
and the rooms below it.
"""
