"""The case of the day: a game of bots to watch trick by trick, and one accusation.

`personal_data` and the rooms above may import it. It imports archive, circles and the rooms below them.
"""
