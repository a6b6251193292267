"""Fits the numbers that the bots of *Inside Job* use."""
