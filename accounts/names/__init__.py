"""Display names: which are allowed, look-alikes, reserved words and invisible characters.

Models and every room above may import it. It imports nothing of ours.
"""
